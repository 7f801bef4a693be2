"""Games that wait for players: seats taken, filled, opened and left, their end by the owner, and the list of games."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from applications import application
from flask import Flask
from players import BOTS_KEY, LOSING, SEED, Game, Player, bearing, problem, without_now
from werkzeug.test import TestResponse

from regicide_api.domain.seat import MAX_CHANGES, MAX_HOLDERS, MAX_TAKES
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


# The end


def test_the_owner_cancels_a_waiting_game(table: Table) -> None:
    """It has no result; a repeated request makes no event."""
    view, again = (table.send("DELETE").json for _ in range(2))
    assert without_now(view) == without_now(again)
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
    names, start = [player.register(max_games=1)[0] for _ in "abcd"], Barrier(4)

    def fill(name: str) -> int:
        client = Player(app.test_client())
        start.wait()
        return client.put(f"{table.game.path}/seats/1", {"agent": name}, table.owner).status_code

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(fill, names)) == [200, 409, 409, 409]
    assert table.events() == ["seat-taken"]
    seated = table.view()["seats"][1]["agent"]
    free = [name for name in names if name != seated]
    assert [Table(player, OPEN).fill(0, name).status_code for name in free] == [200] * 3
    assert problem(Table(player, OPEN).fill(0, seated)) == (409, "agent-busy")


def test_a_taken_seat_is_not_filled(player: Player, table: Table) -> None:
    """Unless the owner opens it before."""
    held = Table(player, {"name": "Ana"}, {"name": "Bo"}, OPEN)
    assert problem(held.fill(1, "greedy")) == (409, "seat-taken")
    assert held.send("PUT", "/seats/1", OPEN).json["seats"][1]["held"] is False
    assert held.fill(1, "greedy").status_code == 200
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


# Agents that play open seats


def keep(table: Table, seat: int, agent: str) -> TestResponse:
    """Let an agent play an open seat until a player takes it."""
    return table.send("PUT", f"/seats/{seat}", {"open": True, "agent": agent})


def test_a_player_takes_the_open_seat_that_an_agent_plays(player: Player) -> None:
    """The game runs from its creation on, listed with its open seat; who takes it sees the hand of the seat alone."""
    name, token = player.register(max_games=1)
    table = Table(player, {"name": "Ana"}, OPEN | {"agent": name}, seed=SEED, listed=True, turn_seconds=3600)
    seat, deadline = table.view()["seats"][1], table.view()["deadline"]
    assert (seat["held"], seat["agent"], seat["stand_in"], bool(deadline)) == (False, None, name, True)
    [listed] = [each for each in player.get("/v1/games?status=active").json["items"] if each["id"] == table.game.id]
    assert listed["open_seats"] == [1]
    for number, action in enumerate(LOSING[:3], 1):
        assert player.act(table.game, action, number, table.game.tokens[0] if number < 3 else token).status_code == 200
    before = player.get_view(table.game, token)
    taken = player.get_view(table.game, table.take(1))
    assert (taken["you"], taken["hand"], taken["seats"][1]["stand_in"]) == (1, before["hand"], None)
    assert (taken["deadline"], taken["legal_actions"]) == (before["deadline"], before["legal_actions"])
    late = player.act(table.game, before["legal_actions"][0], before["version"], token)
    assert (problem(late), player.get_view(table.game, token)["hand"]) == ((403, "not-your-seat"), None)
    assert problem(player.post(f"{table.game.path}/seats/1", {"name": "Cy"})) == (409, "seat-taken")
    assert Table(player, {"agent": name}).view()["status"] == "active"


def test_an_agent_plays_a_seat_while_its_game_would_wait(player: Player, table: Table) -> None:
    """Until the owner opens the seat again: then the game is interrupted. The record names who acted."""
    name, token = player.register()
    started = keep(table, 1, name).json
    assert (started["status"], started["interrupted"], keep(table, 1, name).json["version"]) == ("active", False, 2)
    for number, action in enumerate(LOSING[:3], 2):
        assert player.act(table.game, action, number, table.game.tokens[0] if number < 4 else token).status_code == 200
    waiting = table.send("PUT", "/seats/1", OPEN).json
    assert (waiting["status"], waiting["interrupted"], waiting["seats"][1]["stand_in"]) == ("waiting", True, None)
    assert table.events() == ["stand-in", *["action"] * 3, "seat-left"]
    assert problem(table.send("DELETE")) == (409, "game-started")
    assert keep(table, 1, name).json["status"] == "active"
    assert problem(keep(table, 0, name)) == (409, "seat-taken")
    assert table.send("POST", "/give-up", {"agree": True}, table.game.tokens[0]).json["status"] == "lost"
    assert [each["agent"] for each in player.get(f"{table.game.path}/record").json["events"]] == [None, None, name]
    again = player.post(f"{table.game.path}/rematch", {}, table.game.tokens[0]).json["game"]
    assert (again["status"], again["seats"][1]["stand_in"]) == ("active", name)


def test_no_agent_keeps_a_seat_of_todays_deal(player: Player) -> None:
    """Neither at its creation nor later; nor one of a game that is over."""
    game = player.create(2, seats=[{"name": "Ana"}, OPEN], deal="today")
    body, agents = {"open": True, "agent": "greedy"}, {"players": 2, "seats": [OPEN, OPEN | {"agent": "greedy"}]}
    assert problem(player.put(f"{game.path}/seats/1", body, game.owner)) == (409, "stand-in-not-allowed")
    assert problem(player.post("/v1/games", agents | {"deal": "today"})) == (422, "invalid-request")
    ended = Table(player, {"name": "Ana"}, OPEN)
    ended.send("DELETE")
    assert problem(keep(ended, 1, "greedy")) == (409, "game-cancelled")


def test_changes_of_agents_in_an_open_seat_are_bounded(player: Player, table: Table) -> None:
    """So that a game has a bounded number of events; a player can still take the seat."""
    for number in range(MAX_CHANGES):
        assert keep(table, 1, ("greedy", "random")[number % 2]).status_code == 200
    assert problem(keep(table, 1, "greedy")) == (409, "too-many-changes")
    assert player.get_view(table.game, table.take(1))["you"] == 1


# Leaving


def test_a_player_leaves_a_waiting_game(player: Player) -> None:
    """The seat is open again, and the token holds nothing. A repeat makes no event, also if others have the seat."""
    table = Table(player, {"name": "Ana"}, OPEN, OPEN)
    token = table.take(1)
    left = table.leave(1, token)
    assert (left.status_code, left.json["you"], left.json["seats"][1]["name"]) == (200, None, None)
    other = table.take(1, "Cy")
    assert table.leave(1, token).status_code == 200
    assert table.events() == ["seat-taken", "seat-left", "seat-taken"]
    table.take(2, "Di")
    assert player.get_view(table.game, other)["hand"]
    assert table.send("POST", "/actions", {"version": 5, "action": "yield"}, token).status_code == 401


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


@pytest.fixture
def waiting(player: Player) -> Game:
    """A game of three whose creator holds seat 0; the others are open."""
    return player.create(3, seats=[{"name": "Ana"}, OPEN, OPEN])


def take(player: Player, game: Game, seat: int, name: str = "Bo") -> Any:
    """Take a seat; the response."""
    return player.post(f"{game.path}/seats/{seat}", {"name": name})


def test_a_game_with_open_seats_waits(player: Player, waiting: Game) -> None:
    """The creator holds only the other seats; actions are rejected, and the problem names the open seats."""
    assert (waiting.view["status"], waiting.view["turn"], len(waiting.tokens)) == ("waiting", None, 1)
    assert [seat["held"] for seat in waiting.view["seats"]] == [True, False, False]
    assert player.act(waiting, "yield", token=waiting.tokens[0]).json["open_seats"] == [1, 2]


def test_before_the_start_all_cards_of_the_deal_are_unseen(player: Player, waiting: Game) -> None:
    """Of every hand only the size is visible, the own hand included."""
    for token, seat in ((waiting.tokens[0], 0), (None, None)):
        view = player.get_view(waiting, token)
        assert (view["you"], view["hand"], view["legal_actions"]) == (seat, None, [])
        [pool] = view["unseen"]
        assert (len(pool["cards"]), pool["tavern"], pool["hands"]) == (41, 23, [6, 6, 6])


def test_a_seat_is_taken_by_name(player: Player, waiting: Game) -> None:
    """The response has its token and the view from it; the version has increased."""
    taken = take(player, waiting, 1)
    assert (taken.status_code, taken.headers["Location"]) == (201, waiting.path)
    assert [seat["seat"] for seat in taken.json["seats"]] == [1]
    assert (taken.json["game"]["you"], taken.json["game"]["version"]) == (1, 2)
    assert taken.json["game"]["seats"][1]["name"] == "Bo"


def test_the_game_starts_when_every_seat_is_held(player: Player, waiting: Game) -> None:
    """In any order."""
    assert take(player, waiting, 2).json["game"]["status"] == "waiting"
    assert take(player, waiting, 1).json["game"]["status"] == "active"
    assert player.get_view(waiting, waiting.tokens[0])["legal_actions"]


def test_a_seat_is_taken_once(player: Player, waiting: Game) -> None:
    """The problem names those that are still open."""
    take(player, waiting, 1)
    answer = take(player, waiting, 1, "Cy")
    assert (answer.status_code, answer.json["code"], answer.json["open_seats"]) == (409, "seat-taken", [2])


@pytest.mark.parametrize(
    ("seat", "code"), [("3", "unknown-seat"), ("99", "unknown-seat"), ("-1", "not-found"), ("x", "not-found")]
)
def test_other_seats_do_not_exist(player: Player, waiting: Game, seat: str, code: str) -> None:
    """404."""
    answer = player.post(f"{waiting.path}/seats/{seat}", {"name": "Bo"})
    assert problem(answer) == (404, code)


def ids(player: Player, query: str = "") -> list[str]:
    """The ids of the games in a list."""
    return [game["id"] for game in player.get(f"/v1/games?limit=100{query}").json["items"]]


def test_a_listed_game_is_in_the_list(player: Player) -> None:
    """As it stands: its status, players, open seats, enemies defeated, times."""
    game = player.create(2, seats=[{"name": "Ana"}, OPEN], listed=True)
    found = player.get("/v1/games").json["items"][0]
    assert found["id"] == game.id
    assert (found["status"], found["players"], found["open_seats"], found["defeated"]) == ("waiting", 2, [1], 0)


def test_other_games_are_in_no_list(player: Player) -> None:
    """Unless their creator lists them."""
    assert player.create(2).view["id"] not in ids(player)


def test_the_list_can_be_cut_to_a_status(player: Player) -> None:
    """A game moves from one to the next."""
    game = player.create(2, seats=[{"name": "Ana"}, OPEN], listed=True, seed=SEED)

    def found() -> list[str]:
        return [status for status in ("waiting", "active", "over") if game.id in ids(player, f"&status={status}")]

    assert found() == ["waiting"]
    game.tokens.append(take(player, game, 1).json["seats"][0]["token"])
    game.view = player.get_view(game)
    assert found() == ["active"]
    player.lose(game)
    assert found() == ["over"]


def test_several_statuses_are_listed_together(player: Player) -> None:
    """The newest first."""
    first = player.create(1, listed=True).view["id"]
    second = player.create(2, seats=[OPEN, OPEN], listed=True).view["id"]
    assert ids(player, "&status=active,waiting")[:2] == [second, first]


def test_a_list_is_read_page_by_page(player: Player) -> None:
    """Each page links to the next one, in its body and by Link (RFC 8288); no game is missing or repeated."""
    created = [player.create(1, listed=True).view["id"] for _ in range(7)]
    page, found = player.get("/v1/games?limit=2"), []
    while len(found) < 6:
        found += [game["id"] for game in page.json["items"]]
        assert page.headers["Link"].endswith('; rel="next"')
        page = player.get(page.headers["Link"][1:].partition(">")[0])
    assert len({*found}) == 6  # those of one millisecond are in any order
    assert {*found} < {*created}


def test_the_last_page_has_no_next(player: Player) -> None:
    """Neither in its body nor as a link."""
    player.create(1, listed=True)
    page = player.get("/v1/games?limit=100")
    while page.json["next"]:
        page = player.client.get("/v1/games", query_string={"limit": 100, "cursor": page.json["next"]})
    assert "Link" not in page.headers
