"""More connections than there may be: who has nothing to say makes room, and memory is bounded."""

from __future__ import annotations

import resource
import socket
import time
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
from wire import Wire

THREADS = 128
IN_GOOD_TIME = 20.0
KINDS = ("silent", "idle", "follows")
PER_ADDRESS = 5000
"""Connections from one address of this machine: there are not many more ports."""


def make_room(count: int) -> None:
    """Let this process have so many connections."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < count + 500:
        pytest.skip(f"a process may have {most} open files here, and {count + 500} are needed: ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(least, count + 500), most))


def crowd(server: Gunicorn, count: int, connections: ExitStack) -> list[socket.socket]:
    """So many connections: silent ones, idle ones that have had an answer, and streams of events."""
    game = Wire(server.url).send("POST", "/v1/games", {"players": 1}).headers["location"]
    said = {
        "silent": b"",
        "idle": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
        "follows": f"GET {game}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode(),
    }
    held = []
    for number in range(count):
        source = f"127.0.0.{1 + number // PER_ADDRESS}"
        held.append(connections.enter_context(connected(server.url, source)))
        with suppress(ConnectionError):  # it has had to make room already
            held[-1].sendall(said[KINDS[number % len(KINDS)]])
    return held


def idle(server: Gunicorn, connections: ExitStack) -> None:
    """One more connection, that has had an answer."""
    connection = connections.enter_context(connected(server.url))
    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")


def heard(held: list[socket.socket]) -> list[bytes]:
    """What each connection has been told so far."""
    told = []
    for connection in held:
        connection.setblocking(False)
        content = b""
        with suppress(OSError):
            content = connection.recv(65536)
        told.append(content)
    return told


def survive(valkey_url: str, directory: Path, count: int) -> None:
    """Hold a server to it that it serves others beside so many connections, and is itself again after them."""
    make_room(count)
    settings = {"REDIS_URL": valkey_url, "WEB_CONCURRENCY": "1", "WEB_THREADS": str(THREADS)}
    settings |= {"LIMIT_CREATE_GAME": "0", "LIMIT_OPEN_STREAM": "0"}
    with gunicorn(directory, **settings) as server:
        served(server.url)
        before = memory(server.pid)
        with ExitStack() as connections:
            held = crowd(server, count, connections)
            assert served(server.url) < IN_GOOD_TIME
            time.sleep(1)
            told = heard(held)
            assert sum(answer.startswith(b"HTTP/1.1 200") for answer in told[2::3]) == THREADS * 7 // 8
            assert any(b"overloaded" in answer for answer in told[2::3])
            assert memory(server.pid) - before < 100 * MIB
        assert served(server.url) < IN_GOOD_TIME
        assert not [line for line in server.lines() if line["level"] == "ERROR"]
        assert len(server.workers()) == 1


@pytest.mark.faults
def test_two_thousand_connections_do_not_keep_others_out(valkey_url: str, tmp_path: Path) -> None:
    """Some thirds of them silent, idle, and following a game: as many follow as may, others are told so."""
    survive(valkey_url, tmp_path, 2000)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_ten_thousand_connections_do_not_keep_others_out(valkey_url: str, tmp_path: Path) -> None:
    """The same with more."""
    survive(valkey_url, tmp_path, 10_000)


@pytest.mark.faults
def test_idle_connections_make_room_before_a_request_that_is_arriving(valkey_url: str, tmp_path: Path) -> None:
    """Its head is there, others come, and its body is taken nevertheless."""
    under = ("sh", "-c", 'ulimit -n 256; exec "$0" "$@"')
    head = "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n"
    settings = {"REDIS_URL": valkey_url, "WEB_CONCURRENCY": "1", "WEB_THREADS": "8"}
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
def test_a_server_that_may_have_few_open_files_bounds_its_connections(
    valkey_url: str, tmp_path: Path, files: int
) -> None:
    """It does not end for want of them, and serves others."""
    make_room(2000)
    under = ("sh", "-c", f'ulimit -n {files}; exec "$0" "$@"')
    settings = {"REDIS_URL": valkey_url, "WEB_CONCURRENCY": "1", "LIMIT_CREATE_GAME": "0", "LIMIT_OPEN_STREAM": "0"}
    with gunicorn(tmp_path, under=under, **settings) as server:
        with ExitStack() as connections:
            crowd(server, 1500, connections)
            assert served(server.url) < IN_GOOD_TIME
        assert len(server.workers()) == 1
