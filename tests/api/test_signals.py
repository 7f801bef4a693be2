"""Signals: the only communication that the rules allow, between a jester and the next turn."""

from __future__ import annotations

from typing import Any

import pytest
from players import Game, Player


@pytest.fixture
def jester(player: Player) -> Game:
    """A game of four in which seat 0 has just played a jester."""
    for number in range(100):
        game = player.create(4, seed=f"jester-{number}")
        jesters = [action for action in game.view["legal_actions"] if action in {"X1", "X2"}]
        if jesters:
            player.act(game, jesters[0])
            return game
    raise AssertionError("a hundred deals without a jester at seat 0")


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
    event = player.client.get(f"{jester.path}/events").json["items"][-1]
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
    assert (answer.status_code, answer.json["code"]) == (409, "signals-closed")


def test_to_say_it_again_changes_nothing(player: Player, jester: Game) -> None:
    """Another signal does."""
    versions = [signal(player, jester, 1, text).json["version"] for text in ("eager", "eager", "reluctant")]
    assert versions == [3, 3, 4]


def test_nothing_may_be_said_in_another_turn(player: Player) -> None:
    """No jester has been played."""
    assert signal(player, player.create(4), 1, "eager").json["code"] == "signals-closed"


@pytest.mark.parametrize("text", ["hello", "", None, 1])
def test_nothing_else_may_be_said(player: Player, jester: Game, text: object) -> None:
    """A signal only says whether a player wants to go next."""
    answer = signal(player, jester, 1, text)
    assert (answer.status_code, answer.json["code"]) == (422, "invalid-request")


def test_spectators_say_nothing(player: Player, jester: Game) -> None:
    """A signal requires the token of a seat."""
    assert player.post(f"{jester.path}/signals", {"signal": "eager"}).json["code"] == "token-required"
