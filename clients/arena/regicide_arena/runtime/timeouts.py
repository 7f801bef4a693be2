"""Time limits for calls of bots, by SIGALRM: they work in the main thread of a process only."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Final

LOAD_TIMEOUT_S: Final = 10.0
"""Time to load the code of a bot; also time to make a bot, unless its clock allows more."""
START_TIMEOUT_S: Final = 120.0
"""Time to start a process beyond that, and to compile the search of a planner, on a busy machine."""


class TimeLimitExceeded(BaseException):
    """The time limit is exceeded. Not an `Exception`, so that a bot's `except Exception` does not catch it."""


class _TimeLimit:
    """A context that raises TimeLimitExceeded inside of it after a number of seconds.

    A signal that arrives after the context has ended is ignored.
    """

    def __init__(self) -> None:
        self._active = False
        self._seconds = 0.0

    def install(self) -> None:
        """Install the signal handler; call it again after code that may have replaced the handler."""
        signal.signal(signal.SIGALRM, self._on_alarm)

    def after(self, seconds: float) -> _TimeLimit:
        """Set the time limit of the next context."""
        self._seconds = seconds
        return self

    def __enter__(self) -> None:
        self._active = True
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        self._active = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _on_alarm(self, _number: int, _frame: FrameType | None) -> None:
        if self._active:
            raise TimeLimitExceeded


TIME_LIMIT: Final = _TimeLimit()
"""The only instance, as a process has one such timer: `TIME_LIMIT.install()`, `with TIME_LIMIT.after(1.5): ...`."""
