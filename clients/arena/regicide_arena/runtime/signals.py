"""The signals that a terminal or supervisor sends to a whole process group; only its first process handles them."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Final

GROUP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def ignore_group_signals() -> None:
    """Ignore them in this process, also those that arrived while they were blocked."""
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
