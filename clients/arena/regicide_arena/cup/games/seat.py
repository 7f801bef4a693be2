"""An entrant in a seat of a game: asked for its actions, held to the clock and to what is legal."""

from __future__ import annotations

import os
from time import perf_counter
from typing import Final

import regicide
from regicide_arena.bots.bot_factory import BotFactory
from regicide_arena.bots.safe_chooser import NoLegalAction, error_location, format_exception, match_legal_action
from regicide_arena.bots.view_types import Bot, View
from regicide_arena.cup.games.game import Kind
from regicide_arena.cup.games.spread import Spread, class_of
from regicide_arena.runtime.timeouts import TIME_LIMIT, TimeLimitExceeded

MAKING: Final = 10.0
"""Seconds in which a bot is made, if its clock does not give it more."""


class Failed(Exception):
    """A bot failed: how, and what happened, in a line."""

    def __init__(self, kind: Kind, what: str) -> None:
        super().__init__(kind, what)
        self.kind, self.what = kind, what


class Seat:
    """A seat, and the bot there. What it raises is its own failure, but for an interrupt, which is meant for us."""

    def __init__(self, entry: BotFactory, seed: str, clock: float, spread: Spread) -> None:
        """The bot is made from this seed, when it is first asked; `spread` is told how long it takes each time."""
        self._entry, self._seed, self._clock, self._spread = entry, seed, clock, spread
        self._bot: Bot | None = None

    def choose(self, view: View, actions: list[str]) -> str:
        """One of the legal actions, which are given beside the view: that belongs to the bot.

        Raises Failed.
        """
        if self._bot is None:
            self._bot = self._made()
        return _legal(self._asked(self._bot, view), actions)

    def _made(self) -> Bot:
        limit = max(MAKING, self._clock)
        try:
            with TIME_LIMIT.after(limit):
                return self._entry.make(self._seed)
        except TimeLimitExceeded:
            raise Failed(Kind.LATE, f"was not made in {limit:g} seconds") from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit and the like are faults of the bot, too
            raise Failed(Kind.ERROR, _line(error)) from error

    def _asked(self, bot: Bot, view: View) -> object:
        began = perf_counter()
        try:
            with TIME_LIMIT.after(self._clock):
                answer: object = bot(view)
        except TimeLimitExceeded:
            self._spread[class_of(perf_counter() - began)] += 1
            raise Failed(Kind.LATE, f"gave no answer in {self._clock:g} seconds") from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # as above
            raise Failed(Kind.ERROR, _line(error)) from error
        took = perf_counter() - began
        self._spread[class_of(took)] += 1
        if took > self._clock:
            raise Failed(Kind.LATE, f"took longer than {self._clock:g} seconds")
        return answer


def _legal(answer: object, actions: list[str]) -> str:
    try:
        return match_legal_action(answer, actions)
    except (NoLegalAction, regicide.MalformedAction) as error:
        raise Failed(Kind.ILLEGAL, format_exception(error)) from error
    except Exception as error:  # an answer may raise anything when it is looked at
        raise Failed(Kind.ILLEGAL, format_exception(error)) from error


def _line(error: BaseException) -> str:
    """What it raised, and where, but not in which folder: that is another one on every machine."""
    line = error_location(error)
    return f"{format_exception(error)} ({line.rpartition(os.sep)[2]})" if line else format_exception(error)
