"""The store fails while a request creates something: its repeat gets what the first request granted, once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from players import LOSING, SEED, Player, bearing
from redis import Redis
from store_proxies import Loss, StoreProxy, store_proxy

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.storage import memory
from regicide_api.storage.game_store import Store

MARK_BYTES = 8
"""The length of the mark of a pending request."""

ROUND_TRIPS = 6
"""More than any of these requests makes."""

FAULTS = [
    (0, Loss.COMMANDS),
    *((number, loss) for number in range(1, ROUND_TRIPS) for loss in (Loss.COMMANDS, Loss.RESPONSE)),
]
"""All but the loss of the first response, which leaves the mark of a pending request, as a killed process does.

A silent store has executed the commands or has not, as here; `test_store_failures.py` has the time that it takes.
"""

OPEN = [{"name": "Ana"}, {"open": True}]


@pytest.fixture(scope="module")
def proxy(valkey_url: str) -> Iterator[StoreProxy]:
    """A proxy in front of the store."""
    with store_proxy(valkey_url) as running:
        yield running


@pytest.fixture(scope="module")
def failing(proxy: StoreProxy) -> Flask:
    """The application behind the proxy, after first requests, which read the store's secret and load its scripts."""
    app = create_app(Store(proxy.url), Settings(limits={}))
    player = Player(app.test_client())
    created = Request("/v1/games", {"players": 2, "seats": OPEN}).send(player)
    assert Request(f"{created.headers['Location']}/seats/1", {"name": "Bo"}).send(player).status_code == 201
    agent = Request("/v1/agents", {"name": f"bot-{uuid4().hex[:8]}"}).send(player)
    assert agent.status_code == 201
    replaced = Request("/v1/agents/me/token", None, agent.json["token"]).send(player)
    assert replaced.status_code == 201
    assert player.client.delete("/v1/agents/me", headers=bearing(replaced.json["token"])).status_code == 204
    return app


@pytest.fixture(autouse=True)
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No request reads the store's memory again: its failure would not be one of the request."""
    monkeypatch.setattr(memory, "CACHE_S", math.inf)


@pytest.fixture
def unlucky(failing: Flask, proxy: StoreProxy) -> Iterator[Player]:
    """A player whose requests may fail."""
    yield Player(failing.test_client())
    proxy.heal()


class Request:
    """A creating request with an Idempotency-Key."""

    def __init__(self, path: str, body: object, token: str | None = None) -> None:
        self.path, self.body = path, body
        self.headers = {"Idempotency-Key": str(uuid4())} | bearing(token)

    def send(self, player: Player) -> Any:
        """Send it, or send it again."""
        return player.client.post(self.path, json=self.body, headers=self.headers)


@pytest.fixture(params=FAULTS)
def repeated(request: pytest.FixtureRequest, unlucky: Player, proxy: StoreProxy) -> Callable[..., Any]:
    """Sends a request to a store that fails, and again: the response of the first one if it was answered."""
    number, loss = request.param

    def send(path: str, body: object, token: str | None = None) -> Any:
        sent = Request(path, body, token)
        proxy.fail(number, loss)
        first = sent.send(unlucky)
        proxy.heal()
        assert first.status_code in {201, 503}
        assert (first.status_code == 201) == (proxy.round_trips <= number)
        second, third = sent.send(unlucky), sent.send(unlucky)
        assert (second.status_code, third.status_code, third.data) == (201, 201, second.data)
        assert first.status_code == 503 or first.data == second.data
        return second.json

    return send


def test_a_seat_is_taken_once(player: Player, repeated: Callable[..., Any]) -> None:
    """Its holder gets the token."""
    game = player.create(2, seats=OPEN)
    content = repeated(f"{game.path}/seats/1", {"name": "Bo"})
    [granted] = content["seats"]
    assert player.get_view(game, granted["token"])["you"] == 1
    assert [event["type"] for event in player.client.get(f"{game.path}/events").json["items"]] == ["seat-taken"]


def test_a_game_is_created_once(player: Player, repeated: Callable[..., Any]) -> None:
    """Its creator gets all tokens."""
    games = {game["id"] for game in player.client.get("/v1/games?limit=100").json["items"]}
    content = repeated("/v1/games", {"players": 3, "listed": True})
    listed = {game["id"] for game in player.client.get("/v1/games?limit=100").json["items"]}
    assert listed - games == {content["game"]["id"]}
    path = f"/v1/games/{content['game']['id']}"
    for granted in content["seats"]:
        assert player.client.get(path, headers=bearing(granted["token"])).json["you"] == granted["seat"]
    assert len(content["seats"]) == 3


def test_several_games_are_created_once(player: Player, repeated: Callable[..., Any]) -> None:
    """All or none, whatever was lost; their creator gets all tokens."""
    games = {game["id"] for game in player.client.get("/v1/games?limit=100").json["items"]}
    wishes = {"games": [{"players": players, "listed": True} for players in (1, 2, 3)]}
    content = repeated("/v1/games/batch", wishes)["games"]
    listed = {game["id"] for game in player.client.get("/v1/games?limit=100").json["items"]}
    assert listed - games == {created["game"]["id"] for created in content}
    for created in content:
        path = f"/v1/games/{created['game']['id']}"
        views = [player.client.get(path, headers=bearing(seat["token"])).json["you"] for seat in created["seats"]]
        assert views == [*range(created["game"]["players"])]


def test_an_agent_is_registered_once(player: Player, repeated: Callable[..., Any]) -> None:
    """The name is not taken by the lost request."""
    content = repeated("/v1/agents", {"name": f"bot-{uuid4().hex[:8]}"})
    assert player.turns(content["token"]) == []


def test_a_token_is_replaced_once(player: Player, repeated: Callable[..., Any]) -> None:
    """The repeat, with the old token, gets the new one."""
    _, token = player.register()
    content = repeated("/v1/agents/me/token", None, token)
    assert player.turns(content["token"]) == []
    assert player.client.get("/v1/agents/me/turns", headers=bearing(token)).status_code == 401


@pytest.mark.parametrize(("number", "loss"), FAULTS[:4])
def test_an_agent_ends_once(player: Player, unlucky: Player, proxy: StoreProxy, number: int, loss: Loss) -> None:
    """The repeat succeeds whether or not the first request did, and its settings change before that or never."""
    name, token = player.register()
    proxy.fail(number, loss)
    settings = unlucky.client.patch("/v1/agents/me", json={"max_games": 3}, headers=bearing(token))
    first = unlucky.client.delete("/v1/agents/me", headers=bearing(token))
    proxy.heal()
    assert {settings.status_code, first.status_code} <= {200, 204, 503}
    assert unlucky.client.delete("/v1/agents/me", headers=bearing(token)).status_code == 204
    assert player.client.get(f"/v1/agents?prefix={name}").json["items"] == []
    assert player.client.patch("/v1/agents/me", json={}, headers=bearing(token)).status_code == 401


@pytest.mark.parametrize(("number", "loss"), FAULTS)
def test_a_rematch_is_created_once(player: Player, unlucky: Player, proxy: StoreProxy, number: int, loss: Loss) -> None:
    """The repeat may find the game that the first request created."""
    game = player.create(seed=SEED)
    player.lose(game)
    request = Request(f"{game.path}/rematch", {}, game.tokens[1])
    proxy.fail(number, loss)
    request.send(unlucky)
    proxy.heal()
    answer = request.send(unlucky)
    assert answer.status_code in {200, 201}
    token = answer.json["seats"][0]["token"]
    assert player.client.get(answer.headers["Location"], headers=bearing(token)).json["you"] == 1


def test_a_repeat_takes_over_after_a_killed_process(
    player: Player, unlucky: Player, proxy: StoreProxy, valkey_url: str
) -> None:
    """The mark of the pending request expires."""
    game = player.create(2, seats=OPEN)
    request = Request(f"{game.path}/seats/1", {"name": "Bo"})
    proxy.fail(2, Loss.RESPONSE, stays_down=True)
    assert request.send(unlucky).status_code == 503
    proxy.heal()
    with Redis.from_url(valkey_url) as store:
        [mark] = [name for name in store.scan_iter("kept:*") if len(store.get(name) or b"") == MARK_BYTES]
        assert 0 < store.ttl(mark) <= 2
        store.pexpire(mark, 20)
        answer = request.send(unlucky)
    assert answer.status_code == 201
    assert player.get_view(game, answer.json["seats"][0]["token"])["you"] == 1


def test_the_repeat_gets_the_current_view(player: Player, unlucky: Player, proxy: StoreProxy) -> None:
    """If the game has continued in between."""
    game = player.create(2, seed=SEED, seats=OPEN)
    request = Request(f"{game.path}/seats/1", {"name": "Bo"})
    proxy.fail(3, Loss.COMMANDS)
    assert request.send(unlucky).status_code == 503
    proxy.heal()
    assert player.act(game, LOSING[0], 2, game.tokens[0]).status_code == 200
    answer = request.send(unlucky)
    assert (answer.status_code, answer.json["game"]["version"], answer.json["game"]["you"]) == (201, 3, 1)


@pytest.mark.parametrize("change", ["key", "name", "seat"])
def test_another_request_gets_no_token(player: Player, unlucky: Player, proxy: StoreProxy, change: str) -> None:
    """The seat stays that of the first request."""
    game = player.create(3, seats=[*OPEN, {"open": True}])
    request = Request(f"{game.path}/seats/1", {"name": "Bo"})
    proxy.fail(3, Loss.COMMANDS)
    assert request.send(unlucky).status_code == 503
    proxy.heal()
    other = Request(f"{game.path}/seats/{2 if change == 'seat' else 1}", {"name": "Mo" if change == "name" else "Bo"})
    if change != "key":
        other.headers = request.headers
    answer = other.send(unlucky)
    if change == "seat":
        assert answer.json["seats"][0]["seat"] == 2
    else:
        assert (answer.status_code, answer.json["code"]) == (409, "seat-taken")
    token = request.send(unlucky).json["seats"][0]["token"]
    assert player.get_view(game, token)["you"] == 1
