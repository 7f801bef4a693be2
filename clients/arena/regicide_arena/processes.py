"""Processes that choose for us: they end when we tell them to, and when we end, however that comes about."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Final, Self

_GONE: Final = 1
"""The exit code of a process whose leash is gone."""


class Processes:
    """A pool of so many processes, each started when it is first needed. They run functions that can be imported.

    Each holds the end of a pipe, its leash, whose other end is ours alone: it is gone when we close it, or are killed.
    """

    def __init__(self, number: int, niceness: int = 0) -> None:
        context = get_context("spawn")
        held, self._leash = context.Pipe(duplex=False)
        self.pool = ProcessPoolExecutor(number, context, initializer=_begin, initargs=(held, niceness))

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
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.nice(niceness)
    Thread(target=_end_with, args=[leash], daemon=True).start()


def _end_with(leash: Connection) -> None:
    leash.poll(None)
    os._exit(_GONE)
