"""Retry policy: how long a call is retried, and how long to wait between two attempts. Nothing here sleeps."""

from __future__ import annotations

import logging
import random
import time
from dataclasses import dataclass
from typing import Final

import httpx

from regicide_client.errors import ApiError, connection_failed, retry_after_s

LOG: Final = logging.getLogger(__name__)
RETRYABLE_STATUSES: Final = frozenset({429, 502, 503, 504})

LOCAL_ERRORS: Final = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
"""Faults of the request itself, which a retry would repeat."""

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
        self._policy, self._hold = policy, hold
        self.backoff = Backoff(policy.initial_backoff, policy.max_backoff)
        self.renew()

    def renew(self) -> None:
        """Start the deadlines again, because the server has sent something; the backoff stays."""
        self._deadline = Deadline(self._policy.deadline + self._hold)
        self._limit_deadline = Deadline(self._policy.limit_deadline)
        self._last_response_error: ApiError | None = None

    @property
    def timeout(self) -> float:
        """The timeout in seconds of an attempt that starts now."""
        return max(MIN_TIMEOUT_S, min(self._policy.timeout + self._hold, self._deadline.remaining))

    def delay(self, error: ApiError | None = None, at_least: float = 0) -> float:
        """Return the seconds to wait before the next attempt, after an error that a retry can help, or without one.

        If the deadline comes first, raises the error of the last response, or this one if none had a response: the
        deadline may have cut the last attempt short, so that its timeout says less than an earlier response.
        """
        response = error.response if error else None
        if response is not None:
            self._last_response_error = error
        delay = max(at_least, retry_after_s(response), self.backoff.next())
        if is_limited(response) and delay < self._limit_deadline.remaining:
            log_wait(delay)
            self._deadline = Deadline(max(self._deadline.remaining, delay + self._policy.deadline))
        if error and delay >= self._deadline.remaining:
            raise self._last_response_error or error
        return delay


def is_retryable(response: httpx.Response) -> bool:
    """Return whether the same request can succeed later. A conflict (409) is retryable if it has Retry-After."""
    if response.status_code == httpx.codes.CONFLICT:
        return "Retry-After" in response.headers
    return response.status_code in RETRYABLE_STATUSES


def retryable_error(error: httpx.RequestError | ApiError) -> ApiError:
    """Return the error as an ApiError if a retry can help; otherwise raise it."""
    if isinstance(error, LOCAL_ERRORS):
        raise error
    api_error = error if isinstance(error, ApiError) else connection_failed(error)
    if api_error.response is not None and not is_retryable(api_error.response):
        raise api_error
    return api_error


def is_limited(response: httpx.Response | None) -> bool:
    """Return whether a response says that the server limits such requests, and when it will serve the next one."""
    return (
        response is not None and response.status_code == httpx.codes.TOO_MANY_REQUESTS and retry_after_s(response) > 0
    )


def log_wait(seconds: float) -> None:
    """Log the wait for a limit of the server, if a user would notice it."""
    if seconds >= NOTICED_WAIT_S:
        LOG.warning("the server limits these requests: waiting %.0f seconds", seconds)
