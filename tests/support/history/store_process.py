"""A store with an append-only file, which can be killed, filled up, frozen, and lose what was not on the disk yet."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from redis import Redis
from servers import await_store, free_port

UNWRITTEN = 1.0
"""Seconds for which a store that syncs every second may keep what it has acknowledged to itself, while it syncs."""


class StoreProcess:
    """A Redis or Valkey server with an append-only file in a directory, on a port that it keeps."""

    def __init__(self, program: str, directory: Path, fsync: str) -> None:
        self.port, self.fsync = free_port(), fsync
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
        """A connection to it that goes past all links."""
        return Redis.from_url(f"redis://127.0.0.1:{self.port}")

    def start(self) -> None:
        """Start it, and wait until it answers. A file that grows too large is an error to it, and not its end."""
        self._process = subprocess.Popen(
            self._command, stdout=self._log, stderr=self._log, restore_signals=False, start_new_session=True
        )
        await_store(f"redis://127.0.0.1:{self.port}")

    def kill(self) -> float:
        """Kill it; when that was."""
        self._process.kill()
        self._process.wait()
        return time.monotonic()

    @property
    def is_dead(self) -> bool:
        """Whether it has ended."""
        return self._process.poll() is not None

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def full_disk(self, full: bool) -> None:
        """Let its files grow no further than they are now; or again."""
        most = self.file.stat().st_size if full else resource.RLIM_INFINITY
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    @property
    def file(self) -> Path:
        """The append-only file that it writes to."""
        return max(self.directory.glob("appendonlydir/*.incr.aof"), key=lambda file: file.stat().st_mtime)

    def lose(self, seconds: float) -> float:
        """While it is dead, lose what was written in its last seconds, like a machine without power; from when on."""
        end = time.monotonic() - seconds
        kept = [(at, size) for at, size in self._sizes if at <= end]
        at, size = kept[-1] if kept else (end, self.file.stat().st_size)
        os.truncate(self.file, size)
        self._sizes.clear()
        return at

    def watch(self, over: Event) -> None:
        """Note how large its file is, again and again."""
        while not over.wait(0.02):
            self._sizes.append((time.monotonic(), self.file.stat().st_size))

    def close(self) -> None:
        """End it."""
        self.kill()
        self._log.close()


@contextmanager
def store_process(program: str, directory: Path, fsync: str) -> Iterator[StoreProcess]:
    """A store that runs, and whose file is watched."""
    store, over = StoreProcess(program, directory, fsync), Event()
    watcher = Thread(target=store.watch, args=[over], name="watcher")
    watcher.start()
    try:
        yield store
    finally:
        over.set()
        watcher.join()
        store.close()
