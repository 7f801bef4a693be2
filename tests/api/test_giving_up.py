"""Giving a game up: the seats that people hold agree."""

from __future__ import annotations

import pytest
from flask import Flask
from game_clocks import exceed_deadline
from players import LOSING, OPEN, SEED, Game, Player, problem
from werkzeug.test import TestResponse

import regicide
from regicide import EndReason
from regicide_api.domain.seat import MAX_CHANGES


def say(player: Player, game: Game, seat: int, agree: object = True) -> TestResponse:
    """Say whether a seat agrees to give the game up."""
    return player.post(f"{game.path}/give-up", {"agree": agree}, game.tokens[seat])


def test_a_person_alone_gives_up_at_once(player: Player) -> None:
    """A solo game, and a game with agents."""
    name, _ = player.register()
    for game in (player.create(1), player.create(2, seats=[{"name": "Ana"}, {"agent": name}])):
        view = say(player, game, 0).json
        assert (view["status"], view["result"]["reason"], view["turn"]) == ("lost", "given-up", None)
        [event] = player.events(game)
        assert (event["type"], event["agree"], event["effects"]) == (
            "give-up",
            True,
            [{"type": "over", "outcome": "lost", "reason": "given-up"}],
        )


def test_all_people_have_to_agree(player: Player) -> None:
    """The views say who does; the game goes on until the last one agrees."""
    game = player.create(3)
    said = [say(player, game, seat).json for seat in (2, 0)]
    assert [[seat["gives_up"] for seat in view["seats"]] for view in said] == [
        [False, False, True],
        [True, False, True],
    ]
    assert [(view["status"], view["you"]) for view in said] == [("active", 2), ("active", 0)]
    assert say(player, game, 1).json["status"] == "lost"
    assert [(event["seat"], event["agree"], bool(event["effects"])) for event in player.events(game)] == [
        (2, True, False),
        (0, True, False),
        (1, True, True),
    ]


def test_an_agreement_is_withdrawn(player: Player) -> None:
    """Then the others alone do not end the game."""
    game = player.create(2)
    say(player, game, 0)
    assert say(player, game, 0, agree=False).json["seats"][0]["gives_up"] is False
    assert say(player, game, 1).json["status"] == "active"
    assert [event["agree"] for event in player.events(game)] == [True, False, True]


def test_saying_it_again_is_no_event(player: Player) -> None:
    """Also after the end."""
    game = player.create(2)
    for agree, version in ((False, 1), (True, 2), (True, 2), (False, 3), (False, 3), (True, 4)):
        assert say(player, game, 0, agree).json["version"] == version
    assert [say(player, game, 1).json["version"] for _ in range(2)] == [5, 5]
    assert say(player, game, 0).status_code == 200
    assert (say(player, game, 0, agree=False).status_code, len(player.events(game))) == (409, 4)


def test_an_agreement_leaves_actions_valid(player: Player, game: Game) -> None:
    """That were chosen before it."""
    say(player, game, 1)
    assert player.act(game, LOSING[0], version=1).status_code == 200
    assert player.get_view(game)["seats"][1]["gives_up"]


def test_no_action_follows_a_game_that_is_given_up(player: Player) -> None:
    """The game is over; it has a record and a rematch."""
    game = player.create(1)
    say(player, game, 0)
    assert player.act(game, "yield").json["code"] == "game-over"
    record = player.record(game)
    assert (record["result"]["reason"], len(regicide.verify_record(record))) == ("given-up", 1)
    assert player.post(f"{game.path}/rematch", None, game.tokens[0]).status_code == 201


def test_an_agent_does_not_give_up(player: Player) -> None:
    """It plays on."""
    name, token = player.register()
    game = player.seated(None, name)
    assert problem(player.post(f"{game.path}/give-up", {"agree": True}, token)) == (403, "held-by-agent")


def test_the_owner_gives_up_a_game_of_agents(player: Player) -> None:
    """At once, by one event however often it is said; the record holds, and the agents have the places."""
    (first, token), (second, _) = player.register(), player.register()
    game = player.seated(first, second)
    owner, path = game.owner, f"{game.path}/give-up"
    assert player.post(path, {"agree": False}, owner).json["status"] == "active"
    for _ in range(2):
        view = player.post(path, {"agree": True}, owner).json
        assert (view["status"], view["result"]["reason"], view["you"], view["version"]) == ("lost", "given-up", None, 2)
    assert player.post(path, {"agree": False}, owner).json["code"] == "game-over"
    [event] = player.events(game)
    assert (event["seat"], event["agree"], len(event["effects"])) == (0, True, 1)
    record = player.record(game)
    assert record["incidents"] == [event]
    assert regicide.verify_record(record)[-1].reason is EndReason.GIVEN_UP
    assert player.turns(token) == []


def test_the_event_of_the_owner_is_that_of_the_seat_to_act(player: Player) -> None:
    """A record with another seat does not hold, nor one in which the owner withdraws something."""
    (first, token), (second, _) = player.register(), player.register()
    game = player.seated(first, second, seed=SEED)
    for action in LOSING[:2]:
        assert player.act(game, action, token=token).status_code == 200
    player.post(f"{game.path}/give-up", {"agree": True}, game.owner)
    record = player.record(game)
    [incident] = record["incidents"]
    assert (incident["seat"], regicide.verify_record(record)[-1].reason) == (1, EndReason.GIVEN_UP)
    for change in ({"seat": 0}, {"agree": False, "effects": []}):
        with pytest.raises(regicide.BrokenRecord, match="does not give the game up"):
            regicide.verify_record(record | {"incidents": [incident | change]})


def test_the_owner_does_not_give_up_for_people(player: Player) -> None:
    """Nor a game that waits for players, which it cancels."""
    name, _ = player.register()
    game, waiting = player.seated(name, None), player.seated(name, OPEN)
    refused = [(game, game.owner, 403, "not-your-seat"), (waiting, waiting.owner, 409, "game-not-started")]
    for each, token, status, code in (*refused, (game, waiting.owner, 401, "unknown-token")):
        answer = player.post(f"{each.path}/give-up", {"agree": True}, token)
        assert problem(answer) == (status, code)


def test_a_timeout_comes_first(app: Flask, player: Player) -> None:
    """A deadline that is over ends the game before its holder can give it up."""
    game = player.create(1, turn_seconds=3600)
    exceed_deadline(app, game.id)
    assert say(player, game, 0).json["code"] == "game-over"
    assert player.get_view(game)["result"]["reason"] == "timeout"


def test_agreements_are_bounded(player: Player) -> None:
    """So that a game has a bounded number of events; the last one can be withdrawn."""
    game = player.create(2)
    for _ in range(MAX_CHANGES):
        assert say(player, game, 0).status_code == 200
        assert say(player, game, 0, agree=False).status_code == 200
    assert say(player, game, 0).json["code"] == "too-many-changes"
    assert len(player.events(game)) == 100
