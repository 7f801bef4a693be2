"""Processes that choose for us: they end when we tell them to, and when we end, however that comes about."""

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

_FOR_ALL: Final = (signal.SIGINT, signal.SIGTERM)
_GONE: Final = 1
"""The exit code of a process whose leash is gone."""


class _Pool(ProcessPoolExecutor):
    """Starts its processes deaf to signals for all of us: the first they could do is to complain."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, _FOR_ALL)
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)


class Processes:
    """A pool of so many processes, each started when it is first needed. They run functions that can be imported.

    Each holds the end of a pipe, its leash, whose other end is ours alone: it is gone when we close it, or are killed.
    """

    def __init__(self, number: int, niceness: int = 0) -> None:
        context = get_context("spawn")
        held, self._leash = context.Pipe(duplex=False)
        self.pool = _Pool(number, context, initializer=_begin, initargs=(held, niceness))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes at once, whatever they do."""
        self._leash.close()
        self.pool.shutdown(cancel_futures=True)


def _begin(leash: Connection, niceness: int) -> None:
    """Begin as such a process. Signals for all of us, such as Ctrl-C, are not for it: its parent will see to it."""
    for number in _FOR_ALL:
        signal.signal(number, signal.SIG_IGN)
    os.nice(niceness)
    Thread(target=_end_with, args=[leash], daemon=True).start()


def _end_with(leash: Connection) -> None:
    leash.poll(None)
    os._exit(_GONE)
