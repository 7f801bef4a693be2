"""Signals: the only communication that the rules allow, between a jester and the next turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from builders import position
from players import Game, Player, problem

import regicide
from regicide_api.core.refusals import SignalFinal
from regicide_api.domain.game import HostedGame
from regicide_api.domain.new_game import NewGame, SeatSpec, create_game
from regicide_api.domain.seat import MAX_EVENTS, MAX_PLAYS_PER_ENEMY, Signal


@pytest.fixture
def jester(player: Player) -> Game:
    """A game of four in which seat 0 has just played a jester."""
    game = player.create(4, seed="jester-2")  # deals X2 to seat 0
    player.act(game, "X2")
    return game


def signal(player: Player, game: Game, seat: int, text: object) -> Any:
    """Signal from a seat; the response."""
    return player.post(f"{game.path}/signals", {"signal": text}, game.tokens[seat])


@pytest.mark.parametrize("text", ["eager", "reluctant"])
def test_a_signal_is_seen_by_all(player: Player, jester: Game, text: str) -> None:
    """It increases the version."""
    answer = signal(player, jester, 2, text)
    assert (answer.status_code, answer.json["you"], answer.json["version"]) == (200, 2, 3)
    assert [seat["signal"] for seat in player.get_view(jester)["seats"]] == [None, None, text, None]


def test_a_signal_is_an_event(player: Player, jester: Game) -> None:
    """With the signal."""
    signal(player, jester, 3, "eager")
    event = player.events(jester)[-1]
    assert (event["version"], event["type"], event["seat"], event["signal"]) == (3, "signal", 3, "eager")


def test_a_signal_does_not_spoil_the_choice(player: Player, jester: Game) -> None:
    """The version before the signal stays valid for actions."""
    signal(player, jester, 1, "eager")
    answer = player.act(jester, ">1", version=2)
    assert (answer.status_code, answer.json["version"]) == (200, 4)


def test_the_repeat_of_a_choice_is_recognised_behind_a_signal(player: Player, jester: Game) -> None:
    """The next action decides, not the next event."""
    signal(player, jester, 1, "eager")
    for _ in range(2):
        assert player.act(jester, ">1", version=2, token=jester.tokens[0]).json["version"] == 4


def test_signals_are_gone_when_the_next_player_begins(player: Player, jester: Game) -> None:
    """And no signal is allowed any more."""
    signal(player, jester, 1, "eager")
    player.act(jester, ">2")
    assert [seat["signal"] for seat in player.get_view(jester)["seats"]] == [None] * 4
    answer = signal(player, jester, 1, "eager")
    assert problem(answer) == (409, "signals-closed")


def test_to_say_it_again_changes_nothing(player: Player, jester: Game) -> None:
    """Another signal does."""
    versions = [signal(player, jester, 1, text).json["version"] for text in ("eager", "eager", "reluctant")]
    assert versions == [3, 3, 4]


def test_a_signal_is_changed_once(player: Player, jester: Game) -> None:
    """The last one holds, and may be repeated."""
    for text in ("eager", "reluctant"):
        signal(player, jester, 1, text)
    answer = signal(player, jester, 1, "eager")
    assert problem(answer) == (409, "signals-closed")
    assert "changed once" in answer.json["detail"]
    assert signal(player, jester, 1, "reluctant").json["version"] == 4
    assert signal(player, jester, 2, "eager").status_code == 200


def test_the_next_jester_permits_a_signal_again() -> None:
    """And a change of it."""
    hosted = hosted_game(position("X1,X2 / 2C / 3C / 4C", phase="play"))
    for jester in ("X1", "X2"):
        hosted, _ = hosted.apply(0, hosted.version, regicide.Action.parse(jester), 0)
        for said in (Signal.EAGER, Signal.RELUCTANT):
            hosted, event = hosted.signal(1, said, 0)
            assert event
        with pytest.raises(SignalFinal):
            hosted.signal(1, Signal.EAGER, 0)
        hosted, _ = hosted.apply(0, hosted.version, regicide.Action.parse(">0"), 0)
        assert hosted.seats[1].signals == 0


def hosted_game(at: regicide.Position) -> HostedGame:
    """An active game at a position, without a store."""
    new = NewGame([SeatSpec(name="Ana")] * len(at.hands))
    tokens = {number: f"token-{number}" for number in range(len(at.hands))}
    return replace(create_game("0" * 20, new, tokens, 0), position=at)


# The length of a game


def outlast(at: regicide.Position) -> regicide.Action:
    """The action that makes a game long: yield, else flip, else the least card, or the cheapest discard."""
    actions = {str(action): action for action in at.legal_actions}
    if chosen := actions.get("yield") or actions.get("flip"):
        return chosen
    return min(actions.values(), key=lambda action: (len(str(action)), str(action)))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_steps_of_the_bound_hold(players: int) -> None:
    """An enemy faces each card once, and the yields in between are fewer than the players."""
    for number in range(20):
        at, faced, yields, actions = regicide.Position.new(f"long-{number}", players), [0], 0, 0
        while at.outcome is None:
            action = outlast(at)
            after = regicide.apply(at, action)
            if action.kind is regicide.ActionKind.YIELD:
                yields += 1
                assert yields < players
            elif action.kind is regicide.ActionKind.PLAY:
                yields = 0
                faced[-1] += 1
                assert faced[-1] <= MAX_PLAYS_PER_ENEMY
            if after.defeated > at.defeated:
                faced.append(0)
            at, actions = after, actions + 1
        assert actions < MAX_EVENTS / 10
