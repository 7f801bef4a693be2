"""The load: clients that send prepared bytes on persistent connections, all in one separate process.

Each client sends its next request as soon as it has received the response to the last one; at a given rate, not before
it is due.
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
from heapq import heappop, heappush
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
        self.number = self.socket.fileno()
        self.script = iter(script)
        self.received = b""
        self.started = 0.0
        """When the last request was due."""

    def send(self, due: float) -> bool:
        """Send the next request, whose duration counts from `due`. Returns False if there is none."""
        request = next(self.script, None)
        if request is None:
            self.socket.close()
            return False
        self.started = due
        self.socket.sendall(request)
        return True

    def receive(self) -> int | None:
        """Receive bytes. Returns the length of the body when the response is complete."""
        more = self.socket.recv(1 << 16)
        if not more:
            raise RuntimeError("the server closed a connection")
        self.received += more
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


class Timetable:
    """When each client sends: as soon as it has its last answer, or at a common rate, one client after the other.

    A request that is due before the last one of its client is answered is sent late, and counts from when it was due.
    """

    def __init__(self, clients: Sequence[Client], rate: float | None) -> None:
        """`rate` is the number of requests per second of all clients together."""
        self._interval, now = len(clients) / rate if rate else 0.0, time.perf_counter()
        step = 1 / rate if rate else 0.0
        self._due = [(now + place * step, client.number, client) for place, client in enumerate(clients)]

    def seconds_left(self) -> float | None:
        """The time until the next request is due; None if none is waiting."""
        return max(0.0, self._due[0][0] - time.perf_counter()) if self._due else None

    def send_due(self) -> list[int]:
        """Send the requests that are due; return the sockets of clients that had no further one."""
        finished = []
        while self._due and self._due[0][0] <= time.perf_counter():
            due, number, client = heappop(self._due)
            if not client.send(due):
                finished.append(number)
        return finished

    def answered(self, client: Client) -> None:
        """Let the next request of a client follow in its time."""
        due = client.started + self._interval if self._interval else time.perf_counter()
        heappush(self._due, (due, client.number, client))


def drive(port: int, scripts: Sequence[Script], rate: float | None = None) -> LoadResult:
    """Run one client for each script against a server on this machine, at a rate of requests per second if given."""
    gc.disable()
    clients = {client.number: client for client in (Client(port, script) for script in scripts)}
    timetable = Timetable([*clients.values()], rate)
    seconds: list[float] = []
    bytes_received = 0
    poll = select.epoll()
    for number in clients:
        poll.register(number, select.EPOLLIN)
    while clients:
        for number in timetable.send_due():
            del clients[number]
        select.select([poll], [], [], timetable.seconds_left() if clients else 0)  # `poll` rounds up to milliseconds
        for number, _ in poll.poll(0):
            body = clients[number].receive()
            if body is not None:
                seconds.append(time.perf_counter() - clients[number].started)
                bytes_received += body
                timetable.answered(clients[number])
                for finished in timetable.send_due():
                    del clients[finished]
    poll.close()
    gc.enable()
    return LoadResult(seconds, bytes_received // len(seconds))
