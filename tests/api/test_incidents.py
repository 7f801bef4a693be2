"""The incidents in a record: timeouts, seats handed over, and games given up; the record is verified with them."""

from __future__ import annotations

import json
from operator import itemgetter
from typing import Any

import pytest
from changes import Change, changed, gone, now, plus
from flask import Flask
from game_clocks import exceed_deadline
from players import LOSING, SEED, Game, Player

import regicide
from regicide import EndReason


def act(player: Player, game: Game, action: str, token: str | None = None) -> None:
    """Act at the current version."""
    game.view = player.get_view(game)
    assert player.act(game, action, token=token).status_code == 200


@pytest.fixture(scope="module")
def eventful(app: Flask) -> dict[str, Any]:
    """A game of two with a clock: seat 0 times out, and seat 1 hands its seat over, before both give it up.

    Versions: 2 timeout, 3 and 4 actions, 5 stand-in, 6 action, 7 taken back, 8 and 9 give-up.
    """
    player = Player(app.test_client())
    (bot, bot_token), (other, other_token) = player.register(), player.register()
    game = player.create(2, seed=SEED, turn_seconds=3600, on_timeout=f"bot:{bot}")
    exceed_deadline(app, game.id)
    act(player, game, LOSING[0], bot_token)
    act(player, game, LOSING[1], game.tokens[0])
    stand_in = f"{game.path}/seats/1/stand-in"
    player.put(stand_in, {"agent": other}, game.tokens[1])
    act(player, game, LOSING[2], other_token)
    player.delete(stand_in, game.tokens[1])
    for token in game.tokens:
        player.post(f"{game.path}/give-up", {"agree": True}, token)
    return player.record(game)


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
    exceed_deadline(app, game.id)
    record = player.record(game)
    [position] = regicide.verify_record(record)
    assert (position.reason, record["clock"]["on_timeout"]) == (EndReason.TIMEOUT, "forfeit")
    assert [(each["seat"], each["effects"][0]["reason"]) for each in record["incidents"]] == [(0, "timeout")]


def test_a_stand_in_that_times_out_loses(app: Flask, player: Player) -> None:
    """Two timeouts in one turn."""
    bot, token = player.register()
    game = player.create(2, seed=SEED, turn_seconds=3600, on_timeout=f"bot:{bot}")
    exceed_deadline(app, game.id)
    act(player, game, LOSING[0], token)
    exceed_deadline(app, game.id)
    assert player.get_view(game)["status"] == "lost"
    assert regicide.verify_record(player.record(game))[-1].reason is EndReason.TIMEOUT


def test_the_turn_after_a_stand_in_can_time_out_twice(app: Flask, player: Player) -> None:
    """The stand-in ends its turn with the last action of the game, and stands in again in the next turn."""
    bot, token = player.register()
    game = player.create(2, seed=SEED, turn_seconds=3600, on_timeout=f"bot:{bot}")
    exceed_deadline(app, game.id)
    act(player, game, LOSING[0], token)
    act(player, game, LOSING[1], token)
    for _ in range(2):
        exceed_deadline(app, game.id)
    record = player.record(game)
    assert [(each["seat"], each.get("agent")) for each in record["incidents"]] == [(0, bot), (1, bot), (1, None)]
    assert regicide.verify_record(record)[-1].reason is EndReason.TIMEOUT


def test_a_flip_does_not_end_the_turn_of_a_stand_in(app: Flask, player: Player) -> None:
    """It plays on with the new hand."""
    bot, token = player.register()
    game = player.create(1, seed=SEED, turn_seconds=3600, on_timeout=f"bot:{bot}")
    exceed_deadline(app, game.id)
    act(player, game, "flip", token)
    act(player, game, player.get_view(game, token)["legal_actions"][0], token)
    player.post(f"{game.path}/give-up", {"agree": True}, game.tokens[0])
    record = player.record(game)
    assert [event["agent"] for event in record["events"]] == [bot, bot]
    assert len(regicide.verify_record(record)) == 3


AGENT = ("/seats/0", plus({"agent": "greedy"}))
Changes = list[tuple[str, Change]]
CHANGES: dict[str, tuple[Changes, str]] = {
    "no clock": ([("/clock", now(None))], "no clock"),
    "another seat times out": ([("/incidents/0/seat", now(1))], "the turn of another seat"),
    "another agent stands in": ([("/incidents/0/agent", now("random"))], "stands in after the timeout"),
    "no agent stands in": ([("/incidents/0/agent", now(None))], "expected"),
    "the timeout is missing": ([("/incidents/0", gone)], "neither holds nor stands in"),
    "the seat is not handed over": ([("/incidents/1", gone)], "neither holds nor stands in"),
    "a stranger acts": ([("/events/1/agent", now("random"))], "neither holds nor stands in"),
    "an agreement is missing": ([("/incidents/3", gone)], "effects is"),
    "an agreement is a withdrawal": ([("/incidents/3/agree", now(False))], "effects is"),
    "the last agreement is missing": ([("/incidents/4", gone)], "the result is given-up"),
    "the end comes early": ([("/incidents/4/version", now(1))], "effects is"),
    "all agree before the end": ([("/incidents/2", plus({"type": "give-up", "agree": True}))], "effects is"),
    "something follows the end": ([("/incidents/2/version", now(10))], "follows the end"),
    "another effect": ([("/incidents/0/effects", now([{"type": "strike", "amount": 9}]))], "effects is"),
    "the same version twice": ([("/incidents/1/version", now(3))], "the same version"),
    "an unknown type": ([("/incidents/1/type", now("signal"))], "unknown incident"),
    "an action": ([("/incidents/1", plus({"type": "action", "action": "yield"}))], "unknown incident 'action'"),
    "agreement by a text": ([("/incidents/3/agree", now("maybe"))], "agree is 'maybe', expected true or false"),
    "agreement by a number": ([("/incidents/3/agree", now(1))], "agree is 1, expected true or false"),
    "an unknown beginning": ([("/beginning", now("x"))], "beginning is 'x', expected deal, actions, position"),
    "a clock without time": ([("/clock/turn_seconds", now(0))], "the set-up: clock is"),
    "a clock that runs backwards": ([("/clock/turn_seconds", now(-3))], "the set-up: clock is"),
    "a clock of parts of seconds": ([("/clock/turn_seconds", now(0.5))], "the set-up: clock is"),
    "an unknown consequence": ([("/clock/on_timeout", now("whatever"))], "the set-up: clock is"),
    "a stand-in without a name": ([("/clock/on_timeout", now("bot:"))], "the set-up: clock is"),
    "a clock that is a number": ([("/clock", now(60))], "the set-up: clock is 60"),
    "an unknown seat": ([("/incidents/1/seat", now(2))], "there is no seat 2"),
    "a person acts for an agent": ([AGENT], "step 2: a person acts for seat 0, which an agent holds"),
    "an agent gives up": (
        [AGENT, ("/events/1/agent", now("greedy"))],
        r"incidents\[3\]: seat 0 gives the game up, but an agent holds it",
    ),
    "seats of agents": (
        [AGENT, ("/seats/1", plus({"agent": "greedy"}))],
        "a person acts|neither holds|an agent holds",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_incident_is_found_out(eventful: dict[str, Any], name: str) -> None:
    """The error says what does not follow."""
    changes, fault = CHANGES[name]
    with pytest.raises(regicide.BrokenRecord, match=fault):
        regicide.verify_record(changed(eventful, *changes))


@pytest.mark.parametrize("number", [0, 1, 2])
def test_an_action_of_another_agent_shows_at_its_step(eventful: dict[str, Any], number: int) -> None:
    """As a change of its effects does."""
    with pytest.raises(regicide.BrokenRecord, match=rf"^step {number + 1}: mallory acts for seat") as caught:
        regicide.verify_record(changed(eventful, (f"/events/{number}/agent", now("mallory"))))
    assert caught.value.step == number + 1


@pytest.mark.parametrize("number", range(5))
def test_a_changed_incident_is_named_by_its_place(eventful: dict[str, Any], number: int) -> None:
    """It is not an action, and has no step."""
    fault = rf"^the record: incidents\[{number}\]: there is no seat 9$"
    with pytest.raises(regicide.BrokenRecord, match=fault) as caught:
        regicide.verify_record(changed(eventful, (f"/incidents/{number}/seat", now(9))))
    assert caught.value.step is None


MALFORMED: Changes = [
    ("/incidents", now({})),
    ("/clock", now({})),
    ("/incidents/0/version", now("2")),
    ("/incidents/1/agent", gone),
]


@pytest.mark.parametrize("change", MALFORMED, ids=itemgetter(0))
def test_a_malformed_incident_is_no_record(eventful: dict[str, Any], change: tuple[str, Change]) -> None:
    """A member is missing or has another type."""
    with pytest.raises(regicide.MalformedRecord):
        regicide.verify_record(changed(eventful, change))
