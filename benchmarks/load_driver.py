"""The load: clients that send prepared bytes on persistent connections, all in one separate process.

Each client sends its next request as soon as it has received the response to the last one.
"""

from __future__ import annotations

import gc
import re
import select
import socket
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Final, NamedTuple, TypeAlias

Script: TypeAlias = Sequence[bytes]
"""What one client sends, request by request."""

_LENGTH: Final = re.compile(rb"\r\ncontent-length: ([0-9]+)", re.IGNORECASE)
_GOOD: Final = (b"HTTP/1.1 200", b"HTTP/1.1 304")


class LoadResult(NamedTuple):
    """The duration of each request in seconds, and the mean length of the responses' bodies."""

    seconds: list[float]
    body: int


class Client:
    """A client with its connection and its remaining requests."""

    def __init__(self, port: int, script: Script) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.script = iter(script)
        self.received = b""
        self.sent = 0.0

    def send(self) -> bool:
        """Send the next request. Returns False if there is none."""
        request = next(self.script, None)
        if request is None:
            self.socket.close()
            return False
        self.sent = time.perf_counter()
        self.socket.sendall(request)
        return True

    def receive(self) -> int | None:
        """Receive bytes. Returns the length of the body when the response is complete."""
        self.received += self.socket.recv(1 << 16)
        head = self.received.find(b"\r\n\r\n")
        if head < 0:
            return None
        length = _LENGTH.search(self.received, 0, head + 2)
        body = int(length[1]) if length else 0
        if len(self.received) < head + 4 + body:
            return None
        if not self.received.startswith(_GOOD):
            raise RuntimeError(f"a request was refused: {self.received.decode()}")
        self.received = b""
        return body


@contextmanager
def driver() -> Iterator[ProcessPoolExecutor]:
    """A process to run `drive` in."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        yield process


def drive(port: int, scripts: Sequence[Script]) -> LoadResult:
    """Run one client for each script against a server on this machine."""
    gc.disable()
    clients = {client.socket.fileno(): client for client in (Client(port, script) for script in scripts)}
    seconds: list[float] = []
    bytes_received = 0
    poll = select.epoll()
    for number, client in clients.items():
        poll.register(number, select.EPOLLIN)
        client.send()
    while clients:
        for number, _ in poll.poll():
            body = clients[number].receive()
            if body is not None:
                seconds.append(time.perf_counter() - clients[number].sent)
                bytes_received += body
                if not clients[number].send():
                    del clients[number]
    poll.close()
    gc.enable()
    return LoadResult(seconds, bytes_received // len(seconds))
