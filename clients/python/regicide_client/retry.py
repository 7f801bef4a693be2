"""Retry policy: how long a call is retried, and how long to wait between two attempts. Nothing here sleeps."""

from __future__ import annotations

import logging
import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

import httpx

LOG: Final = logging.getLogger(__name__)
MIN_TIMEOUT_S: Final = 0.001
NOTICED_WAIT_S: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """How long a call is retried; all members are in seconds.

    No attempt starts after the deadline, and no attempt waits for a response beyond it. The backoff between attempts
    doubles from `initial_backoff` up to `max_backoff`, with random jitter so that many clients do not retry at once.
    """

    deadline: float = 30.0
    """For a call with all its attempts."""

    timeout: float = 10.0
    """For one attempt: the longest silence of the server."""

    initial_backoff: float = 0.1
    max_backoff: float = 5.0

    limit_deadline: float = 90.0
    """For a call that the server limits (429 with Retry-After), in place of `deadline`: it waits as long as the server
    says, or fails at once if that is too long."""


DEFAULT_RETRY: Final = RetryPolicy()
"""The policy of a session without another one."""


class Deadline:
    """A point in time some seconds from now; None never comes."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def remaining(self) -> float:
        """The seconds until the deadline, at least 0."""
        return float("inf") if self._end is None else max(0.0, self._end - time.monotonic())


class Backoff:
    """Exponential backoff in seconds; jitter takes away up to half of each delay."""

    def __init__(self, initial: float, maximum: float) -> None:
        self._initial, self._next, self._maximum = initial, initial, maximum

    def reset(self) -> None:
        """Start again with the initial delay."""
        self._next = self._initial

    def next(self) -> float:
        """Return the next delay."""
        delay, self._next = min(self._next, self._maximum), min(self._next * 2, self._maximum)
        return delay * random.uniform(0.5, 1.0)  # noqa: S311 - no secret


class Attempts:
    """The attempts of one call. A server that is asked to hold its response (long poll) gets `hold` seconds more."""

    def __init__(self, policy: RetryPolicy, hold: float = 0) -> None:
        self._policy = policy
        self._deadline = Deadline(policy.deadline + hold)
        self._limit_deadline = Deadline(policy.limit_deadline)
        self._backoff = Backoff(policy.initial_backoff, policy.max_backoff)
        self._timeout = policy.timeout + hold

    @property
    def timeout(self) -> float:
        """The timeout in seconds of an attempt that starts now."""
        return max(MIN_TIMEOUT_S, min(self._timeout, self._deadline.remaining))

    def delay(self, response: httpx.Response | None) -> float | None:
        """Return the seconds to wait after a response, or after none; None if the deadline comes first."""
        delay = max(retry_after_s(response), self._backoff.next())
        if is_limited(response) and delay < self._limit_deadline.remaining:
            log_wait(delay)
            self._deadline = Deadline(max(self._deadline.remaining, delay + self._policy.deadline))
        return delay if delay < self._deadline.remaining else None


def is_limited(response: httpx.Response | None) -> bool:
    """Return whether a response says that the server limits such requests, and when it will serve the next one."""
    return (
        response is not None and response.status_code == httpx.codes.TOO_MANY_REQUESTS and retry_after_s(response) > 0
    )


def log_wait(seconds: float) -> None:
    """Log the wait for a limit of the server, if a user would notice it."""
    if seconds >= NOTICED_WAIT_S:
        LOG.warning("the server limits these requests: waiting %.0f seconds", seconds)


def retry_after_s(response: httpx.Response | None) -> float:
    """Return the seconds of the Retry-After header, given as a number or a date (RFC 9110); 0 without one."""
    text = response.headers.get("Retry-After", "").strip() if response is not None else ""
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return 0.0
