"""A store with an append-only file that can be killed, filled, suspended, and made to lose unsynced writes."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from redis import Redis
from servers import await_store, reserved_port

SYNC_DELAY_S = 1.0
"""Age of acknowledged writes that `appendfsync everysec` may hold in memory during a sync."""


class StoreProcess:
    """A Redis or Valkey server with an append-only file in a directory, on a fixed port."""

    def __init__(self, program: str, directory: Path, fsync: str, environment: Mapping[str, str] | None = None) -> None:
        self._environment = environment
        self.port, self.fsync = reserved_port(), fsync
        self.directory = directory
        self._log = (directory / "store.log").open("ab")
        self._command = [
            program,
            "--port",
            str(self.port),
            "--dir",
            str(directory),
            "--save",
            "",
            "--loglevel",
            "warning",
        ]
        self._command += ["--appendonly", "yes", "--appendfsync", fsync, "--auto-aof-rewrite-percentage", "0"]
        self._sizes: deque[tuple[float, int]] = deque(maxlen=400)
        self.start()

    @property
    def client(self) -> Redis:
        """A direct connection to it, without a proxy."""
        return Redis.from_url(f"redis://127.0.0.1:{self.port}")

    def start(self) -> None:
        """Start it, and wait until it responds. A limit of its file's size causes errors, not a signal."""
        self._process = subprocess.Popen(
            self._command,
            env=self._environment,
            stdout=self._log,
            stderr=self._log,
            restore_signals=False,
            start_new_session=True,
        )
        await_store(f"redis://127.0.0.1:{self.port}")

    def kill(self) -> float:
        """Kill it. Returns the time."""
        self._process.kill()
        self._process.wait()
        return time.monotonic()

    @property
    def is_dead(self) -> bool:
        """Whether it has exited."""
        return self._process.poll() is not None

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def full_disk(self, full: bool) -> None:
        """Prevent its files from growing, or permit it again."""
        most = self.file.stat().st_size if full else resource.RLIM_INFINITY
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    @property
    def file(self) -> Path:
        """Its append-only file."""
        return max(self.directory.glob("appendonlydir/*.incr.aof"), key=lambda file: file.stat().st_mtime)

    def lose(self, seconds: float) -> float:
        """Truncate its file to an earlier size while it is down, as a power failure. Returns the time of that size."""
        end = time.monotonic() - seconds
        synced = [(at, size) for at, size in self._sizes if at <= end]
        at, size = synced[-1] if synced else (end, self.file.stat().st_size)
        os.truncate(self.file, size)
        self._sizes.clear()
        return at

    def watch(self, over: Event) -> None:
        """Record the size of its file at intervals."""
        while not over.wait(0.02):
            self._sizes.append((time.monotonic(), self.file.stat().st_size))

    def close(self) -> None:
        """Stop it."""
        self.kill()
        self._log.close()


@contextmanager
def store_process(
    program: str, directory: Path, fsync: str, environment: Mapping[str, str] | None = None
) -> Iterator[StoreProcess]:
    """A running store whose file is monitored."""
    store, over = StoreProcess(program, directory, fsync, environment), Event()
    watcher = Thread(target=store.watch, args=[over], name="watcher")
    watcher.start()
    try:
        yield store
    finally:
        over.set()
        watcher.join()
        store.close()
