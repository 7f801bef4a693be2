"""gunicorn's response, whose head is sent together with the first bytes of the body: one system call, one packet."""

from __future__ import annotations

import time
from collections.abc import Iterable, MutableMapping
from functools import cache, lru_cache
from typing import Any, Final, cast

from gunicorn import util
from gunicorn.config import Config
from gunicorn.http import Request, wsgi

from regicide_api.gunicorn_worker.connection import Connection

_JOINED_BYTES: Final = 16 * 1024
"""The beginning of a body that is sent together with the head."""


class Response(wsgi.Response):
    """A response to a request. Methods that send raise OSError."""

    sock: Connection
    _omits_body: bool

    @property
    def is_stream(self) -> bool:
        """Whether the body has no length: it is sent as it arises."""
        return self.response_length is None and not self._omits_body

    def send(self, content: Iterable[bytes]) -> None:
        """Send the response with this content."""
        for piece in content:
            self.write(piece)
        self.close()

    def write(self, data: bytes) -> None:
        """Send a piece of the body, after the head."""
        if self.headers_sent or self._omits_body or len(data) != self.response_length:
            super().write(data)
        else:
            self.sent = len(data)
            self.sock.sendall(self.take_head() + data[:_JOINED_BYTES])
            if len(data) > _JOINED_BYTES:  # not joined: each client that does not read would hold a copy of the page
                self.sock.sendall(memoryview(data)[_JOINED_BYTES:])

    def send_headers(self) -> None:
        """Send the head, unless it is sent."""
        if not self.headers_sent:
            self.sock.sendall(self.take_head())

    def take_head(self) -> bytes:
        """The head, which counts as sent from now on."""
        self.headers_sent = True
        lines = [*self.default_headers(), *(f"{name}: {text}\r\n" for name, text in self.headers), "\r\n"]
        return "".join(lines).encode("latin-1")

    def default_headers(self) -> list[str]:
        """The status line, and the headers that the server adds."""
        major, minor = self.req.version or (1, 1)
        return [
            f"HTTP/{major}.{minor} {self.status}\r\n",
            f"Server: {self.version}\r\n",
            _date_line(int(time.time())),
            f"Connection: {'close' if self.should_close() else 'keep-alive'}\r\n",
            *(["Transfer-Encoding: chunked\r\n"] if self.chunked else []),
        ]


def create(
    request: Request, connection: Connection, client: Any, listener: Any, cfg: Config
) -> tuple[Response, MutableMapping[str, Any]]:
    """The response to a request, and the environment for the application."""
    response, environ = wsgi.create(request, connection, client, listener, cfg, Response)
    return cast("Response", response), environ


wsgi.WSGIErrorsWrapper = cache(wsgi.WSGIErrorsWrapper)  # type: ignore[assignment,misc] # else one for each request


@lru_cache(maxsize=1)
def _date_line(second: int) -> str:
    return f"Date: {util.http_date(second)}\r\n"


class Stream:
    """A response without a length, nothing of which has been sent. The connection is closed after it."""

    __slots__ = ("_content", "_head", "_is_chunked")

    def __init__(self, response: Response, content: Any) -> None:
        response.force_close()
        self._head = response.take_head()
        self._is_chunked = response.chunked
        self._content = content

    def send(self, connection: Connection) -> None:
        """Send the pieces of the content as they arise, the first one with the head. Raises OSError."""
        try:
            for piece in self._content:
                self._send(connection, _chunk(piece) if self._is_chunked else piece)
            self._send(connection, _LAST_CHUNK if self._is_chunked else b"")
        finally:
            self._content.close()

    def _send(self, connection: Connection, piece: bytes) -> None:
        connection.sendall(self._head + piece)
        self._head = b""


_LAST_CHUNK: Final = b"0\r\n\r\n"


def _chunk(piece: bytes) -> bytes:
    """A piece in the coding `chunked` (RFC 9112, section 7.1), where an empty one would end the body."""
    return b"%X\r\n%b\r\n" % (len(piece), piece) if piece else b""
