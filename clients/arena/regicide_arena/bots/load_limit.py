"""The limit on the time to load a bot's code: announced when it is slow, interrupted when it takes too long."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, current_thread, main_thread
from typing import Final

from regicide_arena.runtime.console import EXIT_UNUSABLE, print_error, print_note
from regicide_arena.runtime.timeouts import LOAD_TIMEOUT_S, TIME_LIMIT

ANNOUNCE_AFTER_S: Final = 1.5
GRACE_S: Final = 2.0
"""Time beyond the limit after which code that ignores the interruption ends this process."""


@contextmanager
def load_limit(bot: str, *, announce: bool = True, is_limited: bool = True) -> Iterator[None]:
    """Announce a load that takes longer than 1.5 seconds, and limit it in the main thread of a process.

    Raises TimeLimitExceeded in the block, and ends this process with exit code 2 if the block ignores that.
    """
    is_limited = is_limited and current_thread() is main_thread()
    done = Event()
    watch = Thread(target=_watch, args=[bot, done, announce, is_limited], daemon=True)
    watch.start()
    try:
        if is_limited:
            TIME_LIMIT.install()
            with TIME_LIMIT.after(LOAD_TIMEOUT_S):
                yield
        else:
            yield
    finally:
        done.set()
        watch.join()


def not_loaded(bot: str) -> str:
    """Return the message about a bot whose code takes too long to load."""
    return f"{bot} is not loaded within {LOAD_TIMEOUT_S:g} seconds: expected that its file does not wait or play"


def _watch(bot: str, done: Event, announce: bool, is_limited: bool) -> None:
    if done.wait(ANNOUNCE_AFTER_S):
        return
    if announce:
        print_note(f"loading {bot} …")
    if is_limited and not done.wait(LOAD_TIMEOUT_S + GRACE_S - ANNOUNCE_AFTER_S):
        print_error(not_loaded(bot))
        os._exit(EXIT_UNUSABLE)
