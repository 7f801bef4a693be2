"""Errors of the user, and messages about them: what is missing, misspelt or cannot be read."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final
from unicodedata import category

CONTROL_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories of control characters, direction marks, surrogates and separators of lines."""


class CommandError(Exception):
    """A command cannot do what it is asked for; the message says why, and what is expected."""

    exit_code = 2


def printable(text: str) -> str:
    """Return a text of others as a terminal may show it: control characters other than newlines are escaped."""
    return "".join(each if each == "\n" or each.isprintable() else _escaped(each) for each in text)


def one_line(text: str, most: int) -> str:
    """Return a text of others on one line, cut to a number of characters, of which an escaped one counts once."""
    shown = text if len(text) <= most else f"{text[: most - 1]}…"
    return printable(shown).replace("\n", "\\n")


def _escaped(character: str) -> str:
    is_control = category(character) in CONTROL_CATEGORIES
    return character.encode("unicode_escape").decode() if is_control else character


def missing_package(subject: str, package: str, extra: str) -> str:
    """Return the message that a command or option needs a package, with the command that installs its extra."""
    command = f"{shlex.quote(sys.executable)} -m pip install --editable '.[{extra}]' --editable ./clients/python"
    return f"{subject} needs {package}, which is not installed; in a copy of the repository run: {command}"


def cannot_read(file: object, error: Exception) -> str:
    """Return the message that a file cannot be read, with the reason of the system."""
    return f"cannot read {file}: {getattr(error, 'strerror', None) or error}"


def seconds(number: float) -> str:
    """Return a number of seconds in words: `1 second`, `0.5 seconds`."""
    return f"{number:g} second{'s' if number != 1 else ''}"


def closest(name: str, names: Iterable[str]) -> str:
    """Return `did you mean 'x'?` with the nearest of the names; empty where none is near."""
    matches = get_close_matches(name, [*names], n=1)
    return f"did you mean {matches[0]!r}?" if matches else ""
