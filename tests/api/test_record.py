"""The record of a finished game."""

from __future__ import annotations

from typing import Any

import pytest
from players import LOSING, Game, Player

import regicide


@pytest.fixture
def record(player: Player, lost: Game) -> dict[str, Any]:
    """Its record."""
    content: dict[str, Any] = player.record(lost)
    return content


def test_the_record_has_every_action_in_order(record: dict[str, Any]) -> None:
    """With the seat that acted and the version after it."""
    assert [event["action"] for event in record["events"]] == list(LOSING_IN_ORDER)
    assert [event["seat"] for event in record["events"]] == [0, 0, 1, 1, 0]
    assert [event["version"] for event in record["events"]] == [2, 3, 4, 5, 6]


def test_the_record_shows_the_cards_of_every_draw(player: Player) -> None:
    """Without a token."""
    game = player.create(1, seed="friday")
    player.play_out(game)
    events = player.record(game)["events"]
    draws = [effect for event in events for effect in event["effects"] if effect["type"] == "draw"]
    assert draws
    assert all(len(draw["cards"]) == draw["count"] for draw in draws)


def test_the_record_has_the_seats_and_the_result(lost: Game, record: dict[str, Any]) -> None:
    """Who played, and how it ended."""
    assert [seat["name"] for seat in record["seats"]] == ["north", "south"]
    assert record["result"] == lost.view["result"]
    assert (record["clock"], record["incidents"]) == (None, [])


LOSING_IN_ORDER = tuple(str(regicide.Action.parse(action)) for action in LOSING)
