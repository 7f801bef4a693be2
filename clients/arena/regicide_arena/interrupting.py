"""Interrupting what takes too long: works in the main thread of a process, and only there."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Final


class TooLong(BaseException):
    """The time is over; no bot that catches `Exception` may catch this."""


class _Alarm:
    """A context in which at most so many seconds are spent. A signal that comes late does nothing.

    Raises TooLong inside of it.
    """

    def __init__(self) -> None:
        self._is_set = False
        self._seconds = 0.0

    def listen(self) -> None:
        """Hear the signal from now on; to be called again wherever somebody else may have come to hear it."""
        signal.signal(signal.SIGALRM, self._ring)

    def after(self, seconds: float) -> _Alarm:
        self._seconds = seconds
        return self

    def __enter__(self) -> None:
        self._is_set = True
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        self._is_set = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        if self._is_set:
            raise TooLong


ALARM: Final = _Alarm()
"""There is one only, as there is one timer only: `ALARM.listen()`, and then `with ALARM.after(seconds): …`."""
