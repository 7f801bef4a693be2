"""Strict reading of JSON files from untrusted sources, up to a size limit."""

from __future__ import annotations

import json
import sys
from gettext import gettext as _
from pathlib import Path
from typing import Any, Final, NoReturn

MAX_SIZE_BYTES: Final = 16 * 1024 * 1024
"""About a hundred times the record of a long game."""

STANDARD_INPUT: Final = "-"


class UnreadableFile(Exception):
    """A file cannot be read, or is not a JSON object; the message is one line for the user."""


class InaccessibleFile(UnreadableFile):
    """A file cannot be opened or read; the message is the reason of the system."""


def read_json_object(name: str) -> dict[str, Any]:
    """Return the JSON object in a file, or in standard input for the name `-`.

    Raises UnreadableFile, also for input that other parsers accept: duplicate members, NaN and Infinity, integers
    with thousands of digits, excessive nesting.
    """
    content = _parse(_read(name))
    if not isinstance(content, dict):
        raise UnreadableFile(_("invalid content: expected a JSON object"))
    return content


def _read(name: str) -> bytes:
    try:
        if name == STANDARD_INPUT:
            content = sys.stdin.buffer.read(MAX_SIZE_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(MAX_SIZE_BYTES + 1)
    except OSError as error:
        raise InaccessibleFile(error.strerror or str(error)) from error
    if len(content) > MAX_SIZE_BYTES:
        raise UnreadableFile(_("too large: expected at most {limit} MiB").format(limit=MAX_SIZE_BYTES // 1024**2))
    return content


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
