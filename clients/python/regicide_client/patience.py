"""How long a call is tried, and how long to pause between two attempts. Nothing here sleeps."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

import httpx


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a call is tried, in seconds.

    No attempt begins after the deadline, and no silence is waited out beyond it. The pauses between the attempts double
    from the first to the longest, and a part of each is chance, so that many clients do not come back at one moment.
    """

    deadline: float = 30.0
    """For a call with all its attempts."""

    timeout: float = 10.0
    """For one attempt, in which the server may be silent for this long."""

    first_pause: float = 0.1
    longest_pause: float = 5.0


USUAL: Final = Patience()


class Countdown:
    """What is left of a span of time; None is forever."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left, never less than 0."""
        return float("inf") if self._end is None else max(0.0, self._end - time.monotonic())


class Pauses:
    """Pauses that grow, from half of one to the whole of it by chance."""

    def __init__(self, first: float, longest: float) -> None:
        self._first, self._next, self._longest = first, first, longest

    def reset(self) -> None:
        """Begin with the first pause again."""
        self._next = self._first

    def next(self) -> float:
        """The next pause."""
        pause, self._next = min(self._next, self._longest), min(self._next * 2, self._longest)
        return pause * random.uniform(0.5, 1.0)  # noqa: S311 - no secret


class Attempts:
    """The attempts of one call. A server that is asked to hold its answer back gets that time on top."""

    def __init__(self, patience: Patience, hold: float = 0) -> None:
        self._countdown = Countdown(patience.deadline + hold)
        self._pauses = Pauses(patience.first_pause, patience.longest_pause)
        self._timeout = patience.timeout + hold

    @property
    def timeout(self) -> float:
        """How long the attempt that begins now may take."""
        return max(0.001, min(self._timeout, self._countdown.left))

    def pause(self, least: float = 0) -> float | None:
        """The pause before the next attempt; None where the deadline comes first."""
        pause = max(least, self._pauses.next())
        return pause if pause < self._countdown.left else None


def retry_after(response: httpx.Response | None) -> float:
    """The seconds that an answer's Retry-After asks for, be it a number or a date (RFC 9110); otherwise 0."""
    text = response.headers.get("Retry-After", "").strip() if response is not None else ""
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return 0.0
