"""More connections than the limit: idle ones are evicted, and memory is bounded."""

from __future__ import annotations

import resource
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from gunicorns import Gunicorn, gunicorn
from hostile_clients import (
    MIB,
    connected,
    memory,
    served,
)
from servers import LIMITS_OFF
from wire import Wire

CONNECTIONS = 256
KINDS = ("silent", "idle", "follows")
MAX_CONNECTIONS_PER_ADDRESS = 5000
"""Limited by the number of ports."""


def make_room(count: int) -> None:
    """Raise the limit of open files of this process."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < count + 500:
        pytest.skip(f"a process may have {most} open files here, and {count + 500} are needed: ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(least, count + 500), most))


def crowd(server: Gunicorn, count: int, connections: ExitStack) -> list[socket.socket]:
    """Many connections: a third silent, a third idle after a response, a third streams."""
    game = Wire(server.url).send("POST", "/v1/games", {"players": 1}).headers["location"]
    requests = {
        "silent": b"",
        "idle": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
        "follows": f"GET {game}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode(),
    }
    held = []
    for number in range(count):
        source = f"127.0.0.{1 + number // MAX_CONNECTIONS_PER_ADDRESS}"
        held.append(connections.enter_context(connected(server.url, source)))
        with suppress(ConnectionError):  # the server may have evicted it
            held[-1].sendall(requests[KINDS[number % len(KINDS)]])
    return held


def idle(server: Gunicorn, connections: ExitStack) -> None:
    """One more connection that is idle after a response."""
    connection = connections.enter_context(connected(server.url))
    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")


def first_bytes(connection: socket.socket) -> bytes:
    """What a connection receives first; nothing if it is closed."""
    with suppress(ConnectionError):
        return connection.recv(65536)
    return b""


def survive(valkey_url: str, directory: Path, count: int) -> None:
    """Check that a server serves other clients during and after many connections."""
    make_room(count)
    settings = {
        "REDIS_URL": valkey_url,
        "WEB_CONCURRENCY": "1",
        "WEB_CONNECTIONS": str(CONNECTIONS),
        "WAITING_SHARE_PERCENT": "100",
    }
    settings |= LIMITS_OFF
    with gunicorn(directory, **settings) as server:
        served(server.url)
        before = memory(server.pid)
        with ExitStack() as connections:
            held = crowd(server, count, connections)
            served(server.url)
            responses = [*map(first_bytes, held[2::3])]
            assert sum(answer.startswith(b"HTTP/1.1 200") for answer in responses) == CONNECTIONS * 7 // 8
            assert any(b"overloaded" in answer for answer in responses)
            assert memory(server.pid) - before < 100 * MIB
        served(server.url)
        assert not [line for line in server.lines() if line["level"] == "ERROR"]
        assert len(server.workers()) == 1


@pytest.mark.faults
def test_two_thousand_connections_do_not_block_others(valkey_url: str, tmp_path: Path) -> None:
    """Silent, idle and streaming ones; streams beyond the capacity are rejected."""
    survive(valkey_url, tmp_path, 2000)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_ten_thousand_connections_do_not_block_others(valkey_url: str, tmp_path: Path) -> None:
    """The same with more connections."""
    survive(valkey_url, tmp_path, 10_000)


@pytest.mark.faults
def test_idle_connections_are_evicted_before_arriving_requests(valkey_url: str, tmp_path: Path) -> None:
    """A request with a complete head keeps its connection and is answered."""
    under = ("sh", "-c", 'ulimit -n 256; exec "$0" "$@"')
    head = "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n"
    settings = {"REDIS_URL": valkey_url, "WEB_CONCURRENCY": "1", "WEB_CONNECTIONS": "256"}
    with gunicorn(tmp_path, under=under, **settings) as server, ExitStack() as held:
        for _ in range(100):
            idle(server, held)
        arriving = held.enter_context(connected(server.url))
        arriving.sendall(head.encode())
        for _ in range(20):
            idle(server, held)
        arriving.sendall(b'{"players": 1}')
        assert arriving.recv(65536).startswith(b"HTTP/1.1 201 ")


@pytest.mark.faults
@pytest.mark.parametrize("files", [256, 1024])
def test_the_limit_of_open_files_bounds_connections(valkey_url: str, tmp_path: Path, files: int) -> None:
    """The server keeps serving."""
    make_room(600)
    under = ("sh", "-c", f'ulimit -n {files}; exec "$0" "$@"')
    settings = {"REDIS_URL": valkey_url, "WEB_CONCURRENCY": "1", "WAITING_SHARE_PERCENT": "100"}
    settings |= LIMITS_OFF
    with gunicorn(tmp_path, under=under, **settings) as server:
        with ExitStack() as connections:
            crowd(server, 600, connections)
            served(server.url)
        assert len(server.workers()) == 1
