"""The child processes of the server, and a process that ends them if the server is killed.

SIGKILL leaves a server no time to end its children, which would keep the port and the store. So the server tells
another process their ids through a pipe. When the server ends, in whatever way, the operating system closes the pipe,
and the guardian terminates the children that are left. Unlike the parent death signal of Linux, this works on every
POSIX system.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NoReturn

END_TIMEOUT_S: Final = 35.0
"""Time between SIGTERM and SIGKILL: gunicorn allows 30 seconds for requests in progress."""

STOP_TIMEOUT_S: Final = 10.0
"""The same for a process that the server itself ends."""

POLL_INTERVAL_S: Final = 0.05

_IGNORED_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Terminals and supervisors send these to all processes; the guardian ends after the server."""


class Guardian:
    """The server's end of the pipe; without a pipe, children of a killed server go on."""

    def __init__(self, pipe: int | None = None) -> None:
        self._pipe = pipe

    def start(
        self, command: Sequence[str | Path], environment: Mapping[str, str] | None = None, **options: Any
    ) -> subprocess.Popen[bytes]:
        """Start a child process, with options of Popen. Raises OSError.

        Its session is its own: Ctrl-C in a terminal reaches it as SIGTERM, after the server has begun to stop.
        """
        process = subprocess.Popen(command, env=environment, start_new_session=True, **options)  # noqa: S603 - fixed ones
        self._write(process.pid)
        return process

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """Terminate a child process, kill it if that takes too long, and stop guarding it: its id may be used again."""
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self.remove(process)

    def remove(self, process: subprocess.Popen[bytes]) -> None:
        """Stop guarding a child process that has ended: its id may be used again."""
        self._write(-process.pid)

    def _write(self, number: int) -> None:
        if self._pipe is not None:
            with suppress(BrokenPipeError):  # the guardian was killed: the server goes on
                os.write(self._pipe, b"%d\n" % number)


@contextmanager
def guardian() -> Iterator[Guardian]:
    """Run a guardian. To be called before any thread, listener or child process starts: it inherits what is open."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(writing)
        _guard(reading)
    os.close(reading)
    try:
        yield Guardian(writing)
    finally:
        os.close(writing)
        os.waitpid(process, 0)


def _guard(pipe: int) -> NoReturn:
    """Wait for the end of the server, then end its children."""
    try:
        os.setsid()
        for number in _IGNORED_SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        _close_standard_streams()
        with os.fdopen(pipe) as lines:
            left = _guarded(map(int, lines))
        _end(left)
    finally:
        os._exit(0)


def _close_standard_streams() -> None:
    """Readers of the server's output wait for the end of all processes that have it open."""
    with open(os.devnull, "r+b") as null:  # noqa: PTH123 - a name of the operating system
        for stream in range(3):
            os.dup2(null.fileno(), stream)


def _guarded(numbers: Iterable[int]) -> set[int]:
    """The processes that were added (positive numbers) and not removed (negative ones)."""
    processes = set[int]()
    for number in numbers:
        if number > 0:
            processes.add(number)
        else:
            processes.discard(-number)
    return processes


def _end(processes: set[int]) -> None:
    """Terminate processes, and kill the remaining ones after END_TIMEOUT_S."""
    deadline = time.monotonic() + END_TIMEOUT_S
    left = {process for process in processes if _signal(process, signal.SIGTERM)}
    while left and time.monotonic() < deadline:
        time.sleep(POLL_INTERVAL_S)
        left = {process for process in left if _signal(process, 0)}
    for process in left:
        _signal(process, signal.SIGKILL)


def _signal(process: int, number: int) -> bool:
    """Send a signal. Returns False if the process has ended."""
    try:
        os.kill(process, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True
