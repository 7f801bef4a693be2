"""A cluster of Dask plays the shards of a cup: one of our own, which ends with us, or one that is there."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from distributed import Client, Future, KilledWorker, LocalCluster, as_completed

from regicide_arena.cup.faults import CannotPlay
from regicide_arena.cup.games.told import Played
from regicide_arena.cup.order import Shard
from regicide_arena.cup.plan import Cup, Setting
from regicide_arena.cup.playing import end_processes, play_apart
from regicide_arena.cup.workers import PlayAll

AHEAD: Final = 2
"""Shards that are handed out for each worker at a time: the next one is there when it is done with the one before."""
PATIENCE: Final = 60
"""Seconds in which a worker has to be there."""


NOWHERE: Final = "127.0.0.1:0"
"""Where nobody else looks: there is no way to have no page at all."""


@contextmanager
def cluster_here(cup: Cup, setting: Setting, workers: int) -> Iterator[PlayAll]:
    """Shards are played by so many threads, each of which has a process for its games."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what fails is raised here, too
    own = LocalCluster(
        n_workers=1,
        threads_per_worker=workers,
        processes=False,
        dashboard_address=NOWHERE,
        worker_dashboard_address=NOWHERE,
    )
    with own, Client(own) as client:
        try:
            yield Hands(client, cup, setting).play
        finally:
            end_processes()


@contextmanager
def cluster_there(cup: Cup, setting: Setting, scheduler: str) -> Iterator[PlayAll]:
    """Shards are played by the workers that belong to the scheduler at this address.

    Raises CannotPlay.
    """
    try:
        client = Client(scheduler, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise CannotPlay(f"no scheduler answers at {scheduler}: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise CannotPlay(f"the scheduler at {scheduler} has no workers after {PATIENCE} seconds") from None
        yield Hands(client, cup, setting).play


class Hands:
    """Hands shards out, and takes back what was played.

    A bot that ends its process does no harm to the worker. Where workers are lost all the same, again and again, with
    the same shard, it is cut in two, until the game is found that does it.
    """

    def __init__(self, client: Client, cup: Cup, setting: Setting) -> None:
        self._client, self._cup, self._setting = client, cup, setting
        self._out: dict[Future, Shard] = {}
        self._again: list[Shard] = []
        self._done = as_completed()

    def play(self, shards: Iterator[Shard]) -> Iterator[Played]:
        """Play all; no more of them are handed out at a time than keeps every worker busy.

        Raises CannotPlay, and whatever a worker cannot begin for.
        """
        try:
            while self._hand_out(shards):
                future = next(self._done)
                if played := self._taken(future, self._out.pop(future)):
                    yield played
        finally:
            self._client.cancel([*self._out], force=True)

    def _hand_out(self, shards: Iterator[Shard]) -> bool:
        """Hand out as many as are wanted; whether any are out."""
        most = AHEAD * max(1, sum(self._client.nthreads().values()))
        while len(self._out) < most:
            shard = self._again.pop() if self._again else next(shards, None)
            if shard is None:
                break
            future = self._client.submit(play_apart, self._cup, self._setting, shard, pure=False)
            self._out[future] = shard
            self._done.add(future)
        return bool(self._out)

    def _taken(self, future: Future, shard: Shard) -> Played | None:
        """What came back; None if the shard has to be played again."""
        try:
            played: Played = future.result()
        except KilledWorker as error:
            if shard.games == 1:
                raise CannotPlay(
                    f"every worker was lost that played {' '.join(shard.lineup)}, deal {shard.first}"
                ) from error
            middle = (shard.first + shard.end) // 2
            self._again += [shard._replace(first=middle), shard._replace(end=middle)]
            return None
        return played
