"""The policy and the planners: legal, fair, the same again for the same seed, and good."""

from __future__ import annotations

import gc
import json
from itertools import islice
from random import Random
from statistics import mean
from typing import cast

import pytest
from builders import position
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, lookalikes, positions_to_act_in

from regicide import Position, act, legal_actions, parse_action, redeals, start
from regicide.simulation import Simulation
from regicide_arena.bench.games import play_game
from regicide_arena.bots import greedy, planner
from regicide_arena.bots.estimate import (
    FEATURE_COUNT,
    Estimate,
    WinWorth,
    features,
)
from regicide_arena.bots.planner import ConsideredAction, Planner
from regicide_arena.bots.policy import Policy
from regicide_arena.bots.search import Search, SearchSettings
from regicide_arena.bots.view_types import Bot, View, seat_view
from regicide_arena.bots.weights import PolicyWeights, policy_weights, tuned_numbers

PLAYERS = (1, 2, 3, 4)
QUICK = SearchSettings(rollouts=12)


def considered(there: Position, settings: SearchSettings = QUICK, seed: str = "tests") -> list[ConsideredAction]:
    """What a planner looks at whose turn it is here."""
    return Planner(seed, settings).consider(seat_view(there, there.turn))


def on_the_server(view: View) -> View:
    """The view with all that a server adds to it, which differs from game to game."""
    added = {"id": "7Q2", "version": 5, "status": "active", "deadline": "2026-01-01T00:00:00.000Z"}
    seats = [{**seat, "name": "Ana", "agent": None, "held": True} for seat in view["seats"]]
    return cast(View, {**view, **added, "seats": seats})


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("bot", [planner.policy, Planner("tests", QUICK)], ids=["policy", "planner"])
def test_every_choice_in_a_game_is_legal(bot: Bot, players: int) -> None:
    """A choice that is not raises."""
    assert play_game([bot] * players, "legal", players - 1).outcome


@examples(60)
@given(positions_to_act_in())
def test_choices_in_strange_positions_are_legal(there: Position) -> None:
    """In those that careless players get into, too."""
    legal = [str(action) for action in legal_actions(there)]
    assert planner.policy(seat_view(there, there.turn)) in legal
    assert {each.action for each in considered(there)} <= {*legal}


@examples(60)
@given(positions_to_act_in(), st.data())
def test_what_is_hidden_makes_no_difference(there: Position, data: st.DataObject) -> None:
    """Where two positions look the same to a seat, it chooses the same, and for the same reasons."""
    other = data.draw(lookalikes(there, there.turn))
    assert considered(other) == considered(there)
    assert planner.policy(seat_view(other, other.turn)) == planner.policy(seat_view(there, there.turn))


def test_the_same_seed_chooses_the_same_again() -> None:
    """In process and on a server, whose views say more."""
    view = seat_view(start("again", 3), 0)
    bots = [Planner("a", SearchSettings(rollouts=40)) for _ in range(2)]
    assert bots[0].consider(view) == bots[1].consider(on_the_server(view))


def test_another_seed_searches_otherwise() -> None:
    """Its simulations are others."""
    there = start("again", 3)
    assert considered(there, SearchSettings(rollouts=40), "a") != considered(there, SearchSettings(rollouts=40), "b")


def test_a_view_stays_as_it_is() -> None:
    """Who looks at it changes nothing."""
    view = seat_view(start("same", 2), 0)
    before = json.dumps(view)
    assert (Planner("a", QUICK)(view) in view["legal_actions"], json.dumps(view)) == (True, before)


def test_a_budget_in_rollouts_is_spent_whole() -> None:
    """Each rollout takes one of the actions that are looked at."""
    assert sum(each.rollouts for each in considered(start("budget", 2), SearchSettings(rollouts=70))) == 70


@pytest.mark.parametrize("players", [1, 3])
def test_a_choice_ends_its_search_as_soon_as_it_is_settled(players: int) -> None:
    """What is chosen is what the whole budget would have chosen."""
    there = start("settled", players)
    chooser = Planner("a", SearchSettings(rollouts=40))
    while there.outcome is None:
        view = seat_view(there, there.turn)
        chosen = chooser(view)
        assert len(view["legal_actions"]) == 1 or chosen == chooser.consider(view)[0].action
        there = act(there, parse_action(chosen))


def test_a_budget_in_milliseconds_is_a_time() -> None:
    """More of it are more rollouts."""
    little, more = (considered(start("budget", 2), SearchSettings(milliseconds=ms)) for ms in (5, 500))
    assert 0 < sum(each.rollouts for each in little) < sum(each.rollouts for each in more)


def test_the_play_that_wins_is_found() -> None:
    """The last king has six points of health left."""
    there = position("5D,9H,2C / 4D", "KS", played="10H,10D,7C", discard="KC,KD,KH")
    best = considered(there, SearchSettings(rollouts=50))[0]
    assert (best.won, best.defeated, act(there, parse_action(best.action)).castle) == (1, 12, ())


@pytest.mark.parametrize(("flips", "worth"), [(2, 0.9), (1, 0.5), (0, 0.1)])
def test_a_solo_win_is_worth_its_grade(flips: int, worth: float) -> None:
    """Gold, silver and bronze, with weights that can be set."""
    there = position("5D,9H,2C", "KS", played="10H,10D,7C", discard="KC,KD,KH", flips=flips)
    best = considered(there, SearchSettings(rollouts=50, worth=WinWorth(0.9, 0.5, 0.1)))[0]
    assert (best.won, best.worth) == (1, pytest.approx(worth))


def test_after_the_same_moves_one_enemy_may_have_fallen_and_another_not() -> None:
    """Clubs count double unless the enemy that is revealed is of clubs; simulations see either of them."""
    there = position("3H,10C,9C,8C,5C,4C,6C,2C", "JS", played="10D,7S", flips=2)
    settings = SearchSettings(rollouts=200, horizons=(12, 12, 12, 12))
    assert [sum(each.rollouts for each in considered(there, settings, seed)) for seed in "abcde"] == [200] * 5


@pytest.mark.parametrize("players", PLAYERS)
def test_the_estimate_stands_in_at_the_horizon(players: int) -> None:
    """An estimate that knows a win only where so many enemies have fallen is asked there, and nowhere else."""
    never, surely, nothing = ([sure] + [0.0] * (FEATURE_COUNT - 1) for sure in (-30.0, 30.0, 0.0))
    there = start("horizon", players)
    for stage in range(1, 5):
        win = [surely if stage == each else never for each in range(12)]
        estimate = Estimate({"win": win, "defeated": [nothing] * 12}, WinWorth())
        search = Search(Policy(policy_weights(players)), estimate, SearchSettings(rollouts=40))
        rng = Random(1)
        found = search.candidates(Simulation(there), redeals(seat_view(there, 0), rng), rng, thorough=True)
        assert (max(each.evaluation.won for each in found) > 0.1) is (stage == SearchSettings().horizons[players - 1])


def test_python_does_not_look_through_what_a_search_makes() -> None:
    """Only through what there is before and afterwards; and it goes on as it did before."""
    looks: list[str] = []
    bot, view = planner.planner("x"), seat_view(start("gc", 2), 0)
    bot(view)  # which leaves what is remembered for good
    gc.callbacks.append(lambda phase, _: looks.append(phase))
    try:
        bot(view)
    finally:
        gc.callbacks.pop()
    assert (len(looks) <= 4, gc.isenabled()) == (True, True), looks


def test_a_loss_is_worth_less_than_any_win() -> None:
    """But for those who say otherwise: a bronze win by default more than a loss at the last king."""
    assert SearchSettings().hope < WinWorth().bronze < WinWorth().silver < WinWorth().gold


@pytest.mark.parametrize("seed", ["one", "another", "third"])
def test_a_likely_loss_is_worth_no_less_than_a_loss(seed: str) -> None:
    """What is lost in the end counts by the enemies defeated, so that nobody would rather lose at once."""
    there = start(seed, 2)
    while there.defeated < 3:
        there = act(there, parse_action(planner.policy(seat_view(there, there.turn))))
    for each in (each for each in considered(there, SearchSettings(rollouts=30)) if each.rollouts):
        hope = SearchSettings().hope * (1 - each.won)
        assert each.won + hope * 2 / 12 < each.worth <= each.won + hope


@pytest.mark.parametrize("players", PLAYERS)
def test_the_policy_plays_better_than_greedy(players: int) -> None:
    """On the same 25 deals it defeats more enemies."""
    results = [
        mean(play_game([bot] * players, f"better/{game}").outcome.defeated for game in range(25))
        for bot in (planner.policy, greedy.choose)
    ]
    assert results[0] > results[1]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_planner_plays_better_than_the_policy(players: int) -> None:
    """On deals that the policy loses, it defeats more enemies, with few rollouts already."""
    ends = ((deal, play_game([planner.policy] * players, deal).outcome) for deal in map(str, range(100)))
    lost = [*islice(((deal, end.defeated) for deal, end in ends if not end.won and end.defeated < 9), 2)]
    after = [play_game([Planner("a", QUICK)] * players, deal).outcome.defeated for deal, _ in lost]
    assert sum(after) > sum(defeated for _, defeated in lost)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("players", "least"), [(1, 0.85), (2, 0.8), (3, 0.85), (4, 0.65)])
def test_planner_fast_wins_most_games(players: int, least: float) -> None:
    """Of 60 deals clearly more than half; its own figures are higher."""
    bots = [planner.planner_fast(str(seat)) for seat in range(players)]
    assert mean(play_game(bots, f"most/{game}", game % players).outcome.won for game in range(60)) > least


@examples(100)
@given(positions_to_act_in())
def test_features_are_as_many_as_the_estimate_weighs(there: Position) -> None:
    """All of them numbers that a sum of weights can bear."""
    found = features(Simulation(there))
    assert (len(found), max(map(abs, found)) <= 8) == (FEATURE_COUNT, True)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_estimate_of_a_richer_table_is_higher(players: int) -> None:
    """At each stage: full hands of high cards and a full tavern against one card and none."""
    estimate = Estimate(tuned_numbers(players)["estimate"], WinWorth())
    hands = " / ".join(["10C,9D", "8D,9H", "8S,9C", "8C,10D"][:players])
    for enemy in ("JH", "QS", "KH"):
        rich = Simulation(position(hands, enemy))
        poor = Simulation(position(" / ".join(["2C", "3C", "2H", "3H"][:players]), enemy, rest="discard"))
        assert estimate.evaluate(rich).won > estimate.evaluate(poor).won or rich.defeated == 0


@pytest.mark.parametrize("players", PLAYERS)
def test_the_numbers_say_how_they_were_made(players: int) -> None:
    """By a command, on deals that no bench uses."""
    contents = tuned_numbers(players)
    assert contents["made_by"].startswith(f"regicide-arena tune --players {players} ")
    assert all(deals.startswith("tune-") for deals in contents["deals"].values())


@pytest.mark.parametrize("players", PLAYERS)
def test_the_numbers_are_whole(players: int) -> None:
    """A weight for each name, and for each number of enemies a row for the features."""
    estimates = tuned_numbers(players)["estimate"]
    assert policy_weights(players)._fields == PolicyWeights._fields
    assert [len(row) for rows in estimates.values() for row in rows] == [FEATURE_COUNT] * 12 * len(estimates)
    assert ({*estimates} == {"win", "silver", "gold", "defeated"}) is (players == 1)


@pytest.mark.parametrize("bot", [planner.policy, Planner("a", QUICK)], ids=["policy", "planner"])
def test_where_it_is_not_its_turn_a_bot_says_so(bot: Bot) -> None:
    """It is asked for nothing that it could choose."""
    with pytest.raises(ValueError, match="nothing to choose"):
        bot(seat_view(start("other", 2), 1))


def test_simulations_play_by_the_policy_alone_beyond_the_tree() -> None:
    """From one position and one stream of chance always to one end."""
    policy = Policy(policy_weights(2))
    ends = [Simulation(start("end", 2)) for _ in range(2)]
    for end in ends:
        policy.play_out(end, 12, Random(7))
    assert (ends[0].defeated, ends[0].discard) == (ends[1].defeated, ends[1].discard)
