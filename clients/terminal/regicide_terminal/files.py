"""Reading a file of JSON that anybody may have written: strictly, and never more of it than the limit."""

from __future__ import annotations

import json
import sys
from gettext import gettext as _
from pathlib import Path
from typing import Any, Final, NoReturn

LIMIT: Final = 16 * 1024 * 1024
"""Bytes. The record of a long game has a hundredth of that."""

STANDARD_INPUT: Final = "-"


class UnreadableFile(Exception):
    """A file that cannot be read, or is no JSON; the message says in one line what is wrong."""


def read_object(name: str) -> dict[str, Any]:
    """The JSON object in a file, or in standard input if the name is `-`.

    Raises UnreadableFile, also for what other readers let pass: a member that stands twice in an object, a number that
    is none (NaN), one with thousands of digits, nesting beyond reason.
    """
    content = _parsed(_content(name))
    if not isinstance(content, dict):
        raise UnreadableFile(_("the content is no JSON object"))
    return content


def _content(name: str) -> bytes:
    try:
        if name == STANDARD_INPUT:
            content = sys.stdin.buffer.read(LIMIT + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(LIMIT + 1)
    except OSError as error:
        raise UnreadableFile(error.strerror or str(error)) from error
    if len(content) > LIMIT:
        raise UnreadableFile(_("larger than {limit} MiB, which no record is").format(limit=LIMIT // 1024**2))
    return content


def _parsed(content: bytes) -> object:
    try:
        return json.loads(content.decode(), object_pairs_hook=_unique, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise UnreadableFile(_("not in UTF-8: byte {byte}").format(byte=error.start)) from error
    except json.JSONDecodeError as error:
        raise UnreadableFile(_("no JSON: {fault}").format(fault=error)) from error
    except RecursionError as error:
        raise UnreadableFile(_("nested too deep")) from error
    except ValueError as error:  # what is left: Python's limit on the digits of an integer
        raise UnreadableFile(_("it has a number with too many digits")) from error


def _unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(members)
    if len(content) < len(members):
        names = [name for name, _value in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise UnreadableFile(_("the member {name!r} stands twice in one object").format(name=twice))
    return content


def _no_number(name: str) -> NoReturn:
    raise UnreadableFile(_("no JSON: {name} is no number").format(name=name))
