"""A pool of worker processes that end with their parent, however it ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Final, ParamSpec, Self, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_GROUP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
"""Signals that a terminal or supervisor sends to the whole process group; the parent handles them."""
_EXIT_ORPHANED: Final = 1
"""The exit code of a worker whose parent has ended or closed the pool."""


class _Executor(ProcessPoolExecutor):
    """Starts its processes with group signals blocked, so that none arrives before `_initialize` ignores them."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        previous = signal.pthread_sigmask(signal.SIG_BLOCK, _GROUP_SIGNALS)
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, previous)


class WorkerPool:
    """A process pool that runs importable functions; each process starts when it is first needed.

    Every worker holds the reading end of a pipe whose writing end only this process has. The end of file on it, after
    `close` or the death of this process, ends the worker.
    """

    def __init__(self, size: int, niceness: int = 0) -> None:
        """`niceness` lowers the priority of the workers."""
        context = get_context("spawn")
        reader, self._lifeline = context.Pipe(duplex=False)
        self.pool = _Executor(size, context, initializer=_initialize, initargs=(reader, niceness))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers at once, even during a call, and cancel the queued calls."""
        self._lifeline.close()
        self.pool.shutdown(cancel_futures=True)


def _initialize(lifeline: Connection, niceness: int) -> None:
    """Initialize a worker: ignore group signals, lower its priority, watch the lifeline."""
    for number in _GROUP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    os.nice(niceness)
    Thread(target=_exit_on_close, args=[lifeline], daemon=True).start()


def _exit_on_close(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(_EXIT_ORPHANED)
