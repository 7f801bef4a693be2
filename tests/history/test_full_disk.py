"""Clients play on a server with an embedded store whose disk is full for a while: nothing acknowledged is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from clusters import await_that
from disks import Disk, small_disk
from history.checks import violations
from history.log import Fault, Log, Run, read
from history.model import History
from history.run import Size, System, play
from killable import KillableServer, killable_server
from redis import Redis
from servers import LIMITS_OFF

PLAY_S = 1.5
NEEDED = frozenset({"restarted", "act", "create", "SeenEvent"})


def writes(directory: Path) -> Callable[[], bool]:
    """Whether the last write of the store in a directory to its file succeeded."""

    def succeeded() -> bool:
        with Redis.from_url(f"unix://{directory}/valkey.sock") as store:
            return bool(store.info("persistence")["aof_last_write_status"] == "ok")

    return succeeded


def full_disks(disk: Disk, server: KillableServer) -> Callable[[Log, Event], None]:
    """Fill the disk until the store has refused writes for a while, free it, and restart the server."""
    is_writing = writes(disk.directory / "data")

    def inject(log: Log, over: Event) -> None:
        for ends_well in (False, True):
            over.wait(PLAY_S)
            start = time.monotonic()
            disk.fill()
            await_that(lambda: not is_writing())
            over.wait(PLAY_S)
            disk.free()
            await_that(is_writing)
            if ends_well:
                over.wait(PLAY_S)
                assert server.stop() == 0
                server.start()
            log.write(Fault("full-disk", start, time.monotonic()))
        log.kinds.clear()
        log.kinds.add("restarted")

    return inject


@pytest.mark.faults
def test_a_full_disk_loses_nothing(tmp_path: Path, seed: str, capfd: pytest.CaptureFixture[str]) -> None:
    """After there is space again, and after a restart. The log of the server names the cause."""
    disk_path = tmp_path / "disk"
    disk_path.mkdir()
    with (
        small_disk(disk_path, 8) as disk,
        killable_server(DATA_DIR=str(disk_path / "data"), **LIMITS_OFF) as server,
    ):
        system = System(server.url, server.url, full_disks(disk, server))
        log = play(Run(seed, 1, "everysec", "valkey-server"), tmp_path, Size(needed=NEEDED), system)
        assert server.stop() == 0
    assert not violations(History(read(log)))
    assert "MISCONF Errors writing to the AOF file: No space left on device" in capfd.readouterr().err
