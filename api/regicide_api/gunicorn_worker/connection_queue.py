"""Connections in the order in which they came, each of which can leave at any time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

from regicide_api.gunicorn_worker.connection import Connection


class Group:
    """The connections, as gunicorn expects them: like a deque of them, but none has to be searched for."""

    def __init__(self) -> None:
        self._there: OrderedDict[Connection, None] = OrderedDict()

    def append(self, connection: Connection) -> None:
        """Let one in, as the last one."""
        self._there[connection] = None

    def popleft(self) -> Connection:
        """Let the first one go."""
        return self._there.popitem(last=False)[0]

    def remove(self, connection: Connection) -> None:
        """Let this one go."""
        del self._there[connection]

    def __getitem__(self, place: int) -> Connection:
        """The first one: no other place is ever asked for."""
        if place:
            raise IndexError(place)
        return next(iter(self._there))

    def __contains__(self, connection: object) -> bool:
        return connection in self._there

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._there)

    def __len__(self) -> int:
        return len(self._there)
