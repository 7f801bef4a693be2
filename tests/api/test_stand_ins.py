"""A seat in a running game is handed to an agent by its holder, and taken back."""

from __future__ import annotations

from flask import Flask
from game_clocks import exceed_deadline
from players import LOSING, SEED, Game, Player
from werkzeug.test import TestResponse

from regicide_api.domain.seat import MAX_CHANGES


def hand_over(player: Player, game: Game, agent: str, seat: int = 0, token: str | None = None) -> TestResponse:
    """Let an agent play on for the holder of a seat."""
    return player.put(f"{game.path}/seats/{seat}/stand-in", {"agent": agent}, token or game.tokens[seat])


def take_back(player: Player, game: Game, seat: int = 0, token: str | None = None) -> TestResponse:
    """Take a seat back."""
    return player.delete(f"{game.path}/seats/{seat}/stand-in", token or game.tokens[seat])


def test_an_agent_plays_on_for_the_holder(player: Player, game: Game, agent: tuple[str, str]) -> None:
    """It gets the turn in its inbox, sees the hand, and acts; the events say so."""
    name, token = agent
    view = hand_over(player, game, name).json
    assert (view["you"], view["seats"][0]["stand_in"], view["seats"][0]["agent"]) == (0, name, None)
    [turn] = player.turns(token)
    assert (turn["id"], turn["you"], turn["hand"]) == (game.id, 0, view["hand"])
    assert player.act(game, LOSING[0], turn["version"], token).status_code == 200
    told = [(event["type"], event.get("agent")) for event in player.events(game)]
    assert told == [("stand-in", name), ("action", name)]


def test_it_stands_in_for_all_turns(player: Player, game: Game, agent: tuple[str, str]) -> None:
    """And sees the hand between them, until the seat is taken back."""
    hand_over(player, game, agent[0])
    for action, token in zip(LOSING[:3], (agent[1], agent[1], game.tokens[1]), strict=True):
        assert player.act(game, action, player.get_view(game)["version"], token).status_code == 200
        assert player.get_view(game, agent[1])["you"] == 0
    assert player.turns(agent[1]) == []


def test_the_holder_takes_the_seat_back(player: Player, game: Game, agent: tuple[str, str]) -> None:
    """The agent has no turn, sees what a spectator sees, and acts no more."""
    hand_over(player, game, agent[0])
    view = take_back(player, game).json
    assert (view["you"], view["seats"][0]["stand_in"], view["version"]) == (0, None, 3)
    assert player.turns(agent[1]) == []
    seen = player.get_view(game, agent[1])
    assert (seen["you"], seen["hand"], seen["legal_actions"]) == (None, None, [])
    assert player.act(game, LOSING[0], 3, agent[1]).json["code"] == "not-your-seat"
    assert player.act(game, LOSING[0], 3).status_code == 200
    assert [event["agent"] for event in player.events(game)[:2]] == [agent[0], None]


def test_another_agent_replaces_the_first(player: Player, game: Game, agent: tuple[str, str]) -> None:
    """Which sees the hand no more."""
    other, token = player.register()
    hand_over(player, game, agent[0])
    hand_over(player, game, other)
    assert player.get_view(game, agent[1])["hand"] is None
    assert player.get_view(game, token)["you"] == 0
    assert [len(player.turns(each)) for each in (agent[1], token)] == [0, 1]


def test_saying_it_again_is_no_event(player: Player, game: Game, agent: tuple[str, str]) -> None:
    """One after the other, and after the end."""
    assert [hand_over(player, game, agent[0]).json["version"] for _ in range(2)] == [2, 2]
    assert [take_back(player, game).json["version"] for _ in range(2)] == [3, 3]
    hand_over(player, game, agent[0])
    game.view = player.get_view(game)
    player.lose(game)
    assert hand_over(player, game, agent[0]).status_code == 200
    assert (take_back(player, game).status_code, take_back(player, game, 1).status_code) == (409, 200)


def test_an_action_of_the_holder_stays_valid(player: Player, game: Game, agent: tuple[str, str]) -> None:
    """That was chosen before the seat was handed over; its repeat is recognized."""
    hand_over(player, game, agent[0])
    assert player.act(game, LOSING[0], 1, game.tokens[0]).status_code == 200
    assert player.act(game, LOSING[0], 1, game.tokens[0]).json["version"] == 3
    assert [event.get("agent") for event in player.events(game)] == [agent[0], None]


def test_the_clock_runs_on(app: Flask, player: Player, agent: tuple[str, str]) -> None:
    """If the agent exceeds the deadline, the game is lost, or the agent of the clock ends the turn."""
    game = player.create(2, seed=SEED, turn_seconds=3600)
    deadline = hand_over(player, game, agent[0]).json["deadline"]
    assert deadline == game.view["deadline"]
    exceed_deadline(app, game.id)
    assert player.get_view(game)["result"]["reason"] == "timeout"

    other, token = player.register()
    game = player.create(2, seed=SEED, turn_seconds=3600, on_timeout=f"bot:{other}")
    hand_over(player, game, agent[0])
    exceed_deadline(app, game.id)
    view = player.get_view(game)
    assert (view["stand_in"], view["seats"][0]["stand_in"]) == (other, agent[0])
    assert [len(player.turns(each)) for each in (agent[1], token)] == [1, 1]
    for action, bearer in zip(LOSING[:2], (token, agent[1]), strict=True):
        assert player.act(game, action, player.get_view(game)["version"], bearer).status_code == 200
    assert player.get_view(game, token)["you"] is None
    assert player.get_view(game, agent[1])["you"] == 0


def test_a_seat_of_its_own_stays_with_the_agent(player: Player, agent: tuple[str, str]) -> None:
    """It sees both hands while it stands in, each by `seat`."""
    game = player.create(2, seed=SEED, seats=[{"name": "Ana"}, {"agent": agent[0]}])
    hand_over(player, game, agent[0])
    for seat in (0, 1):
        view = player.get(f"{game.path}?seat={seat}", agent[1]).json
        assert view["you"] == seat
    take_back(player, game)
    assert player.get(f"{game.path}?seat=0", agent[1]).status_code == 403
    assert player.get_view(game, agent[1])["you"] == 1


def test_a_stand_in_does_not_pass_the_seat_on(player: Player, game: Game, agent: tuple[str, str]) -> None:
    """Though it acts for the seat; nor does an agent that holds one, which plays by itself."""
    hand_over(player, game, agent[0])
    assert hand_over(player, game, player.register()[0], token=agent[1]).json["code"] == "not-your-seat"
    held = player.seated(None, agent[0])
    assert hand_over(player, held, agent[0], 1, agent[1]).json["code"] == "held-by-agent"


def test_a_stand_in_takes_a_place(player: Player) -> None:
    """Which is free when the seat is taken back, and when another agent replaces it."""
    name = player.register(max_games=1)[0]
    one, other = (player.create(seed=SEED) for _ in range(2))
    assert hand_over(player, one, name).status_code == 200
    assert hand_over(player, one, name, 1).status_code == 200
    assert hand_over(player, other, name).json["code"] == "agent-busy"
    assert player.events(other) == []
    take_back(player, one)
    assert hand_over(player, other, name).json["code"] == "agent-busy"
    hand_over(player, one, player.register()[0], 1)
    assert hand_over(player, other, name).status_code == 200
    other.view = player.get_view(other)
    player.lose(other)
    assert hand_over(player, one, name).status_code == 200


def test_handing_over_is_bounded(player: Player, game: Game, agent: tuple[str, str]) -> None:
    """So that a game has a bounded number of events; the seat can still be taken back."""
    for _ in range(MAX_CHANGES):
        assert hand_over(player, game, agent[0]).status_code == 200
        assert take_back(player, game).status_code == 200
    assert hand_over(player, game, agent[0]).json["code"] == "too-many-changes"
    assert take_back(player, game).status_code == 200


def test_an_agreement_of_a_holder_who_is_away_is_needed(player: Player, game: Game, agent: tuple[str, str]) -> None:
    """The seat is still held by a person."""
    hand_over(player, game, agent[0], 1)
    assert player.post(f"{game.path}/give-up", {"agree": True}, game.tokens[0]).json["status"] == "active"
    assert player.post(f"{game.path}/give-up", {"agree": True}, agent[1]).json["code"] == "not-your-seat"
    assert player.post(f"{game.path}/give-up", {"agree": True}, game.tokens[1]).json["status"] == "lost"
