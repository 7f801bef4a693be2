"""Whole games on a telephone, by taps alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from thumbs import Thumb, thumb
from web_clients import WebClient, created_game

import regicide
from regicide_arena.bots.planner import policy

pytestmark = pytest.mark.browser


@pytest.fixture
def thumb_of_ana(ana: WebClient) -> Iterator[Thumb]:
    """Ana's thumb on a telephone."""
    with thumb(ana) as tapping:
        yield tapping


def smallest_action(view: Any) -> str:
    """A yield if there is one, else the action with the fewest cards."""
    actions: list[str] = view["legal_actions"]
    return min(actions, key=lambda action: (action != "yield", len(action)))


@pytest.mark.parametrize("players", [1, 4])
def test_a_short_game_is_played_to_its_end_by_taps(thumb_of_ana: Thumb, players: int) -> None:
    """Alone, and by four players who pass the telephone round."""
    assert played(thumb_of_ana, players, smallest_action).text("#ending-title") == "The castle stands"


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 4])
def test_a_game_of_a_bot_is_played_to_its_end_by_taps(thumb_of_ana: Thumb, players: int) -> None:
    """A game with all kinds of actions, by the first seed with which the bot defeats six enemies."""
    ended = played(thumb_of_ana, players, policy, enemies=6)
    assert ended.text("#ending-title") in {"The castle stands", "You have won!"}


def played(tapping: Thumb, players: int, choose: Callable[[Any], str], enemies: int = 0) -> WebClient:
    """Play a game by taps, with all seats on the telephone. Returns its client, on the page of the ended game."""
    seed, actions = next(game for each in count() if (game := game_of(f"taps/{each}", players, choose, enemies)))
    client = tapping.client
    client.sit(created_game(client.server, players, seed), *range(players))
    for number, action in enumerate(actions, 1):
        if players > 1:
            pass_on(tapping)
        tapping.act(action)
        client.find(f".table[data-settled='{number + 1}']")
    client.find("#ending-title")
    return client


def pass_on(tapping: Thumb) -> None:
    """Show the hand of the next player, if the telephone goes on to another player."""
    tapping.client.find("#uncover, #act, .own-buttons [data-action]")
    if tapping.client.all("#uncover"):
        tapping.tap("#uncover")


def game_of(seed: str, players: int, choose: Callable[[Any], str], enemies: int) -> tuple[str, list[str]] | None:
    """The actions of a game; None if fewer enemies fall."""
    position, actions = regicide.Position.new(seed, players), []
    while not position.outcome:
        actions.append(choose(regicide.observe(position, position.turn)))
        position = regicide.apply(position, regicide.Action.parse(actions[-1]))
    return (seed, actions) if position.defeated >= enemies else None
