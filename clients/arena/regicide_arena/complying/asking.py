"""Asking a bot so that nothing it does goes unnoticed: what it raises, what is not legal, and what takes too long."""

from __future__ import annotations

import faulthandler
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

import regicide
from regicide_arena.choosing import legal
from regicide_arena.failures import told, where
from regicide_arena.interrupting import ALARM, TooLong
from regicide_arena.making import Entry
from regicide_arena.views import Bot, View, seen

GRACE: Final = 5.0
"""Seconds after which a bot that cannot even be interrupted ends, and its process with it."""


class Moment(NamedTuple):
    """When a bot was asked: the deal, the number of players, and how many actions had been taken."""

    deal: str
    players: int
    step: int

    def __str__(self) -> str:
        return f"deal {self.deal}, players: {self.players}, after {self.step} actions"


class Unfit(Exception):
    """What a bot did that it may not do: what, when, and what it saw, as JSON."""

    def __init__(self, what: str, when: Moment, view: str | None = None) -> None:
        super().__init__(what, when, view)
        self.what, self.when, self.view = what, when, view


class Asker:
    """Makes bots, and asks them; notes the seconds that they took."""

    def __init__(self, entry: Entry, seed: str, limit: float) -> None:
        self._entry, self._seed, self._limit = entry, seed, limit
        self.seconds: list[float] = []

    def make(self, name: str, when: Moment) -> Bot:
        """A bot; the same name makes the same one again.

        Raises Unfit.
        """
        with self._watched(when, None):
            return self._entry.make(f"{self._seed}/{name}")

    def ask(self, bot: Bot, there: regicide.Position, when: Moment, more: dict[str, Any] | None = None) -> str:
        """What it chooses for the player to act; it sees the engine's view, and perhaps more.

        Raises Unfit.
        """
        view: View = seen(there, there.turn)
        actions, text = [*view["legal_actions"]], json.dumps(view)
        given = deepcopy(view) | (more or {})
        with self._watched(when, text):
            began = perf_counter()
            answer = bot(given)  # type: ignore[arg-type]  # the same with more members
            self.seconds.append(perf_counter() - began)
            return legal(answer, actions)

    @contextmanager
    def _watched(self, when: Moment, view: str | None) -> Iterator[None]:
        try:
            with _limited(self._limit):
                yield
        except KeyboardInterrupt:
            raise
        except TooLong as error:
            self.seconds.append(self._limit)
            raise Unfit(f"gave no answer in {self._limit:g} seconds", when, view) from error
        except BaseException as error:  # SystemExit and the like are faults of the bot, too
            line = where(error)
            raise Unfit(f"{told(error)} ({line})" if line else told(error), when, view) from error


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Interrupt what takes longer; if that does not help, end the process."""
    with Path(os.devnull).open("wb") as nowhere:
        faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=nowhere)
        try:
            ALARM.listen()
            with ALARM.after(seconds):
                yield
        finally:
            faulthandler.cancel_dump_traceback_later()
