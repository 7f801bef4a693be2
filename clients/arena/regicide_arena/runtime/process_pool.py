"""A pool of worker processes that end with their parent, however it ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread, current_thread, main_thread
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Map: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]

GROUP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
"""The signals that a terminal or a supervisor sends to all processes of a group."""


def ignore_group_signals() -> None:
    """Ignore them in this process, also signals that arrived while they were blocked."""
    for number in GROUP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, GROUP_SIGNALS)


@contextmanager
def deferred_group_signals() -> Iterator[None]:
    """Block them for a process that starts meanwhile, until it ignores them; this process handles them at the end.

    Another thread may receive a signal that the main thread blocks, and Python then runs the handler in the main
    thread: without a handler that only records it, the start of a process would be abandoned halfway.
    """
    received: set[int] = set()
    previous = signal.pthread_sigmask(signal.SIG_BLOCK, GROUP_SIGNALS)
    is_main = current_thread() is main_thread()
    handlers = {each: signal.signal(each, lambda got, _: received.add(got)) for each in GROUP_SIGNALS if is_main}
    try:
        yield
    finally:
        for each, handler in handlers.items():
            signal.signal(each, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, previous)
        for number in received:
            signal.raise_signal(number)


class WorkerPool(ProcessPoolExecutor):
    """A process pool that runs importable functions; each process starts when it is first needed.

    Every worker holds the reading end of a pipe whose writing end only this process has. The end of file on it, after
    the block of the pool or the death of this process, ends the worker, even during a call. Standard output of the
    calls goes to standard error.
    """

    def __init__(self, size: int) -> None:
        context = get_context("spawn")
        reader, self._lifeline = context.Pipe(duplex=False)
        super().__init__(size, context, initializer=_initialize, initargs=(reader,))

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call; a process starts with group signals blocked, so that none arrives before it ignores them."""
        with deferred_group_signals():
            return super().submit(fn, *args, **kwargs)

    def __exit__(self, *_: object) -> None:
        self._lifeline.close()
        self.shutdown(cancel_futures=True)


@contextmanager
def parallel_map(workers: int) -> Iterator[Map]:
    """Provide a `map` that runs in worker processes, or in this process for a single one."""
    if workers <= 1:
        yield map
        return
    with WorkerPool(workers) as processes:
        yield processes.map


def _initialize(lifeline: Connection) -> None:
    """Initialize a worker: ignore group signals, and end with the lifeline."""
    ignore_group_signals()
    os.dup2(2, 1)
    Thread(target=_end_with, args=[lifeline], daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(1)
