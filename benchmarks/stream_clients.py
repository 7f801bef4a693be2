"""Clients that subscribe to changes of games by a stream or a long poll."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from harness import Server

RESPONSE_TIMEOUT_S: Final = 60
"""Seconds that an answer may take."""


def connect(server: Server) -> http.client.HTTPConnection:
    """A new connection."""
    return http.client.HTTPConnection("127.0.0.1", server.port, timeout=RESPONSE_TIMEOUT_S)


def call(connection: http.client.HTTPConnection, method: str, path: str, body: object = None, token: str = "") -> Any:
    """Send a request. Returns the JSON of the response."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    sent = None if body is None else json.dumps(body)
    try:
        connection.request(method, path, sent, headers)
        answer = connection.getresponse()
    except ConnectionError:  # it was idle for too long; an action that is sent again is taken once
        connection.close()
        connection.request(method, path, sent, headers)
        answer = connection.getresponse()
    content = answer.read()
    assert answer.status < 300, (  # noqa: S101 - a failed request invalidates the result
        f"{method} {path}: status {answer.status}: add what {sent} lacks, where it is sent: {content!r}"
    )
    return json.loads(content)


@contextmanager
def open_subscriptions(server: Server, count: int, streams: bool) -> Iterator[None]:
    """Keep this number of clients subscribed to games of four."""
    connection, client = connect(server), open_stream if streams else open_long_poll
    with ExitStack() as closing:
        games = [call(connection, "POST", "/v1/games", {"players": 4}) for _ in range(-(-count // 4))]
        seats = [(created["game"], seat["token"]) for created in games for seat in created["seats"]]
        for game, token in seats[:count]:
            closing.enter_context(client(server, game["id"], token))
        yield


@contextmanager
def open_stream(server: Server, game_id: str, token: str = "") -> Iterator[socket.socket]:
    """A stream of a game's events for a seat or a spectator, after its first bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=RESPONSE_TIMEOUT_S) as stream:
        stream.sendall(request(f"/v1/games/{game_id}/events", token, Accept="text/event-stream"))
        read_until(stream, b"retry: ")
        yield stream


@contextmanager
def open_long_poll(server: Server, game_id: str, token: str) -> Iterator[socket.socket]:
    """A long poll of a game."""
    path = f"/v1/games/{game_id}"
    asker = connect(server)
    asker.request("GET", path, headers={"Authorization": f"Bearer {token}"})
    with asker.getresponse() as answer:
        etag = answer.headers["ETag"]
    asker.close()
    with socket.create_connection(("127.0.0.1", server.port), timeout=RESPONSE_TIMEOUT_S) as client:
        client.sendall(request(path, token, If_None_Match=etag, Prefer="wait=60"))
        yield client


def read_until(stream: socket.socket, mark: bytes) -> float:
    """Read until a mark arrives. Returns the time."""
    read = b""
    while mark not in read:
        more = stream.recv(65536)
        assert more, read  # noqa: S101 - a failed request invalidates the result
        read = read[-100:] + more
    return time.perf_counter()


def request(path: str, token: str = "", **headers: str) -> bytes:
    """The bytes of a GET."""
    sent = {"Host": "x", **({"Authorization": f"Bearer {token}"} if token else {}), **headers}
    lines = [f"GET {path} HTTP/1.1", *(f"{name.replace('_', '-')}: {text}" for name, text in sent.items()), "", ""]
    return "\r\n".join(lines).encode()
