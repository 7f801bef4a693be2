"""The built-in bots: all choices are legal, and greedy makes sensible ones."""

from __future__ import annotations

import json
from statistics import mean

import pytest
from bot_games import play_game
from builders import position

from regicide_arena.bots import greedy, uniform
from regicide_arena.bots.view_types import Bot, View, seat_view

BOTS = {"random": uniform.random_bot("tests"), "greedy": greedy.choose}
PLAYERS = (1, 2, 3, 4)


def chosen(*args: str, seat: int = 0, **table: object) -> str:
    """The choice of greedy in a given position."""
    return greedy.choose(seat_view(position(*args, turn=seat, **table), seat))


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


@pytest.mark.parametrize("players", PLAYERS)
def test_greedy_copes_with_the_mess_that_others_make(players: int) -> None:
    """With random players at the other seats."""
    bots = [checked(greedy.choose), *[uniform.random_bot("mess")] * (players - 1)]
    for game in range(3):
        assert play_game(bots, f"mess/{game}").outcome


@pytest.mark.parametrize(("players", "defeated"), [(1, 5.9), (2, 4.1), (3, 4.1), (4, 3.2)])
@pytest.mark.costly
def test_greedy_plays_well(players: int, defeated: float) -> None:
    """On fixed deals it defeats clearly more enemies than a plain heuristic."""
    outcomes = [play_game([greedy.choose] * players, f"well/{game}").outcome for game in range(24)]
    assert mean(outcome.defeated for outcome in outcomes) > defeated + 1


@pytest.mark.parametrize("suit", "CDHS")
def test_greedy_makes_an_exact_kill(suit: str) -> None:
    """Seven points are left: the seven is enough, the nine would be, too. The enemy has the suit or not."""
    assert chosen(f"7{suit},9{suit},2H / 2D", f"J{suit}", played="8H,5S") == f"7{suit}"


def test_greedy_kills_rather_than_suffers() -> None:
    """A kill avoids a strike of 15."""
    assert chosen("9S,2C,6H / 2D", "QC", played="10C,7D,6D") == "9S"


def test_greedy_wins() -> None:
    """It defeats the last king at any cost."""
    assert chosen("10D,2S / 3D", "KC", played="10C,9C,8C,7C", discard="KD,KH,KS") == "10D"


def test_greedy_wastes_no_power() -> None:
    """Spades do not shield against an enemy of spades; clubs of the same value count double."""
    assert chosen("6C,6S,AD / 2D", "QS") != "6S"


def test_greedy_does_not_lose_while_it_can_help_it() -> None:
    """Only the ten of spades leaves a strike that the rest of the hand can cover."""
    assert chosen("10S,5C,6H / 2D", "KC") == "10S"


def test_greedy_pays_with_the_least() -> None:
    """Of ten points to discard, the ten of clubs has the least worth."""
    assert chosen("10C,10D,9S,2S / 2D", "JH", played="2H", phase="suffer") == "-10C"


def test_greedy_lets_the_larger_hand_go_next() -> None:
    """Of two other seats, after a jester."""
    assert chosen("2C / 3C,4C / 5C,6C,7C,8C,9C", "JD", played="X1", phase="appoint") == ">2"


def test_greedy_heeds_signals() -> None:
    """Between equal hands the eager player goes next; only servers send signals."""
    view = seat_view(position("2C / 3C,4C / 5C,6C", "JD", played="X1", phase="appoint"), 0)
    view["seats"][2]["signal"] = "eager"
    assert greedy.choose(view) == ">2"


def test_greedy_flips_rather_than_loses() -> None:
    """It exchanges a solo hand that cannot cover the damage."""
    assert chosen("2C,3D", "KC", played="2H", phase="suffer", flips=1) == "flip"


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
