"""The connection that a request came by: is anybody still there to be answered?"""

from __future__ import annotations

import select
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread
from typing import Final

from flask import request

_ENDED: Final = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR | select.POLLNVAL
"""What the system says of a connection that the other side has closed; only Linux sees it before something is sent."""

_AT_ONCE: Final = 64


class Client:
    """Who sent the request that is being answered, for as long as that lasts.

    A server that does not lend its socket (gunicorn does) never knows whether they are gone.
    """

    def __init__(self) -> None:
        self.socket: socket.socket | None = request.environ.get("gunicorn.socket")

    @property
    def is_gone(self) -> bool:
        """Whether they have closed the connection."""
        if self.socket is None:
            return False
        number = self.socket.fileno()
        if number < 0:
            return True
        poll = select.poll()
        poll.register(number, _ENDED)
        return bool(poll.poll(0))


class Door:
    """Where those are seen who leave. One thread watches for all, so that nobody who waits has to look out.

    Where the system cannot say (only Linux does), nobody is seen.
    """

    def __init__(self) -> None:
        self._poll: select.epoll | None = None
        self._tell: dict[int, Callable[[], None]] = {}
        self._lock = Lock()

    def watch(self, client: Client, tell: Callable[[], None]) -> None:
        """Tell when a client may have left. What is told has to be looked at: they may be another one by then."""
        if client.socket is None or not hasattr(select, "epoll"):
            return
        with self._lock:
            if self._poll is None:
                self._poll = select.epoll()
                Thread(target=self._stand_there, args=[self._poll], name="door", daemon=True).start()
        self._tell[client.socket.fileno()] = tell
        self._poll.register(client.socket, select.EPOLLRDHUP | select.EPOLLONESHOT)

    def forget(self, client: Client) -> None:
        """Watch for this one no more: to be called before the connection is closed."""
        if client.socket is None or self._poll is None:
            return
        self._tell.pop(client.socket.fileno(), None)
        with suppress(OSError, ValueError):  # it is closed, and so forgotten
            self._poll.unregister(client.socket)

    def _stand_there(self, poll: select.epoll) -> None:
        while True:
            for number, _ in poll.poll(maxevents=_AT_ONCE):
                self._tell.get(number, _nothing)()


def _nothing() -> None:
    """Nobody is to be told."""
