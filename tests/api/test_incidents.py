"""The incidents in a record: timeouts, seats handed over, and games given up; the record is verified with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from players import LOSING, SEED, Game, Player, bearing
from turn_clocks import exceed_deadline

import regicide
from regicide import EndReason


def record_of(player: Player, game: Game) -> dict[str, Any]:
    """The record of a finished game."""
    answer = player.client.get(f"{game.path}/record")
    assert answer.status_code == 200, answer.text
    content: dict[str, Any] = answer.json
    return content


def act(player: Player, game: Game, action: str, token: str | None = None) -> None:
    """Act at the current version."""
    game.view = player.get_view(game)
    assert player.act(game, action, token=token).status_code == 200


@pytest.fixture
def eventful(app: Flask, player: Player) -> dict[str, Any]:
    """A game of two with a clock: seat 0 times out, and seat 1 hands its seat over, before both give it up.

    Versions: 2 timeout, 3 and 4 actions, 5 stand-in, 6 action, 7 taken back, 8 and 9 give-up.
    """
    (bot, bot_token), (other, other_token) = player.register(), player.register()
    game = player.create(2, seed=SEED, turn_seconds=3600, on_timeout=f"bot:{bot}")
    exceed_deadline(app, game.view["id"])
    act(player, game, LOSING[0], bot_token)
    act(player, game, LOSING[1], game.tokens[0])
    stand_in = f"{game.path}/seats/1/stand-in"
    player.client.put(stand_in, json={"agent": other}, headers=bearing(game.tokens[1]))
    act(player, game, LOSING[2], other_token)
    player.client.delete(stand_in, headers=bearing(game.tokens[1]))
    for token in game.tokens:
        player.post(f"{game.path}/give-up", {"agree": True}, token)
    return record_of(player, game)


def test_a_record_has_the_clock_and_all_incidents(eventful: dict[str, Any]) -> None:
    """In order, and the agents that acted."""
    bot = eventful["clock"]["on_timeout"].removeprefix("bot:")
    told = [(each["version"], each["type"], each["seat"]) for each in eventful["incidents"]]
    assert told == [
        (2, "timeout", 0),
        (5, "stand-in", 1),
        (7, "stand-in", 1),
        (8, "give-up", 0),
        (9, "give-up", 1),
    ]
    other = eventful["incidents"][1]["agent"]
    assert [each.get("agent") for each in eventful["incidents"][:3]] == [bot, other, None]
    assert [event["agent"] for event in eventful["events"]] == [bot, None, other]
    assert eventful["clock"]["turn_seconds"] == 3600


def test_a_record_with_incidents_verifies_as_what_it_is(eventful: dict[str, Any]) -> None:
    """The last position is that of the end."""
    positions = regicide.verify_record(json.loads(json.dumps(eventful)))
    assert (len(positions), positions[-1].reason) == (4, EndReason.GIVEN_UP)


def test_a_game_lost_by_the_clock_verifies_as_that(app: Flask, player: Player) -> None:
    """Before its first action, too."""
    game = player.create(2, seed=SEED, turn_seconds=3600)
    exceed_deadline(app, game.view["id"])
    record = record_of(player, game)
    [position] = regicide.verify_record(record)
    assert (position.reason, record["clock"]["on_timeout"]) == (EndReason.TIMEOUT, "forfeit")
    assert [(each["seat"], each["effects"][0]["reason"]) for each in record["incidents"]] == [(0, "timeout")]


def test_a_stand_in_that_times_out_loses(app: Flask, player: Player) -> None:
    """Two timeouts in one turn."""
    bot, token = player.register()
    game = player.create(2, seed=SEED, turn_seconds=3600, on_timeout=f"bot:{bot}")
    exceed_deadline(app, game.view["id"])
    act(player, game, LOSING[0], token)
    exceed_deadline(app, game.view["id"])
    assert player.get_view(game)["status"] == "lost"
    assert regicide.verify_record(record_of(player, game))[-1].reason is EndReason.TIMEOUT


def test_the_turn_after_a_stand_in_can_time_out_twice(app: Flask, player: Player) -> None:
    """The stand-in ends its turn with the last action of the game, and stands in again in the next turn."""
    bot, token = player.register()
    game = player.create(2, seed=SEED, turn_seconds=3600, on_timeout=f"bot:{bot}")
    exceed_deadline(app, game.view["id"])
    act(player, game, LOSING[0], token)
    act(player, game, LOSING[1], token)
    for _ in range(2):
        exceed_deadline(app, game.view["id"])
    record = record_of(player, game)
    assert [(each["seat"], each.get("agent")) for each in record["incidents"]] == [(0, bot), (1, bot), (1, None)]
    assert regicide.verify_record(record)[-1].reason is EndReason.TIMEOUT


def test_a_game_by_the_rules_has_no_incidents(player: Player) -> None:
    """And no clock."""
    game = player.create(seed=SEED)
    player.lose(game)
    record = record_of(player, game)
    assert (record["clock"], record["incidents"]) == (None, [])


def test_a_record_without_incidents_is_verified_as_before(eventful: dict[str, Any]) -> None:
    """Earlier versions wrote none."""
    for name in ("incidents", "clock"):
        del eventful[name]
    assert regicide.verify_record(eventful)[-1].reason is EndReason.GIVEN_UP


def _without_clock(record: dict[str, Any]) -> None:
    record["clock"] = None


def _with(number: int, **members: object) -> Callable[[dict[str, Any]], None]:
    return lambda record: record["incidents"][number].update(members)


def _without(number: int) -> Callable[[dict[str, Any]], None]:
    return lambda record: record["incidents"].pop(number)


def _by(number: int, agent: object) -> Callable[[dict[str, Any]], None]:
    return lambda record: record["events"][number].update(agent=agent)


def _held_by_agents(record: dict[str, Any]) -> None:
    for seat in record["seats"]:
        seat["agent"] = "greedy"


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "no clock": (_without_clock, "no clock"),
    "another seat times out": (_with(0, seat=1), "the turn of another seat"),
    "another agent stands in": (_with(0, agent="random"), "stands in after the timeout"),
    "no agent stands in": (_with(0, agent=None), "expected"),
    "the timeout is missing": (_without(0), "neither holds nor stands in"),
    "the seat is not handed over": (_without(1), "neither holds nor stands in"),
    "a stranger acts": (_by(1, "random"), "neither holds nor stands in"),
    "an agreement is missing": (_without(3), "effects is"),
    "an agreement is a withdrawal": (_with(3, agree=False), "effects is"),
    "the last agreement is missing": (_without(4), "the result is given-up"),
    "the end comes early": (_with(4, version=1), "effects is"),
    "all agree before the end": (_with(2, type="give-up", agree=True), "effects is"),
    "something follows the end": (_with(2, version=10), "follows the end"),
    "another effect": (_with(0, effects=[{"type": "strike", "amount": 9}]), "effects is"),
    "the same version twice": (_with(1, version=3), "the same version"),
    "an unknown type": (_with(1, type="signal"), "unknown incident"),
    "an unknown seat": (_with(1, seat=2), "there is no seat 2"),
    "seats of agents": (_held_by_agents, "a person acts|neither holds|an agent holds"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_incident_is_found_out(eventful: dict[str, Any], name: str) -> None:
    """The error says what does not follow."""
    change, fault = CHANGES[name]
    change(eventful)
    with pytest.raises(regicide.BrokenRecord, match=fault):
        regicide.verify_record(eventful)


@pytest.mark.parametrize("change", [_with(0, version="2"), lambda record: record["incidents"][1].pop("agent")])
def test_a_malformed_incident_is_no_record(
    eventful: dict[str, Any], change: Callable[[dict[str, Any]], object]
) -> None:
    """A member is missing or has another type."""
    change(eventful)
    with pytest.raises(regicide.MalformedRecord):
        regicide.verify_record(eventful)
