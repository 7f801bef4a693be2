"""Bounds on a connection of the gunicorn worker: the rate of sending, and which connection makes room at the limit."""

from __future__ import annotations

import select
import sys
from collections.abc import Iterator
from typing import NamedTuple

import gevent
import pytest
from commands import TIMEOUT_S
from gevent import socket
from gevent.socket import wait_read

from regicide_api.core.in_flight import InFlight
from regicide_api.gunicorn_worker import connection
from regicide_api.gunicorn_worker.connection import Connection
from regicide_api.gunicorn_worker.waiting_connections import WaitingConnections

SEND_TIMEOUT_S = 1.0
LONG = b"x" * (16 * 1024 * 1024)
"""More than the system buffers."""


class Pair(NamedTuple):
    """Both ends of a connection, and what the server knows of it."""

    server: Connection
    client: socket.socket
    waiting: WaitingConnections
    in_flight: InFlight


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    """A connection whose client may accept nothing only for a short time."""
    monkeypatch.setattr(connection, "SEND_TIMEOUT_S", SEND_TIMEOUT_S)
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        client.connect(listener.getsockname())
        waiting, in_flight = WaitingConnections(), InFlight()
        server = Connection(listener.accept()[0], 2.0, waiting, in_flight)
        yield Pair(server, client, waiting, in_flight)
        server.abandon()
        server.close()


def test_a_client_that_does_not_read_is_dropped(pair: Pair) -> None:
    """After the time for which it may accept nothing."""
    with pytest.raises(ConnectionResetError, match="does not accept"):
        pair.server.sendall(LONG)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no TCP_USER_TIMEOUT")
def test_a_client_that_the_system_has_given_up_is_dropped(pair: Pair) -> None:
    """At the next response of its pipeline, with an error that gunicorn does not log."""
    pair.server.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1)
    pair.server.settimeout(0.0)
    pair.server.send(LONG)
    errors = select.poll()
    errors.register(pair.server.fileno(), 0)
    assert errors.poll(1000 * TIMEOUT_S)
    with pytest.raises(ConnectionResetError):
        pair.server.sendall(b"x")


def test_a_response_that_waits_is_not_in_flight(pair: Pair) -> None:
    """Otherwise clients that do not read would keep others from creating games."""
    pair.server.begin_response()
    sending = gevent.spawn(pair.server.sendall, LONG)
    gevent.idle()
    assert pair.in_flight.count == 0
    with pytest.raises(ConnectionResetError):
        sending.get()
    assert pair.in_flight.count == 1


def test_a_slow_client_keeps_its_connection(pair: Pair) -> None:
    """Bytes that it accepts give it further time."""
    sending = gevent.spawn(pair.server.sendall, LONG)
    while not sending.ready():
        pair.client.recv(1024 * 1024)
        gevent.sleep(SEND_TIMEOUT_S / 20)
    sending.get()


def test_the_connection_that_waits_longest_makes_room(pair: Pair) -> None:
    """Its wait ends as if the client had closed."""
    receiving = gevent.spawn(pair.server.recv, 10)
    gevent.idle()
    pair.waiting.evict_one()
    assert receiving.get() == b""


def test_a_request_that_arrives_before_the_eviction_is_received(pair: Pair) -> None:
    """The handler of a request is not interrupted."""
    receiving = gevent.spawn(pair.server.recv, 10)
    gevent.idle()
    pair.client.sendall(b"x")
    pair.waiting.evict_one()
    assert receiving.get() == b"x"


def test_a_message_outside_a_request_is_not_in_flight(pair: Pair) -> None:
    """Such as the answer to a request that cannot be parsed."""
    sending = gevent.spawn(pair.server.sendall, LONG)
    gevent.idle()
    assert pair.in_flight.count == 0
    pair.waiting.evict_one()
    with pytest.raises(OSError):  # noqa: PT011 - a broken pipe, or a reset
        sending.get()
    assert pair.in_flight.count == 0


def test_a_connection_that_waits_for_no_client_is_not_evicted(pair: Pair) -> None:
    """Such as that of a stream, or of a request that is being processed."""
    pair.client.sendall(b"x")
    assert pair.server.recv(1) == b"x"
    pair.server.begin_response()
    pair.waiting.evict_one()
    pair.server.sendall(b"y")
    assert pair.client.recv(1) == b"y"


def test_the_system_drops_a_client_that_does_not_read(pair: Pair) -> None:
    """Of a stream, or of a closed connection, whose bytes the system holds: see tcp(7)."""
    timeout_ms = pair.server.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert timeout_ms == 1000 * SEND_TIMEOUT_S


def test_a_unix_socket_is_served() -> None:
    """It has no options of TCP."""
    accepted, client = socket.socketpair()
    with client, Connection(accepted, 2.0, WaitingConnections(), InFlight()) as server:
        server.sendall(b"x")
        server.abandon()
        assert client.recv(1) == b"x"


def test_a_client_that_does_not_read_makes_no_progress(pair: Pair) -> None:
    """A stopping process closes its connection."""
    pair.server.begin_body()
    sending = gevent.spawn(pair.server.sendall, LONG)
    gevent.sleep(SEND_TIMEOUT_S / 4)
    pair.waiting.evict_stalled(pair.waiting.progress())
    with pytest.raises(BrokenPipeError):
        sending.get()


def test_a_client_that_reads_makes_progress(pair: Pair) -> None:
    """A stopping process answers it."""
    pair.server.begin_body()
    sending = gevent.spawn(pair.server.sendall, LONG)
    while not sending.ready():
        before = pair.waiting.progress()
        gevent.sleep(SEND_TIMEOUT_S / 50)
        pair.client.recv(1024 * 1024)
        gevent.sleep(SEND_TIMEOUT_S / 50)
        pair.waiting.evict_stalled(before)
    sending.get()


@pytest.mark.parametrize(("others", "order"), [(0, ["own", "other"]), (4, ["other", "own"])])
def test_connections_of_a_busy_process_take_turns(pair: Pair, others: int, order: list[str]) -> None:
    """A client whose next request has arrived already is not served before those that have waited longer."""
    pair.client.sendall(b"x")
    assert pair.server.recv(1) == b"x"
    pair.server.begin_response()
    pair.server.end_response()
    pair.client.sendall(b"y")
    wait_read(pair.server.fileno(), timeout=10)
    for _ in range(others):
        pair.in_flight.begin()
    served: list[str] = []
    other = gevent.spawn(served.append, "other")
    assert pair.server.recv(1) == b"y"
    served.append("own")
    other.join()
    assert served == order


def test_a_connection_stays_open_for_its_successor(pair: Pair) -> None:
    """The greenlet that accepted it ends before the stream does."""
    pair.server.successor = lambda connection: connection.sendall(b"z")
    pair.server.close()
    pair.server.successor(pair.server)
    assert pair.client.recv(1) == b"z"
    pair.server.successor = None  # the end of the test closes it
