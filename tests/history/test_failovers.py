"""Clients play while a replica takes over from its primary: what was acknowledged is there, as far as it is promised.

A primary that is stopped waits for its replica (from Redis 7). One that is killed may lose what it sent to neither its
replica nor its file.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from clusters import Server
from history.checks import violations
from history.log import Fault, Log, Run, read
from history.model import History
from history.run import Size, System, play
from history.web_process import web_processes
from replicas import WatchedPair, pair

FAILOVERS = 2
PACE_S = 1.5


def failovers(watched: WatchedPair, end: Callable[[Server], None], *, may_lose: bool) -> Callable[..., None]:
    """End the primary some times; its replica takes over. Writes that it did not have just before may be lost."""

    def inject(log: Log, over: Event) -> None:
        for _ in range(FAILOVERS):
            over.wait(PACE_S)
            start = time.monotonic()
            watched.await_replica()
            end(watched.primary)
            ended = time.monotonic()
            watched.fail_over()
            lost = (start, ended) if may_lose else (None, None)
            log.write(Fault("fail-over", start, time.monotonic(), *lost))
        log.kinds.clear()
        log.kinds.add("failed-over")

    return inject


@pytest.mark.faults
@pytest.mark.parametrize(("end", "may_lose"), [(Server.stop, False), (Server.kill, True)], ids=["stopped", "killed"])
def test_a_replica_takes_over_from_its_primary(
    tmp_path: Path, seed: str, end: Callable[[Server], None], may_lose: bool
) -> None:
    """The server finds it by the Sentinel; nothing is lost of a primary that is stopped."""
    whole = Run(seed, 1, "no", "redis-server")
    size = Size(needed=frozenset({"failed-over", "act", "create", "take-seat", "SeenEvent"}))
    with pair(WatchedPair) as watched, web_processes(f"{watched.url}?socket_timeout=1", tmp_path) as web:
        log = play(whole, tmp_path, size, System(web.url, web.url, failovers(watched, end, may_lose=may_lose)))
    history = History(read(log))
    assert not violations(history)
    assert len(history.faults) == FAILOVERS
