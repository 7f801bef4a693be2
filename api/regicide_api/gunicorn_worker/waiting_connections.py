"""The connections that wait for their clients, in the order in which they began to wait.

At the limit, each new connection closes a waiting one, the longest-waiting first. A connection whose
request is being processed, or that follows a game, waits for no client.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Waiting(Protocol):
    """A connection that waits for its client; `is_answering` is whether it has received a request."""

    is_answering: bool

    def transferred_bytes(self) -> int:
        """Bytes that the client has sent and accepted: a number that changes as long as there is progress."""

    def end_wait(self) -> None:
        """End the wait as if the client had closed the connection."""


class WaitingConnections:
    """The connections that wait for a client to send, to accept bytes, or to close."""

    def __init__(self) -> None:
        self._waiting: dict[Waiting, None] = {}

    def add(self, connection: Waiting) -> None:
        """Add a connection. One that waits already keeps its position."""
        self._waiting.setdefault(connection)

    def discard(self, connection: Waiting) -> None:
        """Remove a connection, if it waits."""
        self._waiting.pop(connection, None)

    def evict_one(self) -> None:
        """End the wait of the connection that has waited longest, if any waits."""
        if self._waiting:
            self._evict(next(iter(self._waiting)))

    def progress(self) -> dict[Waiting, int]:
        """The transferred bytes of each connection."""
        return {connection: connection.transferred_bytes() for connection in self._waiting}

    def evict_stalled(self, before: Mapping[Waiting, int]) -> None:
        """End the wait of all connections without a request, and of those without progress since `before`."""
        for connection, transferred_bytes in self.progress().items():
            if not connection.is_answering or before.get(connection) == transferred_bytes:
                self._evict(connection)

    def _evict(self, connection: Waiting) -> None:
        self.discard(connection)
        connection.end_wait()
