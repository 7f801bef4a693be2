"""Strict reading of JSON files from untrusted sources, up to a size limit."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from gettext import gettext as _
from itertools import count
from typing import Any, BinaryIO, Final, NamedTuple, NoReturn

MAX_SIZE_BYTES: Final = 16 * 1024 * 1024
"""About a hundred times the record of a long game."""

STANDARD_INPUT: Final = "-"


class UnreadableFile(Exception):
    """A file cannot be read, or is not a JSON object; the message is one line for the user."""


class InaccessibleFile(UnreadableFile):
    """A file cannot be opened or read; the message is the reason of the system."""


class Document(NamedTuple):
    """The bytes of a JSON document, and the number of its line; 0 for a file that is one document."""

    line: int
    content: bytes


def read_documents(name: str) -> Iterator[Document]:
    """Yield the JSON documents in a file, or in standard input for the name `-`, as they are read.

    The lines are documents (JSON Lines) if the first one is a whole object and is not the only one; else the file is
    one document; an empty file has none. Raises UnreadableFile.
    """
    try:
        with _open(name) as file:
            first, second = _read(file.readline), _read(file.readline)
            if second.strip() and _is_object(first):
                yield from (Document(1, first), Document(2, second))
                yield from _lines(file)
            else:
                content = _checked(first + second + file.read(MAX_SIZE_BYTES + 1))
                if content.strip():
                    yield Document(0, content)
    except OSError as error:
        raise InaccessibleFile(error.strerror or str(error)) from error


def _open(name: str) -> AbstractContextManager[BinaryIO]:
    """Open a file, or standard input for the name `-`. A pipe without a writer is empty."""
    if name == STANDARD_INPUT:
        return nullcontext(sys.stdin.buffer)
    return open(name, "rb", opener=_open_at_once)


def _open_at_once(name: str, flags: int) -> int:
    descriptor = os.open(name, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor


def _lines(file: BinaryIO) -> Iterator[Document]:
    """The lines from the third one on, without empty ones."""
    for number in count(3):
        line = _read(file.readline)
        if not line:
            return
        if line.strip():
            yield Document(number, line)


def _read(read: Callable[[int], bytes]) -> bytes:
    return _checked(read(MAX_SIZE_BYTES + 1))


def _checked(content: bytes) -> bytes:
    if len(content) > MAX_SIZE_BYTES:
        raise UnreadableFile(_("too large: expected at most {limit} MiB").format(limit=MAX_SIZE_BYTES // 1024**2))
    return content


def _is_object(content: bytes) -> bool:
    try:
        return isinstance(_parse(content), dict)
    except UnreadableFile:
        return False


def read_json_object(name: str) -> dict[str, Any]:
    """Return the JSON object in a file that has no other. Raises UnreadableFile, as `parse_json_object` does."""
    return parse_json_object(b"".join(document.content for document in read_documents(name)))


def parse_json_object(content: bytes) -> dict[str, Any]:
    """Return the JSON object with this text.

    Raises UnreadableFile, also for input that other parsers accept: duplicate members, NaN and Infinity, integers
    with thousands of digits, excessive nesting.
    """
    parsed = _parse(content)
    if not isinstance(parsed, dict):
        raise UnreadableFile(_("invalid content: expected a JSON object"))
    return parsed


def _parse(content: bytes) -> object:
    try:
        return json.loads(content.decode(), object_pairs_hook=_unique_members, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise UnreadableFile(_("not in UTF-8: byte {byte}").format(byte=error.start)) from error
    except json.JSONDecodeError as error:
        raise UnreadableFile(_("invalid JSON: {fault}").format(fault=error)) from error
    except RecursionError as error:
        raise UnreadableFile(_("nested too deeply")) from error
    except ValueError as error:  # the one left: Python's limit on the digits of an integer
        raise UnreadableFile(_("a number has too many digits")) from error


def _unique_members(members: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(members)
    if len(content) < len(members):
        names = [name for name, _value in members]
        duplicate = next(name for name in names if names.count(name) > 1)
        raise UnreadableFile(_("duplicate member {name!r} in an object").format(name=duplicate))
    return content


def _refuse_constant(name: str) -> NoReturn:
    raise UnreadableFile(_("invalid JSON: {name} is not a number").format(name=name))
