"""Turn clocks: the consequences of a timeout, and that each is applied once."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest
from arenas import await_true
from flask import Flask
from game_clocks import exceed_deadline
from players import BOTS_KEY, LOSING, SEED, Game, Player, bearing, places

from regicide_api.endpoints.services import services_of
from regicide_api.services.agents import house_token
from regicide_api.services.indexes import deadline_set
from regicide_api.storage.sorted_sets import Entry


def timed(player: Player, *, seconds: int = 3600, **request_body: Any) -> Game:
    """A game of two with a clock."""
    return player.create(2, seed=SEED, turn_seconds=seconds, **request_body)


def overdue(app: Flask, game: Game) -> Game:
    """The game after the deadline of its turn, before any request for it."""
    exceed_deadline(app, game.id)
    return game


def seconds_left(view: dict[str, Any]) -> float:
    """The time from the last change of a game to its deadline."""
    span = datetime.fromisoformat(view["deadline"]) - datetime.fromisoformat(view["updated_at"])
    return span.total_seconds()


def test_a_clock_begins_with_the_game(player: Player) -> None:
    """Its settings are public."""
    view = timed(player, seconds=60).view
    assert (view["turn_seconds"], view["on_timeout"], seconds_left(view)) == (60, "forfeit", 60)


def test_every_action_restarts_the_clock(player: Player) -> None:
    """The deadline moves."""
    game = timed(player, seconds=60)
    first = game.view["deadline"]
    time.sleep(0.01)
    player.act(game, LOSING[0])
    assert game.view["deadline"] > first
    assert seconds_left(game.view) == 60


def test_a_signal_does_not_restart_the_clock(player: Player) -> None:
    """The deadline stays."""
    game = player.create(3, seed="jester-9", turn_seconds=60)  # deals X1 to seat 0
    player.act(game, "X1")
    signalled = player.post(f"{game.path}/signals", {"signal": "eager"}, game.tokens[1])
    assert signalled.json["deadline"] == game.view["deadline"]


def test_a_game_is_lost_after_its_deadline(app: Flask, player: Player) -> None:
    """By the seat that had the turn, for all viewers: its action is too late, and there is an event."""
    game = overdue(app, timed(player))
    assert player.act(game, LOSING[0]).json["code"] == "game-over"
    for token in (None, *game.tokens):
        view = player.get_view(game, token)
        assert (view["status"], view["version"], view["deadline"]) == ("lost", 2, None)
        assert view["result"] == {"outcome": "lost", "reason": "timeout", "seat": 0, "defeated": 0, "grade": None}
    [event] = player.events(game)
    assert (event["type"], event["seat"], event["version"]) == ("timeout", 0, 2)
    assert event["effects"] == [{"type": "over", "outcome": "lost", "reason": "timeout"}]


def test_what_waits_ends_at_the_deadline(app: Flask, player: Player) -> None:
    """Streams, long polls of the view and of events: each applies the timeout itself."""
    stream, wait = {"Accept": "text/event-stream"}, {"Prefer": "wait=60"}
    games = [timed(player, seconds=1) for _ in range(3)]
    known = wait | {"If-None-Match": player.get(games[1].path).headers["ETag"]}
    requests = [(f"{games[0].path}/events", stream), (games[1].path, known), (f"{games[2].path}/events", wait)]
    with ThreadPoolExecutor() as threads:
        answers = [threads.submit(Player(app.test_client()).get, path, **headers) for path, headers in requests]
        assert ["timeout" in answer.result().text for answer in answers] == [True] * 3


def test_a_house_bot_ends_overdue_turns_of_all_games(app: Flask, player: Player) -> None:
    """When it requests its inbox."""
    game = overdue(app, timed(player))
    player.turns(house_token(BOTS_KEY, "random"))
    stored = services_of(app).store.load(game.id).record
    assert stored
    assert b"over:timeout" in stored


def test_a_waiting_house_bot_ends_overdue_turns(app: Flask, player: Player) -> None:
    """During its long poll."""
    token = house_token(BOTS_KEY, "random")
    etag = player.get("/v1/agents/me/turns", token).headers["ETag"]
    waiting = bearing(token) | {"If-None-Match": etag, "Prefer": "wait=60"}
    with ThreadPoolExecutor() as threads:
        bot = threads.submit(app.test_client().get, "/v1/agents/me/turns", headers=waiting)
        game = overdue(app, timed(player))  # does not notify the bot
        await_true(lambda: b"over:timeout" in (services_of(app).store.load(game.id).record or b""))
        player.create(1, seats=[{"agent": "random"}])  # notifies it
        assert bot.result().status_code == 200


def test_a_game_that_ended_in_time_leaves_no_deadline(app: Flask, player: Player) -> None:
    """A sweep after the deadline removes its index entry."""
    game, services = timed(player), services_of(app)
    player.lose(game)
    services.store.sorted_sets.write([Entry(deadline_set(game.id), game.id, 0, 60)])
    services.repository.end_overdue_turns()
    assert game.id not in dict(services.store.sorted_sets.lowest([deadline_set(game.id)], 1000)[0])
    assert player.get_view(game)["version"] == 6


# Stand-ins


@pytest.fixture
def relieved(app: Flask, player: Player, agent: tuple[str, str]) -> Game:
    """A game in which seat 0 has exceeded its deadline, and the agent stands in."""
    game = overdue(app, timed(player, on_timeout=f"bot:{agent[0]}"))
    game.view = player.get_view(game)
    return game


def test_an_agent_stands_in(player: Player, agent: tuple[str, str], relieved: Game) -> None:
    """The timeout event names it, and it has the same time."""
    assert (relieved.view["status"], relieved.view["stand_in"], relieved.view["version"]) == ("active", agent[0], 2)
    assert seconds_left(relieved.view) == 3600
    [event] = player.events(relieved)
    assert (event["type"], event["seat"], event["agent"]) == ("timeout", 0, agent[0])


def test_the_stand_in_acts_until_the_end_of_the_turn(player: Player, agent: tuple[str, str], relieved: Game) -> None:
    """Play and discard are one turn; then it is a spectator."""
    assert player.act(relieved, LOSING[0], token=agent[1]).json["you"] == 0
    last = player.act(relieved, LOSING[1], token=agent[1])
    assert (last.json["turn"], last.json["you"], last.json["hand"], last.json["stand_in"]) == (1, None, None, None)
    assert player.turns(agent[1]) == []
    assert player.get_view(relieved, agent[1])["you"] is None
    events = player.events(relieved)
    assert [event.get("agent") for event in events] == [agent[0]] * 3


def test_a_repeated_action_of_a_former_stand_in_returns_the_public_view(
    player: Player, agent: tuple[str, str], relieved: Game
) -> None:
    """It is recognized."""
    player.act(relieved, LOSING[0], token=agent[1])
    player.act(relieved, LOSING[1], token=agent[1])
    again = player.post(f"{relieved.path}/actions", {"version": 3, "action": LOSING[1]}, agent[1])
    assert (again.status_code, again.json["you"], again.json["version"]) == (200, None, 4)


def test_the_player_may_act_before_the_stand_in(player: Player, relieved: Game) -> None:
    """The seat's token stays valid."""
    assert player.act(relieved, LOSING[0], token=relieved.tokens[0]).status_code == 200
    assert player.events(relieved)[1].get("agent") is None


def test_an_action_chosen_before_the_timeout_is_stale(player: Player, relieved: Game) -> None:
    """Version conflict."""
    answer = player.act(relieved, LOSING[0], version=1, token=relieved.tokens[0])
    assert (answer.json["code"], answer.json["version"]) == ("version-conflict", 2)


def test_a_stand_in_without_a_clock_is_rejected(player: Player) -> None:
    """The error points to the member."""
    assert places(player.post("/v1/games", {"players": 1, "on_timeout": "bot:greedy"})) == ["/on_timeout"]


def test_a_forfeit_without_a_clock_has_no_effect(player: Player) -> None:
    """It is the default, which generated clients send with every game; the view has neither of the two members."""
    view = player.create(1, on_timeout="forfeit").view
    assert (view["turn_seconds"], view["on_timeout"], view["deadline"]) == (None, None, None)
