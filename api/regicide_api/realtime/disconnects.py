"""Detects client disconnects by the event loop of the gunicorn worker."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable
from typing import Any, Final

from gevent import get_hub
from gevent.monkey import get_original

_CLOSED: Final = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR | select.POLLNVAL
"""The poll events of a connection that the client has closed. Only Linux reports them before a write fails."""

_READABLE: Final = 1
"""The event of libev at which the client has sent more, or has closed."""


class ClientSocket:
    """The socket of the client whose request is in progress; None if the server, unlike gunicorn, hides it."""

    def __init__(self, sock: socket.socket | None) -> None:
        self.socket = sock
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
