"""Clients play beside slow ones of every kind, on the same server: play goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from socket import SHUT_WR
from threading import Event
from typing import Any

import pytest
from history.checks import violations
from history.log import Fault, Log, Run, read
from history.model import History
from history.run import Size, System, play
from history.web_process import web_processes
from hostile_clients import attack, connected, unread
from servers import valkey_server
from wire import Wire

EACH = 20
SLOW_S = 8.0
PLAYED = {"act", "create", "SeenEvent", "Observation"}
HEAD = b" HTTP/1.1\r\nHost: x\r\n"
BODY = b"POST /v1/games" + HEAD + b"Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{"


@contextmanager
def half_closed(url: str, request: bytes) -> Iterator[None]:
    """Connections whose clients send a request and close their side, and read nothing."""
    with ExitStack() as held:
        for _ in range(EACH):
            connection = held.enter_context(connected(url))
            with suppress(OSError):  # the server may have closed the connection
                connection.sendall(request)
                connection.shutdown(SHUT_WR)
        yield


def slow_clients(url: str) -> list[AbstractContextManager[Any]]:
    """Slow clients of each kind: heads, bodies, unread responses and streams, half-closed requests and polls."""
    game = Wire(url).send("POST", "/v1/games", {"players": 1}).headers["location"].encode()
    events = b"GET " + game + b"/events" + HEAD
    return [
        attack(url, EACH, b"GET /v1/games" + HEAD, b"X: y\r\n"),
        attack(url, EACH, BODY, b" "),
        unread(url, EACH, (b"GET /openapi.json" + HEAD + b"\r\n") * 20),
        unread(url, EACH, events + b"Accept: text/event-stream\r\n\r\n"),
        half_closed(url, b"GET " + game + HEAD + b"\r\n"),
        half_closed(url, events + b"Prefer: wait=60\r\n\r\n"),
    ]


@pytest.mark.faults
def test_play_goes_on_beside_slow_clients(tmp_path: Path, seed: str) -> None:
    """Actions, creations and streams are served while all kinds are there, and nothing is lost."""

    def inject(log: Log, over: Event) -> None:
        start = time.monotonic()
        with ExitStack() as slow:
            for kind in slow_clients(web.url):
                slow.enter_context(kind)
            log.kinds.clear()
            while not (log.kinds >= PLAYED and time.monotonic() > start + SLOW_S):
                assert not over.wait(0.1)
        log.write(Fault("slow-clients", start, time.monotonic()))

    with valkey_server() as store_url, web_processes(store_url, tmp_path) as web:
        size = Size(needed=frozenset({"Fault"}))
        log = play(Run(seed, 1, "everysec", "valkey-server"), tmp_path, size, System(web.url, web.url, inject))
        lines = (tmp_path / "web.log").read_text()
    assert not violations(History(read(log)))
    assert "Traceback" not in lines
