"""A queue of connections with removal of any element in constant time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

from regicide_api.gunicorn_worker.connection import Connection


class ConnectionQueue:
    """The part of the interface of `collections.deque` that gunicorn's worker uses."""

    def __init__(self) -> None:
        self._connections: OrderedDict[Connection, None] = OrderedDict()

    def append(self, connection: Connection) -> None:
        """Add a connection at the end."""
        self._connections[connection] = None

    def popleft(self) -> Connection:
        """Remove and return the first connection."""
        return self._connections.popitem(last=False)[0]

    def remove(self, connection: Connection) -> None:
        """Remove a connection."""
        del self._connections[connection]

    def __getitem__(self, index: int) -> Connection:
        """The first connection; gunicorn requests no other index."""
        if index:
            raise IndexError(index)
        return next(iter(self._connections))

    def __contains__(self, connection: object) -> bool:
        return connection in self._connections

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._connections)

    def __len__(self) -> int:
        return len(self._connections)
