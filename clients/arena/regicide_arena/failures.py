"""What a bot raised, in one line."""

from __future__ import annotations

import re
import traceback
from typing import Final

import regicide
from regicide_arena.choosing import NoLegalAction

_LONGEST: Final = 300
"""The characters of a message that are kept."""
_ADDRESS: Final = re.compile(r" at 0x[0-9A-Fa-f]+|\.\.\.[x0-9A-Fa-f]+(?=>)")
"""Where a thing lies in the memory, which is elsewhere each time; it may be shortened."""


def told(error: BaseException) -> str:
    """The type of an error, and its message, shortened: text that can be written anywhere, and the same each time."""
    message = _ADDRESS.sub("", " ".join(_message(error).split()))[:_LONGEST]
    return f"{type(error).__name__}: {message}".encode(errors="backslashreplace").decode()


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - a bot's own error may raise anything
        return "has a message that cannot be told"


def where(error: BaseException) -> str | None:
    """The file and the line; None for what we raise ourselves of a bot that only gave an answer."""
    if isinstance(error, (NoLegalAction, regicide.MalformedAction)):
        return None
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename}, line {last.lineno}"
