"""Calls bots that may do anything: raise, exit, modify their view, or return something illegal."""

from __future__ import annotations

import json
import logging
import random
import re
import reprlib
import traceback
from collections.abc import Callable
from copy import deepcopy
from enum import StrEnum
from typing import Final, TypeAlias

import regicide
from regicide_arena.bots.view_types import Bot, View

LOG: Final = logging.getLogger(__name__)

_MAX_MESSAGE_CHARACTERS: Final = 300
_ADDRESS: Final = re.compile(r" at 0x[0-9A-Fa-f]+|\.\.\.[x0-9A-Fa-f]+(?=>)")
"""A memory address in a `repr`, also one that `reprlib` has shortened: it differs between runs."""


class Fallback(StrEnum):
    """What follows if the bot fails at every attempt."""

    RANDOM = "random"
    """A random legal action is taken."""
    LEAVE = "leave"
    """No action is taken; the server's timeout ends the turn."""


_CONSEQUENCES: Final = {
    Fallback.RANDOM: "a random action is taken",
    Fallback.LEAVE: "the turn is left to the timeout",
}


class NoLegalAction(ValueError):
    """A bot returned something that is not one of the legal actions."""


class ChoiceCancelled(Exception):
    """The choice was cancelled because this program ends; not a failure of the bot."""


class BotLate(Exception):
    """The bot exceeded its clock and was ended; the message says by how much."""


OnLate: TypeAlias = Callable[[View, str], None]
"""Called with the view, and with a text that says that the bot is late, and what follows."""


def log_late(view: View, what: str) -> None:
    """Log that a bot is late."""
    LOG.warning("game %s: late: %s", view["id"], what)


class SafeChooser:
    """Calls a bot, retries after failures, and then applies the fallback; at once if the bot is late.

    `on_late` is called when the bot is late.
    """

    def __init__(
        self, bot: Bot, fallback: Fallback = Fallback.RANDOM, retries: int = 1, on_late: OnLate | None = None
    ) -> None:
        self.bot = bot
        self.fallback = fallback
        self.attempts = 1 + retries
        self.on_late = on_late or log_late

    def __call__(self, view: View) -> str | None:
        """Return one of the view's legal actions; None if no action is to be taken or legal.

        Logs every failure with its traceback and the view, which has only what the seat may know. Only
        KeyboardInterrupt and ChoiceCancelled propagate.
        """
        if not view["legal_actions"]:
            return None
        try:
            for attempt in range(1, self.attempts + 1):
                if chosen := self._attempt(view, attempt):
                    return chosen
        except BotLate as late:
            self.on_late(view, f"{late}; {_CONSEQUENCES[self.fallback]}")
        is_random = self.fallback is Fallback.RANDOM
        return random.choice(view["legal_actions"]) if is_random else None  # noqa: S311 - a game

    def _attempt(self, view: View, attempt: int) -> str | None:
        try:
            return match_legal_action(self.bot(deepcopy(view)), view["legal_actions"])
        except (KeyboardInterrupt, ChoiceCancelled, BotLate):
            raise
        except BaseException:  # SystemExit and the like are failures of the bot, too
            LOG.exception("the bot failed in attempt %d of %d on the view %s", attempt, self.attempts, json.dumps(view))
            return None


def match_legal_action(answer: object, actions: list[str]) -> str:
    """Return the legal action that a bot's answer denotes, whatever the order of its cards.

    Raises MalformedAction or NoLegalAction if it denotes none.
    """
    if not isinstance(answer, str):
        raise NoLegalAction(f"invalid answer {reprlib.repr(answer)}: expected a string such as {actions[0]!r}")
    answer = str.__str__(answer)  # a subclass of str may override it
    if answer in actions:
        return answer
    denoted = regicide.Action.parse(answer)
    for action in actions:
        if regicide.Action.parse(action) == denoted:
            return action
    raise NoLegalAction(f"{str(denoted)!r} is not one of the {len(actions)} legal actions")


def format_exception(error: BaseException) -> str:
    """Return the type and the message of an exception in one line of at most 300 characters and a type.

    The text is the same in every run, without memory addresses, and can be encoded as UTF-8.
    """
    message = _ADDRESS.sub("", " ".join(_message(error).split()))[:_MAX_MESSAGE_CHARACTERS]
    return f"{type(error).__name__}: {message}".encode(errors="backslashreplace").decode()


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - a bot's own class may raise anything
        return "(its message cannot be formatted)"


def error_location(error: BaseException) -> str | None:
    """Return the file and line where an exception was raised; None for an illegal answer, which has no location."""
    if isinstance(error, (NoLegalAction, regicide.MalformedAction)):
        return None
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename}, line {last.lineno}"
