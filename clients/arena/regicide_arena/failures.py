"""What a bot raised, in one line."""

from __future__ import annotations

import traceback
from typing import Final

import regicide
from regicide_arena.choosing import NoLegalAction

_LONGEST: Final = 300
"""The characters of a message that are kept."""


def told(error: BaseException) -> str:
    """The type of an error, and its message, shortened."""
    message = " ".join(str(error).split())[:_LONGEST]
    return f"{type(error).__name__}: {message}"


def where(error: BaseException) -> str | None:
    """The file and the line; None for what we raise ourselves of a bot that only gave an answer."""
    if isinstance(error, (NoLegalAction, regicide.MalformedAction)):
        return None
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename}, line {last.lineno}"
