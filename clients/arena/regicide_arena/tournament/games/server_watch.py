"""The watch over a game server during a tournament: says when it stops answering, and when it answers again.

The games retry their requests in the worker processes, silently. The watch sends requests of its own, from the process
of the command, so its message comes once, and before the retries end.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import Final, Self

import httpx

from regicide_client import DEFAULT_RETRY, ApiError, ConnectionFailed, RetryPolicy, Session

INTERVAL_S: Final = 1.0
TIMEOUT_S: Final = 3.0
RETRY: Final = RetryPolicy(deadline=TIMEOUT_S, timeout=TIMEOUT_S, initial_backoff=20, max_backoff=20)
"""A single attempt, as the next one would be after the deadline."""


class ServerWatch:
    """Asks a server from time to time, in a thread, from `__enter__` to `__exit__`."""

    def __init__(self, url: str, report: Callable[[str], object], interval_s: float = INTERVAL_S) -> None:
        """`report` receives the messages, in the thread."""
        self._url, self._report, self._interval_s = url, report, interval_s
        self._ended, self._is_lost = Event(), False

    def __enter__(self) -> Self:
        Thread(target=self._run, daemon=True).start()  # not joined: a server that hangs does not delay the end
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()

    def _run(self) -> None:
        with Session(self._url, retry=RETRY) as session:
            while not self._ended.wait(self._interval_s):
                asked = datetime.now(UTC)
                cause = _failure(session)
                if self._ended.is_set():
                    return
                self._note(cause, asked)

    def _note(self, cause: str | None, asked: datetime) -> None:
        """Report a change: the cause of the first failure, or the end of the failures."""
        if cause and not self._is_lost:
            until = (asked + timedelta(seconds=DEFAULT_RETRY.deadline)).astimezone()
            self._report(f"the server {self._url} does not answer ({cause}); retrying until about {until:%H:%M:%S}")
        elif self._is_lost and not cause:
            self._report(f"the server {self._url} answers again")
        self._is_lost = cause is not None


def _failure(session: Session) -> str | None:
    """Return the cause why a server does not serve a request that needs its store; None if it serves it."""
    try:
        session.list_agents(limit=1)
    except ConnectionFailed as error:
        return error.detail
    except ApiError as error:
        return str(error) if (error.status or 0) >= httpx.codes.INTERNAL_SERVER_ERROR else None
    except httpx.HTTPError as error:
        return f"{type(error).__name__}: {error}"
    return None
