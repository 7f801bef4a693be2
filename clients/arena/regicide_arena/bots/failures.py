"""Failures of bots: the exceptions that stand for them, and their description in one line."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import Final, NamedTuple

import regicide
from regicide_arena.runtime.messages import printable

_PACKAGE: Final = Path(__file__).parents[1]
_MAX_MESSAGE_CHARACTERS: Final = 300
_ADDRESS: Final = re.compile(r" at 0x[0-9A-Fa-f]+|\.\.\.[x0-9A-Fa-f]+(?=>)")
"""A memory address in a `repr`, also shortened by `reprlib`: it differs between runs."""


class NoLegalAction(ValueError):
    """A bot returned something that is not one of the legal actions."""


class BotLate(Exception):
    """The bot exceeded its clock and was ended; the message says by how much."""


class BotEnded(Exception):
    """The process of the bot has ended, or cannot be started; the message says which."""


class BotRaised(Exception):
    """The bot raised an exception in another process; the message is its type, message and location in one line."""

    def __init__(self, what: str, traceback: str = "", where: str = "") -> None:
        super().__init__(f"{what} ({where})" if where else what)
        self.what, self.where, self.traceback = what, where, traceback


class InvalidAnswer(ValueError):
    """The process of a bot has written something that is not an answer; the message says what, and what is expected."""


class PlayerClosed(Exception):
    """The bot was ended by its organiser; not a failure of the bot."""


class FailedAttempt(NamedTuple):
    """A failed attempt of a bot to choose an action."""

    what: str
    """The failure in one line."""
    traceback: str
    """Empty where the bot has raised nothing."""
    signature: tuple[str, str]
    """The type and the place of the failure: failures with the same signature have the same cause."""
    is_late: bool = False

    @classmethod
    def of(cls, error: BaseException) -> FailedAttempt:
        """Describe the exception that a call of a bot raised."""
        kind = type(error).__name__
        match error:
            case BotLate() | BotEnded():
                return cls(f"the bot {error}", "", (kind, str(error)), is_late=isinstance(error, BotLate))
            case InvalidAnswer():  # the message quotes what the bot has written
                return cls(f"the bot {error}", "", (kind, ""))
            case BotRaised():
                return cls(str(error), error.traceback, (error.what.partition(":")[0], error.where))
        location = error_location(error) or ""
        return cls(describe_exception(error), bot_traceback(error) if location else "", (kind, location))


def bot_traceback(error: BaseException) -> str:
    """Format the traceback of an exception, without the frames of this package that call the bot."""
    first = error.__traceback__
    while first and _calls_bots(Path(first.tb_frame.f_code.co_filename)):
        first = first.tb_next
    return printable("".join(traceback.format_exception(type(error), error, first or error.__traceback__)))


def describe_exception(error: BaseException) -> str:
    """Return the type, the message and the location of an exception in one line."""
    location = error_location(error)
    return f"{format_exception(error)} ({location})" if location else format_exception(error)


def format_exception(error: BaseException) -> str:
    """Return the type and the message of an exception in one line of at most 300 characters and a type.

    The text is the same in every run, without memory addresses and control characters.
    """
    message = _ADDRESS.sub("", " ".join(_message(error).split()))[:_MAX_MESSAGE_CHARACTERS]
    return printable(f"{type(error).__name__}: {message}")


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - a bot's own class may raise anything
        return "(its message cannot be formatted)"


def error_location(error: BaseException) -> str | None:
    """Return the file and line where an exception was raised.

    None for an illegal answer, and for an error of the call itself, as where a bot has other parameters.
    """
    if isinstance(error, (NoLegalAction, regicide.MalformedAction)):
        return None
    last = traceback.extract_tb(error.__traceback__)[-1]
    return None if _calls_bots(Path(last.filename)) else f"{last.filename}, line {last.lineno}"


def _calls_bots(file: Path) -> bool:
    """Return whether a file is of this package, and of no bot."""
    return file.is_relative_to(_PACKAGE) and (file.parent != _PACKAGE / "bots" or file.name == "loader.py")
