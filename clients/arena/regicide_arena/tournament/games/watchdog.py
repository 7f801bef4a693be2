"""The watchdog of a worker process: ends the process when a bot exceeds its time, or when the parent is gone."""

from __future__ import annotations

import faulthandler
import mmap
import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

LOAD_TIMEOUT_S: Final = 120.0
"""Time to load all bots."""
POLL_INTERVAL_S: Final = 0.5


class Watchdog:
    """Ends this process when a bot exceeds its time limit or the parent is gone.

    It also ends the process if a bot has changed the pipes to the parent, and any copy of it that a bot has forked.
    """

    def __init__(self, step_map: mmap.mmap, pipes: Iterable[int]) -> None:
        self._step_map, self._parent, self._own = step_map, os.getppid(), os.getpid()
        self._pipes = {pipe: _identity(pipe) for pipe in pipes}
        self._since: float | None = None
        self._null = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open for the lifetime of the process
        self.start(LOAD_TIMEOUT_S)

    def start(self, timeout_s: float) -> None:
        """Start timing an operation; this and following ones must each end within the timeout."""
        self._timeout_s, self._since = timeout_s, time.monotonic()
        self._arm()

    def before_ask(self, step: int) -> None:
        """Record the step at which a bot is asked, and start timing it."""
        self._check_pipes()
        self._step_map[:8] = step.to_bytes(8, "little")
        self._since = time.monotonic()

    def after_ask(self) -> None:
        """Stop timing: no bot is being asked. A server may take its time."""
        self._since = None

    def rest(self) -> None:
        """As `after_ask`, after a game or an error."""
        self._check_pipes()
        self.after_ask()

    def run(self) -> None:
        """Poll until a limit is exceeded. `faulthandler` covers bots that keep the interpreter lock."""
        while self._is_healthy():
            self._arm()
            time.sleep(POLL_INTERVAL_S)
        os.killpg(0, signal.SIGKILL)

    def _check_pipes(self) -> None:
        if os.getpid() != self._own or any(_identity(pipe) != before for pipe, before in self._pipes.items()):
            os._exit(1)

    def _is_healthy(self) -> bool:
        since = self._since
        return os.getppid() == self._parent and (since is None or time.monotonic() < since + self._timeout_s)

    def _arm(self) -> None:
        faulthandler.dump_traceback_later(self._timeout_s, exit=True, file=self._null)


def _identity(descriptor: int) -> tuple[int, int] | None:
    """Return device and inode of an open descriptor; None if it is closed."""
    try:
        status = os.fstat(descriptor)
    except OSError:
        return None
    return status.st_dev, status.st_ino
