"""Executors of shards: this process, a pool of worker processes, or a Dask cluster.

Bots of others run in processes of their own in all cases. So a worker process ends only by a fault of this package, or
by the system, and the tournament ends with it.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final

from regicide_arena.runtime.process_pool import WorkerPool
from regicide_arena.tournament.errors import PlayFailed
from regicide_arena.tournament.games.game import ShardExecutor, ShardResult
from regicide_arena.tournament.games.runner import GameRunner, play_shard, require_entrants
from regicide_arena.tournament.model import Environment, Tournament
from regicide_arena.tournament.schedule import Shard

if TYPE_CHECKING:
    import distributed


SHARDS_PER_WORKER: Final = 2
"""Shards dispatched per worker at the same time: the next one is there when a worker finishes."""
CONNECT_TIMEOUT_S: Final = 60
"""Time for the scheduler to answer, and then for its first worker to be there."""

_REQUIRED: Final = threading.local()
"""The tournament whose bots were last loaded in this thread, and its environment."""


@contextmanager
def in_process(tournament: Tournament, environment: Environment) -> Iterator[ShardExecutor]:
    """Play in this process.

    Raises BotNotFound, ChangedBot and PlayFailed.
    """
    gc.freeze()  # for the rest of the process: the collector skips the imported libraries, which are large
    with closing(GameRunner(tournament, environment)) as runner:
        yield lambda shards: map(runner.play_shard, shards)


@contextmanager
def process_pool(tournament: Tournament, environment: Environment, workers: int) -> Iterator[ShardExecutor]:
    """Play in this number of worker processes.

    Raises BotNotFound, ChangedBot and PlayFailed.
    """
    with WorkerPool(workers) as processes:
        limit = SHARDS_PER_WORKER * workers
        yield lambda shards: _play_all(processes.pool, tournament, environment, shards, limit)


def _play_all(
    pool: Executor, tournament: Tournament, environment: Environment, shards: Iterator[Shard], limit: int
) -> Iterator[ShardResult]:
    """Keep up to `limit` shards dispatched; yield results as they complete."""
    pending: set[Future[ShardResult]] = set()
    try:
        while True:
            while len(pending) < limit and (shard := next(shards, None)) is not None:
                pending.add(pool.submit(play_shard, tournament, environment, shard))
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool as error:
        raise PlayFailed("a worker process has ended, in which only built-in bots run: was it killed?") from error
    finally:
        for future in pending:
            future.cancel()


@contextmanager
def dask_cluster(tournament: Tournament, environment: Environment, scheduler: str) -> Iterator[ShardExecutor]:
    """Play on the workers of the scheduler at this address.

    Raises PlayFailed.
    """
    from distributed import Client  # noqa: PLC0415 - an optional dependency

    try:
        client = Client(scheduler, timeout=CONNECT_TIMEOUT_S)
    except (OSError, ValueError) as error:
        raise PlayFailed(f"no scheduler answers at {scheduler}: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=CONNECT_TIMEOUT_S)
        except TimeoutError:
            message = f"the scheduler at {scheduler} has no workers after {CONNECT_TIMEOUT_S} seconds"
            raise PlayFailed(message) from None
        yield ShardDispatcher(client, tournament, environment).play


class ShardDispatcher:
    """Dispatches shards to Dask workers and collects their results.

    Where workers are lost again and again with the same shard, it is halved until the game that causes it is found.
    """

    def __init__(self, client: distributed.Client, tournament: Tournament, environment: Environment) -> None:
        from distributed import as_completed  # noqa: PLC0415 - as above

        self._client, self._tournament, self._environment = client, tournament, environment
        self._pending: dict[distributed.Future, Shard] = {}
        self._retries: list[Shard] = []
        self._completed = as_completed()

    def play(self, shards: Iterator[Shard]) -> Iterator[ShardResult]:
        """Play all shards; no more of them are dispatched at the same time than keep every worker busy.

        Raises PlayFailed, and the errors that prevent a worker from starting.
        """
        try:
            while self._dispatch(shards):
                future = next(self._completed)
                if result := self._collect(future, self._pending.pop(future)):
                    yield result
        finally:
            self._client.cancel([*self._pending], force=True)

    def _dispatch(self, shards: Iterator[Shard]) -> bool:
        """Fill the workers' queues; return whether any shard is pending."""
        limit = SHARDS_PER_WORKER * max(1, sum(self._client.nthreads().values()))
        while len(self._pending) < limit:
            shard = self._retries.pop() if self._retries else next(shards, None)
            if shard is None:
                break
            future = self._client.submit(_play_on_worker, self._tournament, self._environment, shard, pure=False)
            self._pending[future] = shard
            self._completed.add(future)
        return bool(self._pending)

    def _collect(self, future: distributed.Future, shard: Shard) -> ShardResult | None:
        """Return the result; None if the shard is to be played again, in halves."""
        from distributed import KilledWorker  # noqa: PLC0415 - as above

        try:
            result: ShardResult = future.result()
        except KilledWorker as error:
            if shard.games == 1:
                message = f"every worker was lost that played {' '.join(shard.lineup)}, deal {shard.first}"
                raise PlayFailed(message) from error
            middle = (shard.first + shard.end) // 2
            self._retries += [shard._replace(first=middle), shard._replace(end=middle)]
            return None
        return result


def _play_on_worker(tournament: Tournament, environment: Environment, shard: Shard) -> ShardResult:
    """Play a shard on a Dask worker, after the bots were loaded there once.

    Raises BotNotFound, IsolationUnavailable, and ChangedBot or another PlayFailed.
    """
    if getattr(_REQUIRED, "plays", None) != (tournament, environment):
        require_entrants(tournament, environment)
        _REQUIRED.plays = (tournament, environment)
    return play_shard(tournament, environment, shard)
