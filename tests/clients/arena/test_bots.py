"""The built-in bots: all choices are legal, and greedy makes sensible ones."""

from __future__ import annotations

import json
from statistics import mean
from typing import Any

import pytest
from bot_games import play_game
from builders import position

from regicide_arena.bots import greedy, uniform
from regicide_arena.bots.view_types import Bot, View, seat_view

BOTS = {"random": uniform.random_bot("tests"), "greedy": greedy.choose}
PLAYERS = (1, 2, 3, 4)


def checked(bot: Bot) -> Bot:
    """A bot that asserts that choices are legal and deterministic, and views unchanged."""

    def choose(view: View) -> str:
        before = json.dumps(view)
        action = bot(view)
        assert action in view["legal_actions"]
        assert (bot(json.loads(before)), json.dumps(view)) == (action, before)
        return action

    return choose


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", BOTS)
def test_every_choice_is_legal(name: str, players: int) -> None:
    """In whole games; the same view gives the same choice and is not modified."""
    for game in range(3):
        assert play_game([checked(BOTS[name])] * players, f"legal/{game}", game % players).outcome


@pytest.mark.parametrize(("players", "defeated"), [(1, 5.9), (2, 4.1), (3, 4.1), (4, 3.2)])
@pytest.mark.costly
def test_greedy_plays_well(players: int, defeated: float) -> None:
    """On fixed deals it defeats clearly more enemies than a plain heuristic."""
    outcomes = [play_game([greedy.choose] * players, f"well/{game}").outcome for game in range(24)]
    assert mean(outcome.defeated for outcome in outcomes) > defeated + 1


CHOICES = {
    **{
        f"an exact kill with {suit}, though a nine would be enough, too": (
            f"7{suit}",
            {"hands": f"7{suit},9{suit},2H / 2D", "enemy": f"J{suit}", "played": "8H,5S"},
        )
        for suit in "CDHS"
    },
    "a kill rather than a strike of 15": ("9S", {"hands": "9S,2C,6H / 2D", "enemy": "QC", "played": "10C,7D,6D"}),
    "the last king at any cost": (
        "10D",
        {"hands": "10D,2S / 3D", "enemy": "KC", "played": "10C,9C,8C,7C", "discard": "KD,KH,KS"},
    ),
    "a power that works rather than spades that do not shield": ("6C+AD", {"hands": "6C,6S,AD / 2D", "enemy": "QS"}),
    "the only play whose strike the rest can cover": ("10S", {"hands": "10S,5C,6H / 2D", "enemy": "KC"}),
    "the ten of the least worth": (
        "-10C",
        {"hands": "10C,10D,9S,2S / 2D", "enemy": "JH", "played": "2H", "phase": "suffer"},
    ),
    "the larger of two hands to go next": (
        ">2",
        {"hands": "2C / 3C,4C / 5C,6C,7C,8C,9C", "enemy": "JD", "played": "X1", "phase": "appoint"},
    ),
    "a flip rather than a loss": (
        "flip",
        {"hands": "2C,3D", "enemy": "KC", "played": "2H", "phase": "suffer", "flips": 1},
    ),
}


@pytest.mark.parametrize(("action", "table"), CHOICES.values(), ids=CHOICES)
def test_greedy_chooses(action: str, table: dict[str, Any]) -> None:
    """The sensible action of a position."""
    assert greedy.choose(seat_view(position(**table), 0)) == action


def test_greedy_heeds_signals() -> None:
    """Between equal hands the eager player goes next; only servers send signals."""
    view = seat_view(position("2C / 3C,4C / 5C,6C", "JD", played="X1", phase="appoint"), 0)
    view["seats"][2]["signal"] = "eager"
    assert greedy.choose(view) == ">2"


def test_greedy_says_what_it_cannot_look_at() -> None:
    """The view of a spectator is refused."""
    with pytest.raises(ValueError, match="nothing to choose"):
        greedy.choose(seat_view(position(), None))


def test_random_takes_every_action_by_some_seed() -> None:
    """Each legal action occurs."""
    view = seat_view(position("8D,9C / 2C"), 0)
    assert {uniform.random_bot(str(seed))(view) for seed in range(500)} == set(view["legal_actions"])


def test_random_with_another_seed_is_another() -> None:
    """Other seeds give other games."""
    games = [[step.action for step in play_game([uniform.random_bot(seed)] * 2, "deal").steps] for seed in "abc"]
    assert games[0] != games[1] or games[1] != games[2]
