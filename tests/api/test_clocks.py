"""Clocks: what happens when the time of a turn is over, and that it happens once, whoever comes by."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest
from flask import Flask
from players import BOTS_KEY, LOSING, SEED, Game, Player, bearing

import regicide
from regicide_api.http.services import services_of
from regicide_api.services.agents import house_token


@pytest.fixture
def agent(player: Player) -> tuple[str, str]:
    """The name and the token of an agent."""
    return player.register()


def timed(player: Player, *, seconds: int = 1, **wish: Any) -> Game:
    """A game of two with a clock."""
    return player.create(2, seed=SEED, turn_seconds=seconds, **wish)


def seconds_left(view: dict[str, Any]) -> float:
    """From the last change of a game to its deadline."""
    span = datetime.fromisoformat(view["deadline"]) - datetime.fromisoformat(view["updated_at"])
    return span.total_seconds()


def test_a_game_without_a_clock_has_no_deadline(player: Player) -> None:
    """And says so."""
    view = player.create().view
    assert (view["turn_seconds"], view["on_timeout"], view["deadline"]) == (None, None, None)


def test_a_clock_begins_with_the_game(player: Player) -> None:
    """Its settings are there for all to see."""
    view = timed(player, seconds=60).view
    assert (view["turn_seconds"], view["on_timeout"], seconds_left(view)) == (60, "forfeit", 60)


def test_a_clock_does_not_run_while_seats_are_open(player: Player) -> None:
    """It begins when the last one is taken."""
    answer = player.post("/v1/games", {"players": 2, "seats": [{"name": "a"}, {"open": True}], "turn_seconds": 60})
    assert answer.json["game"]["deadline"] is None
    taken = player.post(f"{answer.headers['Location']}/seats/1", {"name": "Bo"})
    assert seconds_left(taken.json["game"]) == 60


def test_every_action_has_its_own_time(player: Player) -> None:
    """The clock is set anew."""
    game = timed(player, seconds=60)
    first = game.view["deadline"]
    time.sleep(0.01)
    player.act(game, LOSING[0])
    assert game.view["deadline"] > first
    assert seconds_left(game.view) == 60


def test_a_signal_gives_no_more_time(player: Player) -> None:
    """The deadline stays."""
    game = player.create(3, seed="jester-9", turn_seconds=60)  # deals X1 to seat 0
    player.act(game, "X1")
    signalled = player.post(f"{game.path}/signals", {"signal": "eager"}, game.tokens[1])
    assert signalled.json["deadline"] == game.view["deadline"]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_whoever_looks_too_late_sees_the_game_lost(player: Player, viewer: int | None) -> None:
    """By the seat whose time it was."""
    game = timed(player)
    time.sleep(1.05)
    view = player.look(game, None if viewer is None else game.tokens[viewer])
    assert (view["status"], view["version"], view["deadline"]) == ("lost", 2, None)
    assert view["result"] == {"outcome": "lost", "reason": "timeout", "seat": 0, "defeated": 0, "grade": None}


def test_whoever_acts_too_late_has_lost(player: Player) -> None:
    """The action comes to nothing."""
    game = timed(player)
    time.sleep(1.05)
    assert player.act(game, LOSING[0]).json["code"] == "game-over"
    assert player.look(game)["result"]["reason"] == "timeout"


def test_whoever_waits_is_told_when_the_time_is_over(player: Player) -> None:
    """The long poll ends with it."""
    game = timed(player)
    waiting = {"If-None-Match": player.client.get(game.path).headers["ETag"], "Prefer": "wait=20"}
    start = time.monotonic()
    answer = player.client.get(game.path, headers=waiting)
    assert answer.json["result"]["reason"] == "timeout"
    assert time.monotonic() - start < 5


def test_a_stream_tells_of_it_and_ends(player: Player) -> None:
    """Though nobody else comes by."""
    game = timed(player)
    start = time.monotonic()
    told = player.client.get(f"{game.path}/events", headers={"Accept": "text/event-stream"}).text
    assert "event: timeout" in told
    assert time.monotonic() - start < 5


def test_the_events_tell_of_it(player: Player) -> None:
    """Whose time it was, and what came of it."""
    game = timed(player)
    time.sleep(1.05)
    [event] = player.client.get(f"{game.path}/events").json["items"]
    assert (event["type"], event["seat"], event["version"]) == ("timeout", 0, 2)
    assert event["effects"] == [{"type": "over", "outcome": "lost", "reason": "timeout"}]


def test_the_record_holds(player: Player) -> None:
    """It can be verified like any other."""
    game = timed(player, seconds=2)
    player.act(game, LOSING[0])
    time.sleep(2.05)
    record = player.client.get(f"{game.path}/record").json
    assert record["result"]["reason"] == "timeout"
    assert len(regicide.verify(record)) == 2


def test_it_happens_once(app: Flask, player: Player) -> None:
    """However many come by at the same moment."""
    game = timed(player)
    time.sleep(1.05)
    with ThreadPoolExecutor(8) as threads:
        seen = list(threads.map(lambda _: app.test_client().get(game.path).json, range(16)))
    assert {view["version"] for view in seen} == {2}
    assert len(player.client.get(f"{game.path}/events").json["items"]) == 1


def test_a_house_bot_ends_the_turns_of_all_games(app: Flask, player: Player) -> None:
    """Those that nobody looks at, too, when it looks into its inbox."""
    game = timed(player)
    time.sleep(1.05)
    player.turns(house_token(BOTS_KEY, "random"))
    stored = services_of(app).store.load(game.view["id"])
    assert stored
    assert b"over:timeout" in stored


def test_a_house_bot_that_waits_ends_turns_when_their_time_comes(app: Flask, player: Player) -> None:
    """It does not have to ask again."""
    token = house_token(BOTS_KEY, "random")
    etag = player.client.get("/v1/agents/me/turns", headers=bearing(token)).headers["ETag"]
    waiting = bearing(token) | {"If-None-Match": etag, "Prefer": "wait=5"}
    with ThreadPoolExecutor() as threads:
        bot = threads.submit(app.test_client().get, "/v1/agents/me/turns", headers=waiting)
        time.sleep(0.5)
        game = timed(player)  # which nobody tells the bot of
        assert bot.result()
    stored = services_of(app).store.load(game.view["id"])
    assert stored
    assert b"over:timeout" in stored


def test_a_game_that_ended_in_time_leaves_no_deadline(app: Flask, player: Player) -> None:
    """Whoever sweeps next strikes it off."""
    game = timed(player, seconds=2)
    player.lose(game)
    time.sleep(2.05)
    services = services_of(app)
    services.games.end_overdue_turns()
    assert game.view["id"] not in dict(services.store.sorted_sets.lowest("deadlines", 1000))
    assert player.look(game)["version"] == 6


# Somebody stands in


def relieved(player: Player, agent: str, **wish: Any) -> Game:
    """A game in which the time of seat 0 is over, and an agent stands in."""
    game = timed(player, seconds=2, on_timeout=f"bot:{agent}", **wish)
    time.sleep(2.05)
    game.view = player.look(game)
    return game


def test_an_agent_stands_in(player: Player, agent: tuple[str, str]) -> None:
    """An event says so, and it has the same time."""
    game = relieved(player, agent[0])
    assert (game.view["status"], game.view["stand_in"], game.view["version"]) == ("active", agent[0], 2)
    assert seconds_left(game.view) == 2
    [event] = player.client.get(f"{game.path}/events").json["items"]
    assert (event["type"], event["seat"], event["agent"]) == ("timeout", 0, agent[0])


def test_the_turn_is_in_its_inbox(player: Player, agent: tuple[str, str]) -> None:
    """As the seat sees it that it acts for."""
    game = relieved(player, agent[0])
    [turn] = player.turns(agent[1])
    assert (turn["id"], turn["you"]) == (game.view["id"], 0)
    assert turn["legal_actions"]


def test_it_acts_for_that_turn_and_no_longer(player: Player, agent: tuple[str, str]) -> None:
    """Playing and suffering is one turn; then it is a stranger again."""
    game = relieved(player, agent[0])
    assert player.act(game, LOSING[0], token=agent[1]).json["you"] == 0
    last = player.act(game, LOSING[1], token=agent[1])
    assert (last.json["turn"], last.json["you"], last.json["hand"], last.json["stand_in"]) == (1, None, None, None)
    assert player.turns(agent[1]) == []
    assert player.client.get(game.path, headers=bearing(agent[1])).json["code"] == "not-your-seat"
    told = player.client.get(f"{game.path}/events").json["items"]
    assert [event.get("agent") for event in told] == [agent[0]] * 3


def test_its_repeated_action_tells_no_secrets(player: Player, agent: tuple[str, str]) -> None:
    """It is recognised, and answered with what a spectator may see."""
    game = relieved(player, agent[0])
    player.act(game, LOSING[0], token=agent[1])
    player.act(game, LOSING[1], token=agent[1])
    again = player.post(f"{game.path}/actions", {"version": 3, "action": LOSING[1]}, agent[1])
    assert (again.status_code, again.json["you"], again.json["version"]) == (200, None, 4)


def test_the_player_may_come_back_in_time(player: Player, agent: tuple[str, str]) -> None:
    """As long as the agent has not acted."""
    game = relieved(player, agent[0])
    assert player.act(game, LOSING[0], token=game.tokens[0]).status_code == 200
    assert player.client.get(f"{game.path}/events").json["items"][1].get("agent") is None


def test_an_action_chosen_before_the_timeout_is_past(player: Player, agent: tuple[str, str]) -> None:
    """Its version is."""
    game = relieved(player, agent[0])
    answer = player.act(game, LOSING[0], version=1, token=game.tokens[0])
    assert (answer.json["code"], answer.json["version"]) == ("version-conflict", 2)


def test_nobody_stands_in_for_who_stands_in(player: Player, agent: tuple[str, str]) -> None:
    """When its time is over as well, the game is lost."""
    game = relieved(player, agent[0])
    time.sleep(2.05)
    view = player.look(game)
    assert (view["status"], view["result"]["reason"], view["result"]["seat"]) == ("lost", "timeout", 0)
    assert player.turns(agent[1]) == []


def test_an_agent_that_stands_in_has_to_be_known(player: Player) -> None:
    """It is named."""
    answer = player.post("/v1/games", {"players": 1, "turn_seconds": 5, "on_timeout": "bot:nobody-here"})
    [fault] = answer.json["errors"]
    assert (answer.status_code, fault["pointer"]) == (422, "/on_timeout")
    assert "nobody-here" in fault["detail"]


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"turn_seconds": 0}, "/turn_seconds"),
        ({"turn_seconds": 86401}, "/turn_seconds"),
        ({"turn_seconds": "5"}, "/turn_seconds"),
        ({"turn_seconds": 1.5}, "/turn_seconds"),
        ({"turn_seconds": 5, "on_timeout": "bot:"}, "/on_timeout"),
        ({"turn_seconds": 5, "on_timeout": "greedy"}, "/on_timeout"),
        ({"turn_seconds": 5, "on_timeout": None}, "/on_timeout"),
        ({"on_timeout": "bot:greedy"}, "/on_timeout"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(player: Player, wish: dict[str, Any], pointer: str) -> None:
    """With the place of the fault."""
    answer = player.post("/v1/games", {"players": 1, **wish})
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, pointer)


def test_a_rematch_has_the_same_clock(player: Player) -> None:
    """Until everybody has another idea."""
    game = timed(player, seconds=60)
    player.lose(game)
    again = player.post(f"{game.path}/rematch", None, game.tokens[0]).json["game"]
    assert (again["turn_seconds"], seconds_left(again)) == (60, 60)
