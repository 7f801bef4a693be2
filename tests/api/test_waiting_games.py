"""A game that waits for players: seats filled, opened and left, tokens replaced, and its end by its owner."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from applications import application
from flask import Flask
from players import BOTS_KEY, LOSING, SEED, Player, bearing, problem, without_now
from werkzeug.test import TestResponse

from regicide_api.domain.seat import MAX_HOLDERS, MAX_TAKES
from regicide_api.endpoints.services import services_of

OPEN = {"open": True}


class Table:
    """A game with its owner."""

    def __init__(self, player: Player, *seats: dict[str, object], **options: Any) -> None:
        self.player = player
        self.game = player.create(len(seats), seats=seats, **options)
        self.owner = self.game.owner

    def send(self, method: str, path: str = "", body: object = None, token: str | None = None) -> TestResponse:
        """Send a request about the game, by default as the owner."""
        headers = bearing(self.owner if token is None else token)
        return self.player.client.open(self.game.path + path, method=method, json=body, headers=headers)

    def fill(self, seat: int, agent: str, token: str | None = None) -> TestResponse:
        """Fill a seat with an agent."""
        return self.send("PUT", f"/seats/{seat}", {"agent": agent}, token)

    def take(self, seat: int, name: str = "Bo") -> str:
        """Take a seat. Returns its token."""
        token: str = self.player.post(f"{self.game.path}/seats/{seat}", {"name": name}).json["seats"][0]["token"]
        return token

    def leave(self, seat: int, token: str) -> TestResponse:
        """Leave a seat."""
        return self.send("DELETE", f"/seats/{seat}", token=token)

    def events(self) -> list[str]:
        """The types of all events."""
        return [event["type"] for event in self.player.events(self.game)]

    def view(self) -> dict[str, Any]:
        """The view of a spectator."""
        return self.player.get_view(self.game)


@pytest.fixture
def table(player: Player) -> Table:
    """A game of two whose second seat is open."""
    return Table(player, {"name": "Ana"}, OPEN, seed=SEED)


def at_once(app: Flask, *requests: Callable[[Any], TestResponse]) -> list[int]:
    """The statuses of requests that clients of their own send at the same time."""
    start = Barrier(len(requests))

    def send(request: Callable[[Any], TestResponse]) -> int:
        client = app.test_client()
        start.wait()
        return request(client).status_code

    with ThreadPoolExecutor(len(requests)) as threads:
        return sorted(threads.map(send, requests))


# The end


def test_the_owner_cancels_a_waiting_game(table: Table) -> None:
    """It has no result; nothing can be done with it."""
    view = table.send("DELETE").json
    assert (view["status"], view["turn"], view["result"], view["seed"]) == ("cancelled", None, None, None)
    assert without_now(table.view()) == without_now(view)
    assert table.player.get_view(table.game, table.game.tokens[0])["hand"] is None
    assert table.events() == ["cancelled"]


def test_a_cancelled_game_has_no_creator_and_tells_nothing_more(app: Flask, table: Table) -> None:
    """Only a running game needs the hash of its creator's address; a finished one may tell of its rematch."""
    repository, game_id = services_of(app).repository, table.game.id
    waiting = repository.get(game_id)
    table.send("DELETE")
    cancelled = repository.get(game_id)
    assert (bool(waiting.creator), cancelled.creator) == (True, None)
    assert (waiting.is_final, cancelled.is_final) == (False, True)


def test_the_events_of_a_cancelled_game_show_no_draw(player: Player) -> None:
    """As its view shows no hand."""
    table = Table(player, {"name": "Ana"}, OPEN, seed="draws-2", actions=["2D"])
    table.send("DELETE")
    events = table.send("GET", "/events", token=table.game.tokens[0]).json["items"]
    assert [event["type"] for event in events] == ["action", "cancelled"]
    assert [effect for effect in events[0]["effects"] if effect["type"] == "draw"] == [
        {"type": "draw", "seat": 0, "count": 1}
    ]


# The owner


def test_the_owner_of_a_game_without_seats_sees_no_hand(table: Table) -> None:
    """Its token is that of a manager, not of a player."""
    table.take(1)
    assert table.send("POST", "/actions", {"version": 2, "action": "9S"}).status_code == 401
    assert table.view()["hand"] is None


# Seats of agents


def test_the_owner_fills_an_open_seat_with_an_agent(player: Player, table: Table) -> None:
    """The game starts with the last seat; the agent has its turns."""
    name, token = player.register()
    view = table.fill(1, name).json
    assert (view["status"], view["you"], view["hand"], view["seats"][1]["agent"]) == ("active", None, None, name)
    [event] = player.get(f"{table.game.path}/events").json["items"]
    assert (event["type"], event["seat"], event["agent"], event["name"]) == ("seat-taken", 1, name, name)
    for action in LOSING[:2]:
        table.game.view = player.get_view(table.game)
        player.act(table.game, action, token=table.game.tokens[0])
    assert [turn["id"] for turn in player.turns(token)] == [table.game.id]


def test_the_clock_starts_with_the_last_seat(player: Player) -> None:
    """Also if an agent gets it."""
    table = Table(player, {"name": "Ana"}, OPEN, turn_seconds=60)
    assert table.view()["deadline"] is None
    assert table.fill(1, player.register()[0]).json["deadline"]


def test_one_of_several_agents_gets_the_seat(app: Flask, player: Player, table: Table) -> None:
    """If they are seated at the same time; the others are refused, and have no place taken."""
    names = [player.register(max_games=1)[0] for _ in "abcd"]
    sent = [
        lambda client, name=name: client.put(
            f"{table.game.path}/seats/1", json={"agent": name}, headers=bearing(table.owner)
        )
        for name in names
    ]
    assert at_once(app, *sent) == [200, 409, 409, 409]
    assert table.events() == ["seat-taken"]
    seated = table.view()["seats"][1]["agent"]
    free = [name for name in names if name != seated]
    assert [Table(player, OPEN).fill(0, name).status_code for name in free] == [200] * 3
    assert problem(Table(player, OPEN).fill(0, seated)) == (409, "agent-busy")


def test_a_taken_seat_is_not_filled(player: Player, table: Table) -> None:
    """Nor opened again: it belongs to its player."""
    held = Table(player, {"name": "Ana"}, {"name": "Bo"}, OPEN)
    assert problem(held.fill(1, "greedy")) == (409, "seat-taken")
    assert problem(held.send("PUT", "/seats/1", OPEN)) == (409, "seat-taken")
    assert problem(table.fill(7, "greedy")) == (404, "unknown-seat")


def test_a_seat_of_a_started_game_is_not_filled(player: Player, table: Table) -> None:
    """The game has started, whichever seat it is; a repeat of the request that started it finds its result."""
    name, _ = player.register()
    assert table.fill(1, name).json["status"] == "active"
    assert [table.fill(seat, "greedy").json["code"] for seat in (0, 1)] == ["game-started"] * 2
    again = table.fill(1, name)
    assert (again.status_code, again.json["version"]) == (200, 2)


def test_the_owner_opens_the_seat_of_an_agent_again(player: Player) -> None:
    """Its place is free for another game."""
    name, _ = player.register(max_games=1)
    table = Table(player, OPEN, OPEN)
    table.fill(0, name)
    opened = table.send("PUT", "/seats/0", OPEN).json
    assert (opened["seats"][0]["held"], opened["seats"][0]["agent"]) == (False, None)
    assert table.events() == ["seat-taken", "seat-left"]
    assert table.send("PUT", "/seats/0", OPEN).json["version"] == 3
    assert Table(player, {"agent": name}).view()["status"] == "active"


def test_house_seats_are_limited(valkey_url: str) -> None:
    """As at a creation; a seat that is opened again is free."""
    app = application(valkey_url, house_seats=3, bots_key=BOTS_KEY)
    player = Player(app.test_client())
    player.client.environ_base["REMOTE_ADDR"] = f"2001:db8:{uuid4().hex[:4]}::1"
    table = Table(player, {"agent": "greedy"}, OPEN, OPEN, OPEN)
    assert [table.fill(seat, "random").status_code for seat in (1, 2)] == [200, 200]
    assert problem(table.fill(3, "greedy")) == (409, "house-seats-taken")
    table.send("PUT", "/seats/0", OPEN)
    assert table.fill(3, "greedy").status_code == 200
    table.send("DELETE")
    assert Table(player, *[{"agent": "greedy"}] * 3).view()["status"] == "active"


# Leaving


def test_a_player_leaves_a_waiting_game(player: Player) -> None:
    """The seat is open again, and the token holds nothing."""
    table = Table(player, {"name": "Ana"}, OPEN, OPEN)
    token = table.take(1)
    left = table.leave(1, token)
    assert (left.status_code, left.json["you"], left.json["seats"][1]["name"]) == (200, None, None)
    assert table.events() == ["seat-taken", "seat-left"]
    other, _ = table.take(1, "Cy"), table.take(2, "Di")
    assert player.get_view(table.game, other)["hand"]
    assert table.send("POST", "/actions", {"version": 5, "action": "yield"}, token).status_code == 401


def test_leaving_twice_is_one_event(app: Flask, player: Player) -> None:
    """Also after another player has taken the seat, who stays."""
    table = Table(player, {"name": "Ana"}, OPEN, OPEN)
    token = table.take(1)
    sent = [lambda client: client.delete(f"{table.game.path}/seats/1", headers=bearing(token))] * 4
    assert at_once(app, *sent) == [200] * 4
    other = table.take(1, "Cy")
    assert table.leave(1, token).status_code == 200
    assert table.events() == ["seat-taken", "seat-left", "seat-taken"]
    assert player.get_view(table.game, other)["you"] == 1


def test_an_agent_leaves_a_waiting_game(player: Player) -> None:
    """Its place is free; the repeat changes nothing."""
    name, token = player.register()
    table = Table(player, {"agent": name}, OPEN)
    assert [table.leave(0, token).json["version"] for _ in range(2)] == [2, 2]
    assert table.view()["seats"][0]["agent"] is None


def test_a_seat_is_taken_a_limited_number_of_times(player: Player) -> None:
    """So that a game has a bounded number of events, and each holder can leave; the owner can still fill the seat."""
    table = Table(player, OPEN, OPEN)
    for _ in range(MAX_TAKES):
        assert table.leave(0, table.take(0)).status_code == 200
    answer = player.post(f"{table.game.path}/seats/0", {"name": "Bo"})
    assert (problem(answer), answer.json["limit"]) == ((409, "too-many-changes"), MAX_TAKES)
    for _ in range(MAX_HOLDERS - MAX_TAKES):
        assert table.fill(0, "greedy").status_code == 200
        assert table.send("PUT", "/seats/0", OPEN).status_code == 200
    assert problem(table.fill(0, "greedy")) == (409, "too-many-changes")
    assert table.send("DELETE").status_code == 200


def test_former_holders_use_up_no_changes(player: Player) -> None:
    """The one that holds the seat at the start can hand it over, and give the game up."""
    table = Table(player, OPEN, OPEN)
    for _ in range(MAX_TAKES - 1):
        table.leave(0, table.take(0))
    token = table.take(0)
    table.fill(1, "greedy")
    assert table.send("PUT", "/seats/0/stand-in", {"agent": "greedy"}, token).status_code == 200
    answer = table.send("POST", "/give-up", {"agree": True}, token)
    assert (answer.status_code, answer.json["result"]["reason"]) == (200, "given-up")


# Tokens


def replace(table: Table, token: str, key: str | None = None, seat: int = 0) -> TestResponse:
    """Replace the token of a seat."""
    headers = bearing(token) | {"Idempotency-Key": key or uuid4().hex}
    return table.player.client.post(f"{table.game.path}/seats/{seat}/token", headers=headers)


def test_a_holder_replaces_the_token(table: Table) -> None:
    """The former one holds the seat no more, in no event and no view."""
    old = table.game.tokens[0]
    answer = replace(table, old)
    assert (answer.status_code, answer.json["seat"]) == (201, 0)
    table.take(1)
    assert table.player.get_view(table.game, answer.json["token"])["you"] == 0
    assert table.send("POST", "/actions", {"version": 2, "action": "9S"}, old).status_code == 401
    assert table.send("POST", "/actions", {"version": 2, "action": "9S"}, answer.json["token"]).status_code == 200
    assert replace(table, old).status_code == 401


def test_an_agent_has_one_token_for_all_seats(player: Player) -> None:
    """It is replaced elsewhere."""
    name, token = player.register()
    assert problem(replace(Table(player, {"agent": name}), token)) == (403, "held-by-agent")


def test_cancelling_twice_is_one_event(app: Flask, table: Table) -> None:
    """One after the other, and at the same time."""
    sent = [lambda client: client.delete(table.game.path, headers=bearing(table.owner))] * 4
    assert at_once(app, *sent) == [200] * 4
    assert table.send("DELETE").json["version"] == 2
