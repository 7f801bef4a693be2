"""Hostile clients on raw sockets, and the memory of the server."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from commands import TIMEOUT_S
from servers import children_of
from wire import Wire

MIB = 1024 * 1024
MIN_BUFFER_BYTES = 4096


class Answer(NamedTuple):
    """A raw response: status (0: none), headers by lower-case name, body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """The code of the problem."""
        assert self.headers["content-type"] == "application/problem+json", self
        problem: dict[str, Any] = json.loads(self.body)
        assert problem["type"] == f"/problems/{problem['code']}"
        assert problem["status"] == self.status
        return str(problem["code"])


def connected(url: str, source: str = "127.0.0.1", timeout: float = TIMEOUT_S) -> socket.socket:
    """A connection to a server, from an address of this machine."""
    address = urlsplit(url)
    return socket.create_connection((str(address.hostname), address.port or 0), timeout, (source, 0))


def answer_to(url: str, *pieces: bytes) -> Answer:
    """The response to these bytes, until the server closes the connection."""
    with connected(url) as connection:
        with suppress(ConnectionError):  # the server may have closed the connection
            for piece in pieces:
                connection.sendall(piece)
        return read_answer(connection)


def read_answer(connection: socket.socket) -> Answer:
    """The bytes of a connection until the server closes it, parsed."""
    content = b""
    with suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            content += piece
    head, _, body = content.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    number = status.partition(" ")[2][:3]
    return Answer(int(number or 0), {name.lower(): text for name, text in headers.items()}, body)


ATTACKER = "127.0.0.2"
"""The address of hostile clients: those of one address have a share of the connections."""


def attack(url: str, count: int, beginning: bytes, drip: bytes = b"", every: float = 0.5) -> Any:
    """Keep connections open that send a prefix, then a few bytes at intervals. Dropped ones reconnect."""
    return _running(_Attack(url, count, beginning, drip, every).run)


@contextmanager
def unread(url: str, count: int, requests: bytes) -> Iterator[list[socket.socket]]:
    """Connections that send requests, as far as the server receives them, and do not read the responses."""
    address = urlsplit(url)
    with ExitStack() as stack:
        held = []
        for _ in range(count):
            held.append(stack.enter_context(socket.socket()))
            held[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, MIN_BUFFER_BYTES)
            held[-1].bind((ATTACKER, 0))
            held[-1].connect((str(address.hostname), address.port or 0))
            held[-1].setblocking(False)
            with suppress(OSError):  # the server may have closed the connection, or its buffer is full
                held[-1].send(requests)
        yield held


@contextmanager
def _running(work: Any) -> Iterator[None]:
    stop = Event()
    thread = Thread(target=work, args=[stop])
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


class _Attack(NamedTuple):
    url: str
    count: int
    beginning: bytes
    drip: bytes
    every: float

    def run(self, stop: Event) -> None:
        held: list[socket.socket] = []
        with ExitStack() as stack:
            while not stop.is_set():
                while len(held) < self.count and not stop.is_set():
                    with suppress(OSError):
                        held.append(stack.enter_context(connected(self.url, ATTACKER)))
                        held[-1].sendall(self.beginning)
                        held[-1].setblocking(False)
                held = [connection for connection in held if _holds(connection, self.drip)]
                stop.wait(self.every)


def _holds(connection: socket.socket, drip: bytes) -> bool:
    """Whether a connection is open after another few bytes."""
    try:
        connection.send(drip)
        if connection.recv(65536):
            return True
    except BlockingIOError:
        return True
    except OSError:
        pass
    connection.close()
    return False


def served(url: str) -> None:
    """Create a game and act in it. Raises TimeoutError without a response."""
    wire = Wire(url)
    created = wire.send("POST", "/v1/games", {"players": 1})
    assert created.status == 201, created
    body = {"version": 1, "action": created.json["game"]["legal_actions"][0]}
    acted = wire.send("POST", f"{created.headers['location']}/actions", body, created.json["seats"][0]["token"])
    assert acted.status == 200, acted


def memory(master: int) -> int:
    """The resident memory of gunicorn's worker processes, in bytes."""
    found = 0
    for worker in children_of(master):
        fields = dict(line.split(":", 1) for line in Path(f"/proc/{worker}/status").read_text().splitlines())
        found += int(fields["VmRSS"].split()[0]) * 1024
    return found
