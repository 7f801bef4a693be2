"""Work in parts: other clients are served in between, and it ends when its client has left."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from contextvars import copy_context
from datetime import datetime
from http.client import HTTPConnection, HTTPResponse
from itertools import repeat
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from arenas import await_true
from flask import Flask
from gunicorns import Gunicorn, gunicorn
from hostile_clients import connected, read_answer
from marshmallow import ValidationError
from players import SEED, Player, bearing
from redis import Redis
from servers import valkey_server

from regicide_api.core import work
from regicide_api.core.tokens import hash_token
from regicide_api.core.work import Client, ClientLeft
from regicide_api.domain.seat import Principal
from regicide_api.endpoints.services import services_of
from regicide_api.http.load import MAX_IN_FLIGHT
from regicide_api.schemas.requests import CreateGamesRequest
from regicide_api.services.owned_games import OwnedRecord
from regicide_api.storage.game_store import Store

pytestmark = pytest.mark.costly

GAMES = 100
ROUTE = "/v1/games/batch"
LABEL = "a-label"
WISHES = [{"players": 4, "label": LABEL, "seed": SEED}] * GAMES
WRONG = [{"players": 4, "seats": [{"name": "", "open": 1, "agent": "?"}] * 4, "seed": "", "listed": 1}] * GAMES


@pytest.fixture(scope="module")
def server(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gunicorn]:
    """The application under gunicorn, in one process."""
    settings = {"REDIS_URL": valkey_url, "WEB_CONCURRENCY": "1", "LIMIT_CREATE_GAME": "0"}
    with gunicorn(tmp_path_factory.mktemp("work"), **settings) as server:
        yield server


class LeavingClient(Client):
    """A client that leaves when a function says so."""

    def __init__(self, has_left: Callable[[], bool]) -> None:
        super().__init__(None)
        self._has_left = has_left

    def is_closed(self) -> bool:
        """Whether it has left."""
        return self._has_left()


def batch(wishes: list[dict[str, Any]], **headers: str) -> bytes:
    """The request for many games, the last one of its connection."""
    body = json.dumps({"games": wishes}).encode()
    lines = {"Host": "localhost", "Content-Type": "application/json", "Content-Length": str(len(body)), **headers}
    head = [f"POST {ROUTE} HTTP/1.1", "Connection: close", *(f"{name}: {text}" for name, text in lines.items())]
    return "\r\n".join([*head, "", ""]).encode() + body


def ping(connection: socket.socket) -> None:
    """A request for next to nothing, and its response."""
    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = b""
    while not answer.endswith(b"\r\n\r\nok\n"):
        answer += connection.recv(4096)
    assert answer.startswith(b"HTTP/1.1 200")


def turns_of_others(body: dict[str, Any]) -> int:
    """How often other clients have a turn while the schema examines a body with faults."""
    turns: list[None] = []
    work.begin(LeavingClient(lambda: bool(turns.append(None))))
    with pytest.raises(ValidationError):
        CreateGamesRequest().load(body)
    return len(turns)


def test_another_client_is_served_between_the_parts_of_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before each of many games is examined, if each takes the time of a part."""
    monkeypatch.setattr(work, "PART_S", 0.0)
    assert copy_context().run(turns_of_others, {"games": WRONG}) >= GAMES


def own_games(server: Gunicorn, token: str) -> int:
    """The number of an owner's games of the batch."""
    status, page = server.call(f"/v1/games?label={LABEL}&limit={GAMES}", **bearing(token))
    assert status == 200
    return len(page["items"])


def log_lines(server: Gunicorn, status: int) -> list[dict[str, Any]]:
    """The lines of the log about creations of many games with this status."""
    return [line for line in server.lines() if line.get("route") == ROUTE and line["status"] == status]


def awaited_ends(server: Gunicorn, count: int) -> int:
    """Wait until a number of requests have ended. Returns how many of them were abandoned."""
    await_true(lambda: len(log_lines(server, 499)) + len(log_lines(server, 201)) >= count)
    return len(log_lines(server, 499))


@pytest.mark.parametrize("pings", range(6))
def test_a_client_that_leaves_has_all_games_or_none(server: Gunicorn, pings: int) -> None:
    """However many requests of others were served before it left; a repeat gets all of them."""
    _, first = server.call("/v1/games", {"players": 1})
    token = first["owner"]["token"]
    own = {"Idempotency-Key": str(uuid4()), **bearing(token)}
    ended, abandoned = len(log_lines(server, 499)) + len(log_lines(server, 201)), len(log_lines(server, 499))
    with connected(server.url) as other:
        with connected(server.url) as creator:
            creator.sendall(batch(WISHES, **own))
            for _ in range(pings):
                ping(other)
        was_abandoned = awaited_ends(server, ended + 1) > abandoned
    assert own_games(server, token) == (0 if was_abandoned else GAMES)
    with connected(server.url) as creator:
        creator.sendall(batch(WISHES, **own))
        repeated = read_answer(creator)
    assert (repeated.status, "idempotent-replayed" in repeated.headers) == (201, not was_abandoned)


def test_a_request_of_a_client_that_has_left_is_logged_once(server: Gunicorn) -> None:
    """At the level of other requests, and counted with this status; no error is logged."""
    before = len(server.lines())
    ended = len(log_lines(server, 499)) + len(log_lines(server, 201))
    [worker] = server.workers()
    os.kill(worker, signal.SIGSTOP)
    with connected(server.url) as creator:
        creator.sendall(batch(WISHES))
    os.kill(worker, signal.SIGCONT)
    awaited_ends(server, ended + 1)
    server.call("/healthz")
    [line] = [line for line in server.lines()[before:] if line.get("route") != "/healthz"]
    assert (line["level"], line["status"], "problem" in line) == ("INFO", 499, False)
    assert f'route="{ROUTE}",status="499"' in server.call("/metrics")[1]


def test_a_client_that_closes_its_sending_side_counts_as_gone(server: Gunicorn) -> None:
    """While work for it goes on, or it waits: it gets an empty answer with this status, and no game is created."""
    _, first = server.call("/v1/games", {"players": 1})
    token = first["owner"]["token"]
    waiting = (
        f"GET /v1/games/{first['game']['id']}/events?after=1&wait=60 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    )
    for request in (batch(WISHES, **bearing(token)), waiting.encode()):
        with connected(server.url) as connection:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            answer = read_answer(connection)
        assert (answer.status, answer.body) == (499, b"")
    assert own_games(server, token) == 0


def test_a_stop_completes_work_in_parts(valkey_url: str, tmp_path: Path) -> None:
    """SIGTERM comes while many games are created: the answers are whole, and the games exist."""
    settings = {"REDIS_URL": valkey_url, "WEB_CONCURRENCY": "1", "LIMIT_CREATE_GAME": "0"}
    with gunicorn(tmp_path, **settings) as server, ExitStack() as held:
        creators = [held.enter_context(connected(server.url)) for _ in range(6)]
        for creator in creators:
            creator.sendall(batch(WISHES))
        with connected(server.url) as other:
            ping(other)
        os.kill(server.pid, signal.SIGTERM)
        assert len(log_lines(server, 201)) < len(creators)
        answers = [read_answer(creator) for creator in creators]
    assert [answer.status for answer in answers] == [201] * len(creators)
    created = [each["game"]["id"] for answer in answers for each in json.loads(answer.body)["games"]]
    assert len(created) == GAMES * len(creators)
    assert None not in Store(valkey_url).load_all(created)


def begun_and_left() -> None:
    """Begin the work for a client that has left."""
    work.begin(LeavingClient(lambda: True))


def test_work_for_a_client_that_has_left_ends() -> None:
    """After a part."""
    context = copy_context()
    context.run(begun_and_left)
    with pytest.raises(ClientLeft):
        context.run(lambda: [None for _ in work.in_parts(repeat(None))])


def test_work_that_changes_something_is_completed() -> None:
    """Even if the client has left."""
    context = copy_context()
    context.run(begun_and_left)
    context.run(work.complete)
    context.run(work.require_client)
    assert context.run(lambda: list(work.in_parts(range(3)))) == [0, 1, 2]


def remaining(app: Flask, owner: str, has_left: Callable[[], bool]) -> list[OwnedRecord]:
    """The records of an owner's games with an unused label, for a client that may leave."""
    services = services_of(app)
    work.begin(LeavingClient(has_left))
    return [*services.owned_games.records(Principal(owner, hash_token(owner)), "none", None)]


def test_a_listing_in_which_an_overdue_turn_ends_ends_with_its_client(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn is the change of its game, not of the client that looks."""
    monkeypatch.setattr(work, "PART_S", 0.0)
    wishes = [{"players": 1, "turn_seconds": 1}, *[{"players": 1}] * 5]
    created = player.post("/v1/games/batch", {"games": wishes}).json
    view = created["games"][0]["game"]
    deadline = datetime.fromisoformat(view["deadline"]).timestamp()
    await_true(lambda: time.time() > deadline)
    store = services_of(app).store

    def has_left() -> bool:
        """Whether the turn has ended."""
        return bool(store.load(view["id"], 0).events)

    with pytest.raises(ClientLeft):
        copy_context().run(remaining, app, created["owner"]["token"], has_left)


@pytest.mark.faults
def test_nothing_new_begins_while_many_requests_are_in_flight(tmp_path: Path) -> None:
    """As the store is slow. Creations are rejected; all other requests are answered when the store responds."""
    with ExitStack() as stack:
        store_url = stack.enter_context(valkey_server())
        store = stack.enter_context(Redis.from_url(store_url))
        settings = {"REDIS_URL": store_url, "WEB_CONCURRENCY": "1", "LIMIT_CREATE_GAME": "0"}
        address = urlsplit(stack.enter_context(gunicorn(tmp_path, **settings)).url).netloc
        player, *viewers = (stack.enter_context(closing(HTTPConnection(address))) for _ in range(MAX_IN_FLIGHT + 9))
        path = create(player).headers["Location"]
        assert {viewed(viewer, path).status for viewer in viewers} == {200}
        store.client_pause(4000)
        for viewer in viewers:
            viewer.request("GET", path)
        for _ in range(2):  # after that, the process has received what was sent before
            assert viewed(player, "/healthz").status == 200
        refused = create(player)
        store.client_unpause()
        assert (refused.status, refused.headers["Retry-After"]) == (503, "5")
        assert {answered(viewer).status for viewer in viewers} == {200}
        assert create(player).status == 201


def create(connection: HTTPConnection) -> HTTPResponse:
    """Create a game."""
    connection.request("POST", "/v1/games", b'{"players": 1}', {"Content-Type": "application/json"})
    return answered(connection)


def viewed(connection: HTTPConnection, path: str) -> HTTPResponse:
    """Get a path."""
    connection.request("GET", path)
    return answered(connection)


def answered(connection: HTTPConnection) -> HTTPResponse:
    """The response, read to its end."""
    answer = connection.getresponse()
    answer.read()
    return answer
