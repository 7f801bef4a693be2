"""JSON files from untrusted sources: opened without a wait, read up to a size limit, parsed strictly."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

from regicide_arena.runtime.messages import CommandError, cannot_read, one_line

MAX_SIZE_BYTES: Final = 16 * 1024 * 1024
"""Of a file, or of a line of JSON Lines: about a hundred times the record of a long game."""

STANDARD_INPUT: Final = "-"
MAX_REFUSAL_CHARS: Final = 500


class InvalidJSON(ValueError):
    """A text is too large, or not JSON; the message is one line."""


class UnusableFile(CommandError):
    """A file of others cannot be read, or has other contents than expected; the message is one line."""

    def __init__(self, why: str) -> None:
        super().__init__(one_line(why, MAX_REFUSAL_CHARS))


def read_input(name: str) -> tuple[Any, str]:
    """Return the JSON value in a file, and how messages call the file. Raises UnusableFile."""
    source = "standard input" if name == STANDARD_INPUT else name
    try:
        return read_json(name), source
    except OSError as error:
        raise UnusableFile(cannot_read(source, error)) from error
    except InvalidJSON as error:
        raise UnusableFile(f"invalid JSON in {source}: {error}") from error


def read_json(name: str | Path) -> Any:
    """Return the JSON value in a file; the name `-` is standard input. Raises OSError and InvalidJSON."""
    with open_json(name) as file:
        return parse_json(file.read(MAX_SIZE_BYTES + 1))


def open_json(name: str | Path) -> AbstractContextManager[BinaryIO]:
    """Open a file, or standard input for the name `-`. A pipe without a writer is empty. Raises OSError."""
    if name == STANDARD_INPUT:
        return nullcontext(sys.stdin.buffer)
    return open(name, "rb", opener=_open_at_once)


def _open_at_once(name: str, flags: int) -> int:
    descriptor = os.open(name, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor


def read_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file, of which too large ones are cut: `parse_json` refuses it."""
    return iter(lambda: file.readline(MAX_SIZE_BYTES + 1), b"")


def parse_json(content: bytes) -> Any:
    """Return the JSON value with this text.

    Raises InvalidJSON, also for what other parsers accept: duplicate members, NaN and Infinity, integers with thousands
    of digits, excessive nesting.
    """
    if len(content) > MAX_SIZE_BYTES:
        raise InvalidJSON(f"too large: expected at most {MAX_SIZE_BYTES // 1024**2} MiB")
    try:
        return json.loads(content.decode(), object_pairs_hook=_unique_members, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise InvalidJSON("nested too deeply") from error
    except UnicodeDecodeError as error:
        raise InvalidJSON(f"not in UTF-8: byte {error.start}") from error
    except ValueError as error:
        raise error if isinstance(error, InvalidJSON) else InvalidJSON(str(error)) from error


def _unique_members(members: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(members)
    if len(content) < len(members):
        raise InvalidJSON("duplicate member in an object")
    return content


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidJSON(f"{name} is not a number")
