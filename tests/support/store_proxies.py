"""A proxy to a store that fails at one round trip: before the store gets the commands, or before its response."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from urllib.parse import urlsplit

_CHUNK_BYTES = 1 << 20


class Loss(StrEnum):
    """What is lost: the commands, so that nothing is executed, or the response to executed commands.

    The proxy closes the connection; with `SILENCE` it does not, as a store that is stopped.
    """

    COMMANDS = "commands"
    RESPONSE = "response"
    SILENCE = "silence"


class StoreProxy:
    """A proxy in front of the store with this Unix socket. One chunk from a client is one round trip."""

    def __init__(self, upstream: str) -> None:
        self._upstream = upstream
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._loss: Loss | None = None
        self._left = 0
        self._is_down = False
        self.round_trips = self.silences = 0
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """The URL of the store behind the proxy."""
        return f"redis://127.0.0.1:{self._listener.getsockname()[1]}?socket_timeout=2"

    def fail(self, number: int, loss: Loss, *, stays_down: bool = False) -> None:
        """Fail at the round trip with this number, from 0, and perhaps at all later ones."""
        self._loss, self._left, self._is_down = loss, number, False
        self._stays_down = stays_down
        self.round_trips = self.silences = 0

    def heal(self) -> None:
        """Fail no more."""
        self._loss, self._is_down = None, False

    def close(self) -> None:
        """Accept no more connections."""
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as store, suppress(OSError):
            store.connect(self._upstream)
            while commands := client.recv(_CHUNK_BYTES):
                loss = self._next(any(word in commands for word in (b"CLIENT", b"HELLO", b"SCRIPT")))
                if loss is Loss.SILENCE:
                    self.silences += 1
                    continue
                if loss is not Loss.COMMANDS:
                    store.sendall(commands)
                    response = store.recv(_CHUNK_BYTES)
                if loss:
                    return
                client.sendall(response)

    def _next(self, is_greeting: bool) -> Loss | None:
        """What is lost of the next round trip; the greeting of a new connection is not counted."""
        if self._is_down:
            return self._down
        if is_greeting or self._loss is None:
            return None
        self.round_trips += 1
        self._left -= 1
        if self._left >= 0:
            return None
        loss, self._loss = self._loss, None
        self._is_down = self._stays_down
        self._down = Loss.SILENCE if loss is Loss.SILENCE else Loss.COMMANDS
        return loss


@contextmanager
def store_proxy(store_url: str) -> Iterator[StoreProxy]:
    """A proxy in front of the store with this URL, which names a Unix socket."""
    proxy = StoreProxy(urlsplit(store_url).path)
    try:
        yield proxy
    finally:
        proxy.close()
