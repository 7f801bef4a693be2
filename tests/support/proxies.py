"""An HTTP proxy that injects network faults into responses."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import urlsplit

FRAMING = ("Transfer-Encoding", "Content-Length")
"""The server's framing headers, which the proxy replaces by its own."""

Fault = Callable[[Callable[[], bytes], socket.socket], object]
"""A fault of a request: the first argument forwards it to the server, the second is the socket of the client."""


class Seen(NamedTuple):
    """A request received by the proxy."""

    method: str
    path: str
    headers: dict[str, str]


def dropped(answered: Callable[[], bytes], _: socket.socket) -> None:
    """The server handles the request, and the connection is closed without a response."""
    answered()


def reset(answered: Callable[[], bytes], client: socket.socket) -> None:
    """The same, but the connection is reset."""
    answered()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def cut_short(answered: Callable[[], bytes], client: socket.socket) -> None:
    """The connection is closed in the middle of the response."""
    client.sendall(answered()[:-20])


def silent(answered: Callable[[], bytes], client: socket.socket) -> None:
    """No response until the client times out."""
    answered()
    client.recv(1)


def says(status: str, content_type: str, body: str, *headers: str) -> Fault:
    """The proxy responds without forwarding the request."""
    head = "\r\n".join([f"HTTP/1.1 {status}", f"Content-Type: {content_type}", *headers, "Connection: close"])
    answer = f"{head}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    return lambda _, client: client.sendall(answer)


def endless(_: Callable[[], bytes], client: socket.socket) -> None:
    """A response without end, until the client closes the connection."""
    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n")
    with suppress(OSError):
        while True:
            client.sendall(b"[" * 65536)


def cut_at(length: int) -> Fault:
    """Only this much of the response is forwarded."""
    return lambda answered, client: client.sendall(answered()[:length])


BAD_GATEWAY = says("502 Bad Gateway", "text/html", "<html><h1>502 Bad Gateway</h1></html>")


class Proxy(ThreadingHTTPServer):
    """The proxy. `faults` apply to the next requests, one each, `post_faults` to POST; `seen` are all requests."""

    daemon_threads = True

    def __init__(self, upstream: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.upstream = urlsplit(upstream)
        self.faults: list[Fault] = []
        self.post_faults: list[Fault] = []
        self.seen: list[Seen] = []

    @property
    def url(self) -> str:
        """Its URL."""
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Proxy
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Forward a request, unless a fault applies."""
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.server.seen.append(Seen(self.command, self.path, dict(self.headers.items())))
        faults = self.server.post_faults if self.command == "POST" and self.server.post_faults else self.server.faults
        if faults:
            self.close_connection = True
            faults.pop(0)(lambda: self._answered(body), self.connection)
        else:
            self.connection.sendall(self._answered(body))

    do_POST = do_PUT = do_DELETE = do_OPTIONS = do_GET  # noqa: N815 - the names that http.server requires

    def _answered(self, body: bytes) -> bytes:
        upstream = self.server.upstream
        connection = HTTPConnection(str(upstream.hostname), upstream.port)
        connection.request(self.command, self.path, body, dict(self.headers.items()))
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        passed_on = [(name, value) for name, value in answer.getheaders() if name not in {"Connection", *FRAMING}]
        head = "".join(f"{name}: {value}\r\n" for name, value in [*passed_on, ("Content-Length", len(content))])
        return f"HTTP/1.1 {answer.status} {answer.reason}\r\n{head}\r\n".encode() + content

    def log_message(self, *_: Any) -> None:
        """Suppress the log."""


@contextmanager
def proxy(upstream: str) -> Iterator[Proxy]:
    """A proxy in front of a server."""
    with Proxy(upstream) as running:
        threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        try:
            yield running
        finally:
            running.shutdown()
