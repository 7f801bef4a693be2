"""The watchdog of a worker process: ends the process when a bot exceeds its time, or when the parent is gone."""

from __future__ import annotations

import faulthandler
import math
import mmap
import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from regicide_arena.tournament.games.call_record import RECORD_BYTES, CallRecord

POLL_INTERVAL_S: Final = 0.25
KEPT_LOCK_GRACE_S: Final = 3.0
"""Time beyond its limit after which a call that keeps the interpreter lock is killed."""


class Watchdog:
    """Ends this process when a bot exceeds the limit of a call and its grace period, or the parent is gone.

    It also ends the process if a bot has changed the pipes to the parent, and any copy of it that a bot has forked.
    """

    def __init__(self, record: mmap.mmap, pipes: Iterable[int]) -> None:
        """Record calls in shared memory of `RECORD_BYTES` bytes."""
        self._shared, self._parent, self._own = record, os.getppid(), os.getpid()
        self._pipes = {pipe: _identity(pipe) for pipe in pipes}
        self._call, self._armed_s = CallRecord(), math.inf
        self._null = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open for the lifetime of the process

    def before_load(self, limit_s: float) -> None:
        """Start timing the load of the bots, before any of them is asked."""
        self._begin(CallRecord(limit_s=limit_s, due_at=time.monotonic() + limit_s))

    def before_ask(self, step: int) -> None:
        """Record the step at which a bot is asked."""
        self._check_pipes()
        self._record(CallRecord(step))

    def before_call(self, limit_s: float, *, is_creation: bool) -> None:
        """Start timing a call of the bot that is asked: it is made, or chooses."""
        self._begin(CallRecord(self._call.step, limit_s, time.monotonic() + limit_s, is_creation))

    def after_ask(self) -> None:
        """Stop timing: no bot is being asked. A server may take its time."""
        self._record(CallRecord(self._call.step))

    def rest(self) -> None:
        """As `after_ask`, after a game or an error."""
        self._check_pipes()
        self.after_ask()

    def run(self) -> None:
        """Poll until a limit is exceeded. `faulthandler` covers bots that keep the interpreter lock."""
        while os.getppid() == self._parent and not self._call.is_overdue(time.monotonic()):
            self._arm()
            time.sleep(POLL_INTERVAL_S)
        os.killpg(0, signal.SIGKILL)

    def _begin(self, call: CallRecord) -> None:
        self._record(call)
        if call.limit_s != self._armed_s:
            self._armed_s = call.limit_s
            self._arm()

    def _record(self, call: CallRecord) -> None:
        self._call, self._shared[:RECORD_BYTES] = call, call.pack()

    def _check_pipes(self) -> None:
        if os.getpid() != self._own or any(_identity(pipe) != before for pipe, before in self._pipes.items()):
            os._exit(1)

    def _arm(self) -> None:
        if self._armed_s < math.inf:
            faulthandler.dump_traceback_later(self._armed_s + KEPT_LOCK_GRACE_S, exit=True, file=self._null)


def _identity(descriptor: int) -> tuple[int, int] | None:
    """Return device and inode of an open descriptor; None if it is closed."""
    try:
        status = os.fstat(descriptor)
    except OSError:
        return None
    return status.st_dev, status.st_ino
