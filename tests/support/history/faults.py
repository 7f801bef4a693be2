"""What is broken in a run: a plan that follows from the seed, and how each fault is brought about and healed again."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from threading import Event
from typing import NamedTuple

from redis.exceptions import RedisError

from history.faulty_proxy import Link, Weather
from history.log import Fault, Log
from history.store_process import UNWRITTEN, StoreProcess
from history.web_process import Web

JUMPS = (-86_400, -3_600, -5, 5, 3_600, 86_400)
"""Seconds by which the clock of the web processes is set wrong: from what a correction does to a day."""


class Planned(NamedTuple):
    """A fault that is planned: what, after which pause, for how long, and a number that decides on its details."""

    what: str
    pause: float
    lasts: float
    chance: float


def plan(seed: str, fsync: str, pace: float) -> Iterator[Planned]:
    """What will be broken, without end: all kinds of faults in some order, then in another; with pauses of a pace."""
    rng = random.Random(f"{seed}/faults")
    kinds = sorted(KINDS if fsync == "everysec" else set(KINDS) - ONLY_EVERYSEC)
    while True:
        rng.shuffle(kinds)
        for what in kinds:
            yield Planned(what, pace * rng.uniform(0.5, 1.5), rng.uniform(0.3, 1.2), rng.random())


@dataclass
class Breaking:
    """Whatever can be broken, and the log of what was."""

    web: Web
    store: StoreProcess
    client_link: Link
    store_link: Link
    log: Log
    over: Event

    def follow(self, planned: Iterator[Planned]) -> None:
        """Break what is planned, until the end; whatever happens, all is whole then."""
        for fault in planned:
            if self.over.wait(fault.pause):
                break
            start = time.monotonic()
            seen = KINDS[fault.what](self, fault)
            self.log.write(Fault(fault.what, start, time.monotonic(), *seen))

    def kill_worker(self, fault: Planned) -> tuple[float, ...]:
        """A worker process is killed."""
        self.web.kill_worker(random.Random(fault.chance))
        return ()

    def kill_master(self, _: Planned) -> tuple[float, ...]:
        """The master process of gunicorn is killed, and started again."""
        self.web.kill_master()
        self.web.start()
        return ()

    def kill_store(self, fault: Planned) -> tuple[float, ...]:
        """The store is killed, and started again after a while."""
        killed = self.store.kill()
        return self._restart(fault, killed, killed - UNWRITTEN if self.store.fsync == "everysec" else None)

    def cut_power(self, fault: Planned) -> tuple[float, ...]:
        """The store loses up to its last second, and is started again."""
        killed = self.store.kill()
        return self._restart(fault, killed, self.store.lose(fault.chance * UNWRITTEN) - UNWRITTEN)

    def _restart(self, fault: Planned, killed: float, lost_from: float | None) -> tuple[float, ...]:
        self.over.wait(fault.lasts)
        begun = time.monotonic()
        self.store.start()
        lost = (lost_from, killed) if lost_from is not None else (None, None)
        return (*lost, killed, begun)

    def freeze_store(self, fault: Planned) -> tuple[float, ...]:
        """The store stands still for longer than the server waits for it."""
        self.store.signal(signal.SIGSTOP)
        self.over.wait(fault.lasts + 1)
        self.store.signal(signal.SIGCONT)
        return ()

    def fill_memory(self, fault: Planned) -> tuple[float, ...]:
        """The store may take no more memory: it refuses writes (OOM)."""
        self._configure(maxmemory=1)
        self.over.wait(fault.lasts)
        self._configure(maxmemory=0)
        return ()

    def _configure(self, **settings: int) -> None:
        with self.store.client as client:
            for name, number in settings.items():
                client.config_set(name, number)

    def fill_disk(self, fault: Planned) -> tuple[float, ...]:
        """The disk of the store takes no more: it refuses writes (MISCONF); one that syncs always ends itself."""
        self.store.full_disk(True)
        self.over.wait(fault.lasts)
        if not self.store.is_dead:
            with suppress(ProcessLookupError):
                self.store.full_disk(False)
        if self._has_ended():
            return self._restart(fault, time.monotonic(), None)
        return ()

    def _has_ended(self) -> bool:
        """Whether the store has ended itself, or is about to; where it goes on, it writes again."""
        for _ in range(100):
            with suppress(RedisError), self.store.client as client:
                if client.info("persistence")["aof_last_write_status"] == "ok":
                    return False
            if self.store.is_dead:
                return True
            time.sleep(0.05)
        raise AssertionError("the store does not write, though its disk has room again")

    def jump_clock(self, fault: Planned) -> tuple[float, ...]:
        """The clock of the web processes jumps, and back."""
        self.web.jump(JUMPS[int(fault.chance * len(JUMPS))])
        self.over.wait(fault.lasts)
        self.web.jump(0)
        return ()


Broken = Callable[[Breaking, Planned], tuple[float, ...]]


def _weather(link: str, weather: Weather) -> Broken:
    def change(breaking: Breaking, fault: Planned) -> tuple[float, ...]:
        where: Link = getattr(breaking, link)
        where.weather = weather
        breaking.over.wait(fault.lasts)
        where.weather = Weather.FAIR
        return ()

    return change


KINDS: dict[str, Broken] = {
    "kill-worker": Breaking.kill_worker,
    "kill-master": Breaking.kill_master,
    "kill-store": Breaking.kill_store,
    "cut-power": Breaking.cut_power,
    "freeze-store": Breaking.freeze_store,
    "fill-memory": Breaking.fill_memory,
    "fill-disk": Breaking.fill_disk,
    "jump-clock": Breaking.jump_clock,
    **{
        f"{weather.value}-{link.partition('_')[0]}": _weather(link, weather)
        for link in ("client_link", "store_link")
        for weather in Weather
        if weather is not Weather.FAIR
    },
}
ONLY_EVERYSEC = {"cut-power"}
"""A store that syncs always has nothing to lose: what it has acknowledged is on the disk."""
