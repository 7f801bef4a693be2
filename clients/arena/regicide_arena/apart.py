"""Slow bots choose apart, in a process of their own each, so that none delays a fast one or takes more than a core."""

from __future__ import annotations

from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache
from threading import Lock
from typing import Final

from regicide_arena.catalogue import find
from regicide_arena.choosing import NotAsked
from regicide_arena.making import Seated
from regicide_arena.processes import Processes
from regicide_arena.views import View

NICENESS: Final = 5
"""How far a slow bot stands back where others want the same core."""


class Apart:
    """What `Seated` is, but in a process of its own, which is started when it is first asked.

    A process that dies fails at the turn that it was asked for, and is replaced when it is asked again.
    """

    def __init__(self, place: str, seed: str) -> None:
        self._place, self._seed = place, seed
        self._processes: Processes | None = None
        self._changing, self._closed = Lock(), False

    def __call__(self, view: View) -> str:
        """What the bot of this game and seat chooses.

        Raises whatever it raises, BrokenProcessPool where its process dies, and NotAsked when this is closed.
        """
        processes = self._running()
        try:
            return processes.pool.submit(_chosen, self._place, self._seed, view).result()
        except (BrokenProcessPool, CancelledError) as error:
            if self._closed:
                raise NotAsked from error
            self._end()
            raise

    def forget(self, game: str) -> None:
        """Forget the bots of a game: it is over."""
        if self._processes:
            with suppress(RuntimeError):  # the process has died, and its memory with it
                self._processes.pool.submit(_forget, self._place, self._seed, game)

    def close(self) -> None:
        """End the process for good, whatever it does."""
        self._closed = True
        self._end()

    def _running(self) -> Processes:
        with self._changing:
            if self._closed:
                raise NotAsked
            self._processes = self._processes or Processes(1, NICENESS)
            return self._processes

    def _end(self) -> None:
        with self._changing:
            processes, self._processes = self._processes, None
        if processes:
            processes.close()


# What follows runs in the other process


def _chosen(place: str, seed: str, view: View) -> str:
    return _bots(place, seed)(view)


def _forget(place: str, seed: str, game: str) -> None:
    _bots(place, seed).forget(game)


@cache
def _bots(place: str, seed: str) -> Seated:
    return Seated(find(place), seed)
