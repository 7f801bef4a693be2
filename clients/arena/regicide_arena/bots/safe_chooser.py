"""Calls bots that may do anything: raise, exit, modify their view, or return something illegal."""

from __future__ import annotations

import json
import logging
import random
import reprlib
from collections.abc import Callable, Sequence
from copy import deepcopy
from enum import StrEnum
from typing import Final, TypeAlias

import regicide
from regicide_arena.bots.failures import FailedAttempt, NoLegalAction, PlayerClosed
from regicide_arena.bots.view_types import Bot, View

LOG: Final = logging.getLogger(__name__)


class Fallback(StrEnum):
    """What follows if the bot fails at every attempt."""

    RANDOM = "random"
    """A random legal action is taken."""
    LEAVE = "leave"
    """No action is taken, and the timeout ends the turn; in a game without time limit, as `RANDOM`."""


OnFailure: TypeAlias = Callable[[View, Sequence[FailedAttempt], str], None]
"""Called with the view, the failed attempts at one turn, and a text that says what follows."""


def log_failure(view: View, attempts: Sequence[FailedAttempt], consequence: str) -> None:
    """Log the last of the failed attempts at a turn, with its traceback."""
    last = attempts[-1]
    LOG.warning("game %s: %s; %s\n%s", view.get("id"), last.what, consequence, last.traceback)


class SafeChooser:
    """Calls a bot, retries after failures, and then applies the fallback; at once if the bot is late."""

    def __init__(
        self, bot: Bot, fallback: Fallback = Fallback.RANDOM, retries: int = 1, on_failure: OnFailure = log_failure
    ) -> None:
        self.bot = bot
        self.fallback = fallback
        self.attempts = 1 + retries
        self.on_failure = on_failure

    def __call__(self, view: View) -> str | None:
        """Return one of the view's legal actions; None if no action is to be taken or legal.

        Reports the failures of the bot. Only KeyboardInterrupt and PlayerClosed propagate.
        """
        if not view["legal_actions"]:
            return None
        failed: list[FailedAttempt] = []
        while len(failed) < self.attempts and not any(attempt.is_late for attempt in failed):
            chosen = self._attempt(view, failed)
            if chosen is not None:
                if failed:
                    self.on_failure(view, failed, "a further attempt succeeds")
                return chosen
        LOG.debug("game %s: the bot fails on the view %s", view.get("id"), json.dumps(view))
        return self._fall_back(view, failed)

    def _attempt(self, view: View, failed: list[FailedAttempt]) -> str | None:
        """Return the choice of the bot; after a failure, add it to the list and return None."""
        try:
            return match_legal_action(self.bot(deepcopy(view)), view["legal_actions"])
        except (KeyboardInterrupt, PlayerClosed):
            raise
        except BaseException as error:  # noqa: BLE001 - SystemExit and the like are failures of the bot, too
            failed.append(FailedAttempt.of(error))
            return None

    def _fall_back(self, view: View, failed: Sequence[FailedAttempt]) -> str | None:
        is_left = self.fallback is Fallback.LEAVE
        if is_left and view.get("turn_seconds"):
            self.on_failure(view, failed, "the turn is left to the timeout")
            return None
        reason = "the game has no time limit that would end the turn: " if is_left else ""
        self.on_failure(view, failed, f"{reason}a random action is taken")
        return random.choice(view["legal_actions"])  # noqa: S311 - a game


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
