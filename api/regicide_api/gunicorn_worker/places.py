"""The connections that wait for their clients, in the order in which they began to wait.

At the limit of connections, one that waits is closed for each new one: the longest-waiting first. A connection whose
request is being processed, or that follows a game, waits for no client.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Protocol

from gevent import Greenlet, getcurrent


class Waiting(Protocol):
    """A connection that waits for its client; `is_answering` is whether it has received a request."""

    is_answering: bool

    def abandon(self) -> None:
        """Close the connection without waiting for the client."""


class Places:
    """The greenlets of connections that wait for a client to send, to accept bytes, or to close."""

    def __init__(self) -> None:
        self._waiting: dict[Waiting, Greenlet[..., None]] = {}

    def add(self, connection: Waiting) -> None:
        """Add the connection of the current greenlet. A connection that waits already keeps its position."""
        if connection not in self._waiting:
            self._waiting[connection] = getcurrent()  # type: ignore[assignment] # a connection has a Greenlet

    def discard(self, connection: Waiting) -> None:
        """Remove a connection, if it waits."""
        self._waiting.pop(connection, None)

    def evict_one(self) -> None:
        """Close the connection that has waited longest, if any waits."""
        if self._waiting:
            self._evict(next(iter(self._waiting)))

    def evict(self, condition: Callable[[Waiting], bool]) -> None:
        """Close the waiting connections that satisfy a condition."""
        for connection in [waiting for waiting in self._waiting if condition(waiting)]:
            self._evict(connection)

    def _evict(self, connection: Waiting) -> None:
        """End the wait with the error of a connection that the client has closed."""
        connection.abandon()
        self._waiting.pop(connection).kill(ConnectionResetError(errno.ECONNRESET, "evicted"), block=False)
