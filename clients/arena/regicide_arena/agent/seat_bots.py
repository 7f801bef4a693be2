"""The bots of an agent: one for each seat of each game.

Slow bots have processes of their own, so that they neither delay other bots nor use more than one core each.
"""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache
from threading import Lock
from typing import Final

from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.safe_chooser import ChoiceCancelled
from regicide_arena.bots.view_types import Bot, View
from regicide_arena.runtime.process_pool import WorkerPool

MAX_REMEMBERED_GAMES: Final = 1024
"""Games whose bots are remembered; beyond that, the bots of the least recently played game are dropped."""
NICENESS: Final = 5
"""The niceness of the processes: fast bots on the same core have precedence."""


class PerSeatBot:
    """A bot that delegates to a separate bot for each seat of each game on a server, made on its first turn."""

    def __init__(self, factory: BotFactory, seed: str) -> None:
        self._factory, self._seed = factory, seed
        self._games: OrderedDict[str, dict[int | None, Bot]] = OrderedDict()

    def __call__(self, view: View) -> str:
        """Return the choice of the bot of this game and seat."""
        return self._bot(view["id"], view["you"])(view)

    def forget(self, game: str) -> None:
        """Drop the bots of a game that is over."""
        self._games.pop(game, None)

    def _bot(self, game: str, seat: int | None) -> Bot:
        bots = self._games.setdefault(game, {})
        self._games.move_to_end(game)
        if len(self._games) > MAX_REMEMBERED_GAMES:
            self._games.popitem(last=False)
        if seat not in bots:
            bots[seat] = self._factory.make(f"{self._seed}/{game}/{seat}")
        return bots[seat]


class IsolatedBot:
    """A PerSeatBot in a separate process, which starts on its first turn.

    A process that dies fails at its current turn; the next turn starts a new process.
    """

    def __init__(self, location: str, seed: str) -> None:
        self._location, self._seed = location, seed
        self._workers: WorkerPool | None = None
        self._lock, self._closed = Lock(), False

    def __call__(self, view: View) -> str:
        """Return the choice of the bot of this game and seat.

        Raises whatever the bot raises, BrokenProcessPool if its process dies, and ChoiceCancelled after `close`.
        """
        workers = self._running()
        try:
            return workers.pool.submit(_choose, self._location, self._seed, view).result()
        except (BrokenProcessPool, CancelledError) as error:
            if self._closed:
                raise ChoiceCancelled from error
            self._end()
            raise

    def forget(self, game: str) -> None:
        """Drop the bots of a game that is over."""
        if self._workers:
            with suppress(RuntimeError):  # the process has died, and its bots with it
                self._workers.pool.submit(_forget, self._location, self._seed, game)

    def close(self) -> None:
        """End the process for good, even during a choice."""
        self._closed = True
        self._end()

    def _running(self) -> WorkerPool:
        with self._lock:
            if self._closed:
                raise ChoiceCancelled
            self._workers = self._workers or WorkerPool(1, NICENESS)
            return self._workers

    def _end(self) -> None:
        with self._lock:
            workers, self._workers = self._workers, None
        if workers:
            workers.close()


# The functions below run in the worker process.


def _choose(location: str, seed: str, view: View) -> str:
    return _bot(location, seed)(view)


def _forget(location: str, seed: str, game: str) -> None:
    _bot(location, seed).forget(game)


@cache
def _bot(location: str, seed: str) -> PerSeatBot:
    return PerSeatBot(find_bot(location), seed)
