"""Executor on a Dask cluster. The only module that needs the package `distributed`."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from distributed import Client, Future, KilledWorker, as_completed

from regicide_arena.bots.warm_up import warm_up
from regicide_arena.tournament.errors import PlayFailed
from regicide_arena.tournament.executors import SHARDS_PER_WORKER
from regicide_arena.tournament.games.game import ShardExecutor, ShardResult
from regicide_arena.tournament.games.worker_process import WorkerProcess
from regicide_arena.tournament.model import Environment, Tournament
from regicide_arena.tournament.schedule import Shard

CONNECT_TIMEOUT_S: Final = 60
"""Time for the scheduler to answer, and then for its first worker to be there."""

_THREAD_LOCAL: Final = threading.local()


@contextmanager
def dask_cluster(tournament: Tournament, environment: Environment, scheduler: str) -> Iterator[ShardExecutor]:
    """Play on the workers of the scheduler at this address.

    Raises PlayFailed.
    """
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

    A bot that ends its process does not harm the Dask worker. Where workers are lost nevertheless, again and again with
    the same shard, the shard is halved until the game that causes it is found.
    """

    def __init__(self, client: Client, tournament: Tournament, environment: Environment) -> None:
        self._client, self._tournament, self._environment = client, tournament, environment
        self._pending: dict[Future, Shard] = {}
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

    def _collect(self, future: Future, shard: Shard) -> ShardResult | None:
        """Return the result; None if the shard is to be played again, in halves."""
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
    """Play a shard in the worker process that belongs to this thread of a Dask worker.

    Raises BotNotFound and ChangedBot.
    """
    if not hasattr(_THREAD_LOCAL, "process"):
        warm_up(tournament.local_bots, Path(environment.bot_folder))
        _THREAD_LOCAL.process = WorkerProcess()
    process: WorkerProcess = _THREAD_LOCAL.process
    return process.play_shard(tournament, environment, shard)
