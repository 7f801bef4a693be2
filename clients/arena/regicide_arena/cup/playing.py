"""A shard of a cup, played: a pure function of the cup and of the shard, wherever and however often it is run."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from time import perf_counter

from regicide_arena.cup.games.process import GamesProcess
from regicide_arena.cup.games.table import table_of
from regicide_arena.cup.games.told import Played, told
from regicide_arena.cup.order import Shard
from regicide_arena.cup.plan import Cup, Setting
from regicide_arena.runtime.gc_control import frozen_gc

Play = Callable[[Shard], Played]

_THREADS = threading.local()
_PROCESSES: list[GamesProcess] = []


@contextmanager
def playing_here(cup: Cup, setting: Setting) -> Iterator[Play]:
    """What plays shards in this thread, which has to be the main one.

    Raises NoSuchBot and AnotherBot.
    """

    def play(shard: Shard) -> Played:
        began = perf_counter()
        games = [told(*table.play(shard.lineup, number)) for number in range(shard.first, shard.end)]
        return Played(shard, games, perf_counter() - began)

    with closing(table_of(cup, setting)) as table, frozen_gc():
        yield play


def play_apart(cup: Cup, setting: Setting, shard: Shard) -> Played:
    """Play a shard in a process which this thread has for that; it is there until the thread ends.

    Raises NoSuchBot and AnotherBot.
    """
    began = perf_counter()
    games = [*_process().play(cup, setting, shard)]
    return Played(shard, games, perf_counter() - began)


def end_processes() -> None:
    """End the processes of all threads for good, whatever they do."""
    while _PROCESSES:
        _PROCESSES.pop().close()


def _process() -> GamesProcess:
    if not hasattr(_THREADS, "process"):
        _THREADS.process = GamesProcess()
        _PROCESSES.append(_THREADS.process)
    process: GamesProcess = _THREADS.process
    return process
