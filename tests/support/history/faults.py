"""Faults of a run: a plan derived from the seed, and the injection and healing of each fault."""

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

from history.faulty_proxy import Link, NetworkFault
from history.log import Fault, Log
from history.store_process import SYNC_DELAY_S, StoreProcess
from history.web_process import Web

JUMPS = (-86_400, -3_600, -5, 5, 3_600, 86_400)
"""Shifts of the web processes' clock in seconds: from a small correction to a day."""


class Planned(NamedTuple):
    """A planned fault: its kind, the pause before it, its duration, and a number that selects details."""

    what: str
    pause: float
    lasts: float
    chance: float


def plan(seed: str, fsync: str, pace: float) -> Iterator[Planned]:
    """An endless plan: all kinds of faults in a random order, then in another one."""
    rng = random.Random(f"{seed}/faults")
    kinds = sorted(KINDS if fsync == "everysec" else set(KINDS) - ONLY_EVERYSEC)
    while True:
        rng.shuffle(kinds)
        for what in kinds:
            yield Planned(what, pace * rng.uniform(0.5, 1.5), rng.uniform(0.3, 1.2), rng.random())


@dataclass
class FaultInjector:
    """The components that can fail, and the log of faults."""

    web: Web
    store: StoreProcess
    client_link: Link
    store_link: Link
    log: Log
    over: Event

    def run(self, planned: Iterator[Planned]) -> None:
        """Inject the planned faults until the run ends, and leave everything healed."""
        for fault in planned:
            if self.over.wait(fault.pause):
                break
            start = time.monotonic()
            seen = KINDS[fault.what](self, fault)
            self.log.write(Fault(fault.what, start, time.monotonic(), *seen))

    def kill_worker(self, fault: Planned) -> tuple[float, ...]:
        """Kill a worker process."""
        self.web.kill_worker(random.Random(fault.chance))
        return ()

    def kill_master(self, _: Planned) -> tuple[float, ...]:
        """Kill gunicorn's master process, and start it again."""
        self.web.kill_master()
        self.web.start()
        return ()

    def kill_store(self, fault: Planned) -> tuple[float, ...]:
        """Kill the store, and start it again after a while."""
        killed = self.store.kill()
        return self._restart(fault, killed, killed - SYNC_DELAY_S if self.store.fsync == "everysec" else None)

    def cut_power(self, fault: Planned) -> tuple[float, ...]:
        """Lose up to the last second of the store's writes, and start it again."""
        killed = self.store.kill()
        return self._restart(fault, killed, self.store.lose(fault.chance * SYNC_DELAY_S) - SYNC_DELAY_S)

    def _restart(self, fault: Planned, killed: float, lost_from: float | None) -> tuple[float, ...]:
        self.over.wait(fault.lasts)
        begun = time.monotonic()
        self.store.start()
        lost = (lost_from, killed) if lost_from is not None else (None, None)
        return (*lost, killed, begun)

    def freeze_store(self, fault: Planned) -> tuple[float, ...]:
        """Suspend the store for longer than the server's read timeout."""
        self.store.signal(signal.SIGSTOP)
        self.over.wait(fault.lasts + 1)
        self.store.signal(signal.SIGCONT)
        return ()

    def fill_memory(self, fault: Planned) -> tuple[float, ...]:
        """Limit the memory of the store: it rejects writes (OOM)."""
        self._configure(maxmemory=1)
        self.over.wait(fault.lasts)
        self._configure(maxmemory=0)
        return ()

    def _configure(self, **settings: int) -> None:
        with self.store.client as client:
            for name, number in settings.items():
                client.config_set(name, number)

    def fill_disk(self, fault: Planned) -> tuple[float, ...]:
        """Limit the disk of the store: it rejects writes (MISCONF); with `appendfsync always` it exits."""
        self.store.full_disk(True)
        self.over.wait(fault.lasts)
        if not self.store.is_dead:
            with suppress(ProcessLookupError):
                self.store.full_disk(False)
        if self._has_ended():
            return self._restart(fault, time.monotonic(), None)
        return ()

    def _has_ended(self) -> bool:
        """Whether the store has exited or is about to; otherwise it accepts writes again."""
        for _ in range(100):
            with suppress(RedisError), self.store.client as client:
                if client.info("persistence")["aof_last_write_status"] == "ok":
                    return False
            if self.store.is_dead:
                return True
            time.sleep(0.05)
        raise AssertionError("the store does not write, though its disk has room again")

    def jump_clock(self, fault: Planned) -> tuple[float, ...]:
        """Change the clock of the web processes, and change it back."""
        self.web.jump(JUMPS[int(fault.chance * len(JUMPS))])
        self.over.wait(fault.lasts)
        self.web.jump(0)
        return ()


Injection = Callable[[FaultInjector, Planned], tuple[float, ...]]


def _network_fault(link_name: str, network_fault: NetworkFault) -> Injection:
    def inject(injector: FaultInjector, planned: Planned) -> tuple[float, ...]:
        link: Link = getattr(injector, link_name)
        link.fault = network_fault
        injector.over.wait(planned.lasts)
        link.fault = NetworkFault.NONE
        return ()

    return inject


KINDS: dict[str, Injection] = {
    "kill-worker": FaultInjector.kill_worker,
    "kill-master": FaultInjector.kill_master,
    "kill-store": FaultInjector.kill_store,
    "cut-power": FaultInjector.cut_power,
    "freeze-store": FaultInjector.freeze_store,
    "fill-memory": FaultInjector.fill_memory,
    "fill-disk": FaultInjector.fill_disk,
    "jump-clock": FaultInjector.jump_clock,
    **{
        f"{fault.value}-{link.partition('_')[0]}": _network_fault(link, fault)
        for link in ("client_link", "store_link")
        for fault in NetworkFault
        if fault is not NetworkFault.NONE
    },
}
ONLY_EVERYSEC = {"cut-power"}
"""With `appendfsync always` acknowledged writes are on the disk."""
