"""Detects client disconnects with one epoll thread."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread
from typing import Final

_CLOSED: Final = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR | select.POLLNVAL
"""The poll events of a connection that the client has closed. Only Linux reports them before a write fails."""

_MAX_EVENTS: Final = 64


class ClientSocket:
    """The socket of the client whose request is in progress; None if the server, unlike gunicorn, hides it."""

    def __init__(self, sock: socket.socket | None) -> None:
        self.socket = sock

    @property
    def is_closed(self) -> bool:
        """Whether the client has closed the connection; False if the socket is not known."""
        if self.socket is None:
            return False
        descriptor = self.socket.fileno()
        if descriptor < 0:
            return True
        poll = select.poll()
        poll.register(descriptor, _CLOSED)
        return bool(poll.poll(0))


class DisconnectWatcher:
    """Calls back when a client disconnects. Without epoll (on systems other than Linux) it never does."""

    def __init__(self) -> None:
        self._poll: select.epoll | None = None
        self._callbacks: dict[int, Callable[[], None]] = {}
        self._lock = Lock()

    def watch(self, client: ClientSocket, callback: Callable[[], None]) -> None:
        """Call back once when a client may have disconnected.

        The callback has to check the socket: its descriptor may belong to another connection by then.
        """
        if client.socket is None or not hasattr(select, "epoll"):
            return
        with self._lock:
            if self._poll is None:
                self._poll = select.epoll()
                Thread(target=self._poll_loop, args=[self._poll], name="disconnects", daemon=True).start()
        self._callbacks[client.socket.fileno()] = callback
        self._poll.register(client.socket, select.EPOLLRDHUP | select.EPOLLONESHOT)

    def unwatch(self, client: ClientSocket) -> None:
        """Stop watching a client. To be called before its socket is closed."""
        if client.socket is None or self._poll is None:
            return
        self._callbacks.pop(client.socket.fileno(), None)
        with suppress(OSError, ValueError):  # a closed socket is not registered
            self._poll.unregister(client.socket)

    def _poll_loop(self, poll: select.epoll) -> None:
        while True:
            for descriptor, _ in poll.poll(maxevents=_MAX_EVENTS):
                if callback := self._callbacks.get(descriptor):
                    callback()
