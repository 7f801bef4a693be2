"""The work of a process: the requests in flight, their clients, and the work for one of them, in parts.

Between two parts other clients of the process have their turn.
Work of many parts gives way once it has taken PART_S, and ends there if its client has left, which the event loop of
the gunicorn worker shows. Outside a request, as in commands, and without gevent, the parts follow each other.
"""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from gevent import get_hub
from gevent.monkey import get_original

PART_S: Final = 0.003
"""The time after which work gives way."""

YIELD_S: Final = 1e-6
"""A wait for the event loop. It runs dozens of greenlets that sleep for 0 s before it looks at its sockets again."""

_CLOSED: Final = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR | select.POLLNVAL
"""The poll events of a connection that the client has closed. Only Linux reports them before a write fails."""

_READABLE: Final = 1
"""The event of libev at which the client has sent more, or has closed."""

Item = TypeVar("Item")


class InFlight:
    """Counts requests that are received and not answered, except requests that wait for changes or for their client.

    Only greenlets of one process change the count, and they do not switch in between. Under a server other than the
    gunicorn worker only pauses are counted, and the count is never above 0.
    """

    def __init__(self) -> None:
        self.count = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count a request meanwhile."""
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Do not count a request meanwhile."""
        self.count -= 1
        try:
            yield
        finally:
            self.count += 1


in_flight: Final = InFlight()
"""The requests of this process."""


class ClientLeft(BaseException):
    """The client of a request has closed its connection: nobody reads the answer.

    It derives from BaseException, so that `except Exception` does not catch it.
    """


class Client:
    """The client of the request in progress. Its socket is None if the server, unlike gunicorn, hides it.

    Work for it gives way once `part_ends_at` is over, and does not end before it is done if it `is_complete`.
    """

    __slots__ = ("_watcher", "is_complete", "part_ends_at", "socket")

    def __init__(self, sock: socket.socket | None) -> None:
        self.socket = sock
        self.part_ends_at = time.monotonic() + PART_S
        self.is_complete = False
        self._watcher: Any = None

    def is_closed(self) -> bool:
        """Whether the client has closed the connection; False if the socket is not known."""
        if self.socket is None:
            return False
        descriptor = self.socket.fileno()
        if descriptor < 0:
            return True
        poll = get_original("select", "poll")()
        poll.register(descriptor, _CLOSED)
        return bool(poll.poll(0))

    def watch(self, callback: Callable[[], None]) -> None:
        """Call back once when the client may have disconnected; the callback has to check. It must not block."""
        if self.socket is not None:
            self._watcher = get_hub().loop.io(self.socket.fileno(), _READABLE)
            self._watcher.start(self._call_back, callback)

    def _call_back(self, callback: Callable[[], None]) -> None:
        self._watcher.stop()
        callback()

    def unwatch(self) -> None:
        """Stop watching. To be called before the socket is closed."""
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None


_current: Final[ContextVar[Client | None]] = ContextVar("client", default=None)


def begin(client: Client) -> None:
    """Begin the work for a client."""
    _current.set(client)


def current_client() -> Client:
    """The client of the current request."""
    return _current.get() or Client(None)


def give_way() -> None:
    """Let other clients have their turn, if a part of the work is over. Raises ClientLeft."""
    client = _current.get()
    if client and time.monotonic() >= client.part_ends_at:
        time.sleep(YIELD_S)
        require_client()
        client.part_ends_at = time.monotonic() + PART_S


def in_parts(items: Iterable[Item]) -> Iterator[Item]:
    """The items, giving way before each of them. Raises ClientLeft."""
    for item in items:
        give_way()
        yield item


def require_client() -> None:
    """Raises ClientLeft if the client of the current request has left."""
    client = _current.get()
    if client and not client.is_complete and client.is_closed():
        raise ClientLeft


def complete() -> None:
    """Do the rest of the work for the current request even if its client leaves: it changes something."""
    if client := _current.get():
        client.is_complete = True
