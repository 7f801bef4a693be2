"""Letting a bot choose that may do anything: raise, exit, spoil its view, or answer with nonsense."""

from __future__ import annotations

import json
import logging
import random
import reprlib
from copy import deepcopy
from enum import StrEnum
from typing import Final

import regicide
from regicide_arena.views import Bot, View

LOG: Final = logging.getLogger(__name__)


class OnError(StrEnum):
    """What becomes of a turn for which the bot finds no legal action."""

    RANDOM = "random"
    """A random legal action is taken."""
    LEAVE = "leave"
    """The turn is left to the clock."""


class NoLegalAction(ValueError):
    """What a bot answered with is none of the legal actions."""


class NotAsked(Exception):
    """The bot is not asked any more, because we end: no fault of its own."""


class Chooser:
    """Asks a bot, as often again as there are `retries`, and does what `on_error` says if it fails every time."""

    def __init__(self, choose: Bot, on_error: OnError = OnError.RANDOM, retries: int = 1) -> None:
        self.choose = choose
        self.on_error = OnError(on_error)
        self.attempts = 1 + retries

    def __call__(self, view: View) -> str | None:
        """One of the view's legal actions; None if the turn is to be left to the clock, or nothing is legal.

        Every failure is logged with the view, which holds nothing that the seat may not know, and the traceback.
        Only KeyboardInterrupt and NotAsked are passed on: they are meant for us.
        """
        if not view["legal_actions"]:
            return None
        for attempt in range(1, self.attempts + 1):
            if chosen := self._attempt(view, attempt):
                return chosen
        return random.choice(view["legal_actions"]) if self.on_error is OnError.RANDOM else None  # noqa: S311 - a game

    def _attempt(self, view: View, attempt: int) -> str | None:
        try:
            return legal(self.choose(deepcopy(view)), view["legal_actions"])
        except (KeyboardInterrupt, NotAsked):
            raise
        except BaseException:  # SystemExit and the like are faults of the bot, too
            LOG.exception("the bot failed, attempt %d of %d, on the view %s", attempt, self.attempts, json.dumps(view))
            return None


def legal(answer: object, actions: list[str]) -> str:
    """The legal action that an answer stands for, in whatever order its cards are.

    Raises MalformedAction or NoLegalAction if it stands for none.
    """
    if not isinstance(answer, str):
        raise NoLegalAction(f"an action is a text such as {actions[0]!r}, not {reprlib.repr(answer)}")
    answer = str.__str__(answer)  # what a class of the bot's own makes of it does not count
    if answer in actions:
        return answer
    meant = regicide.Action.parse(answer)
    for action in actions:
        if regicide.Action.parse(action) == meant:
            return action
    raise NoLegalAction(f"{str(meant)!r} is not one of the {len(actions)} legal actions")
