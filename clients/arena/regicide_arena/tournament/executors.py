"""Local executors of shards: in this process, or in a pool of worker processes.

The pool is a `ThreadPoolExecutor` whose threads each drive one `WorkerProcess`. Process pools do not isolate bots
enough: when a bot ends its process, `ProcessPoolExecutor` fails all pending shards, and it waits forever for a stopped
or hung one; pebble replaces such workers, but a bot that writes to the pipe they share stalls all of them. Neither
records the step at which a bot has crashed, to which the failure belongs.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing, contextmanager
from queue import SimpleQueue
from time import perf_counter
from typing import Final

from regicide_arena.tournament.games.game import ShardExecutor, ShardResult, to_row
from regicide_arena.tournament.games.runner import GameRunner
from regicide_arena.tournament.games.worker_process import WorkerProcess
from regicide_arena.tournament.model import Environment, Tournament
from regicide_arena.tournament.schedule import Shard

SHARDS_PER_WORKER: Final = 2
"""Shards dispatched per worker at the same time: the next one is there when a worker finishes."""


@contextmanager
def in_process(tournament: Tournament, environment: Environment) -> Iterator[ShardExecutor]:
    """Play in this process, which must be in its main thread. A bot that ends its process ends the tournament.

    Raises BotNotFound and ChangedBot.
    """

    def play(shard: Shard) -> ShardResult:
        started = perf_counter()
        games = [to_row(*runner.play(shard.lineup, deal)) for deal in range(shard.first, shard.end)]
        return ShardResult(shard, games, perf_counter() - started)

    gc.freeze()  # for the rest of the process: the collector skips the imported libraries, which are large
    with closing(GameRunner(tournament, environment)) as runner:
        yield lambda shards: map(play, shards)


@contextmanager
def process_pool(tournament: Tournament, environment: Environment, workers: int) -> Iterator[ShardExecutor]:
    """Play in this number of worker processes, each replaced when a bot crashes it."""
    idle = SimpleQueue[WorkerProcess]()

    def play(shard: Shard) -> ShardResult:
        process = idle.get()
        try:
            return process.play_shard(tournament, environment, shard)
        finally:
            idle.put(process)

    with ThreadPoolExecutor(workers) as pool, ExitStack() as processes:
        for _ in range(workers):
            idle.put(processes.enter_context(closing(WorkerProcess())))
        yield lambda shards: _play_all(pool, play, shards, SHARDS_PER_WORKER * workers)


def _play_all(
    pool: ThreadPoolExecutor, play: Callable[[Shard], ShardResult], shards: Iterator[Shard], limit: int
) -> Iterator[ShardResult]:
    """Keep up to `limit` shards dispatched; yield results as they complete."""
    pending: set[Future[ShardResult]] = set()
    try:
        while True:
            while len(pending) < limit and (shard := next(shards, None)) is not None:
                pending.add(pool.submit(play, shard))
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        for future in pending:
            future.cancel()
