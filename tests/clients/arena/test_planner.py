"""The policy and the planners: legality, fairness, reproducibility and strength."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import Any, cast

import pytest
from bot_games import play_game
from builders import after, position
from hypothesis import given
from hypothesis import strategies as st
from kernels import facts
from strategies import examples, lookalikes, positions_to_act_in

from regicide import Action, Position, apply, parse_view
from regicide.cards import value
from regicide_arena.bots import greedy, planner
from regicide_arena.bots.advice import MAX_BEST, ConsideredAction
from regicide_arena.bots.planner import Planner
from regicide_arena.bots.search import MoveSearch, choose, kernel_numbers, tuned_numbers
from regicide_arena.bots.search_settings import SearchSettings, WinWorth
from regicide_arena.bots.view_types import Bot, View, seat_view
from regicide_kernel.backend import records
from regicide_kernel.estimate import REGRESSIONS, Estimator, Evaluation, evaluate, regressions
from regicide_kernel.features import NUMBERS, find_features
from regicide_kernel.positions import new_game
from regicide_kernel.tree import DEALT
from regicide_kernel.value_network import INPUTS, empty_network
from regicide_kernel.weights import PolicyWeights, Suits
from regicide_kernel.workspace import FEATURES, HIDDEN_UNITS, OUTPUTS, REGRESSION_FEATURES, Workspace

PLAYERS = (1, 2, 3, 4)
QUICK = SearchSettings(rollouts=12)


def considered(there: Position, settings: SearchSettings = QUICK, seed: str = "tests") -> list[ConsideredAction]:
    """The actions that a planner considers for the player to act."""
    return Planner(seed, settings).consider(seat_view(there, there.turn), settings.worth)


def on_the_server(view: View) -> View:
    """The view with members that only a server sends."""
    added = {"id": "7Q2", "version": 5, "status": "active", "deadline": "2026-01-01T00:00:00.000Z"}
    seats = [{**seat, "name": "Ana", "agent": None, "held": True} for seat in view["seats"]]
    return cast(View, {**view, **added, "seats": seats})


@examples(60)
@given(positions_to_act_in())
def test_choices_in_strange_positions_are_legal(there: Position) -> None:
    """Also in positions that only careless play reaches."""
    legal = [str(action) for action in there.legal_actions]
    assert planner.policy(seat_view(there, there.turn)) in legal
    assert {each.action for each in considered(there)} <= {*legal}


@examples(60)
@given(positions_to_act_in(), st.data())
def test_hidden_cards_make_no_difference(there: Position, data: st.DataObject) -> None:
    """Positions with the same view give the same choice and the same statistics."""
    other = data.draw(lookalikes(there, there.turn))
    assert considered(other) == considered(there)
    assert planner.policy(seat_view(other, other.turn)) == planner.policy(seat_view(there, there.turn))


def test_the_same_seed_chooses_the_same_again() -> None:
    """Also with the additional members of a server's view."""
    view = seat_view(Position.new("again", 3), 0)
    bots = [Planner("a", SearchSettings(rollouts=40)) for _ in range(2)]
    assert bots[0].consider(view) == bots[1].consider(on_the_server(view))


def test_another_seed_searches_otherwise() -> None:
    """Its rollouts differ."""
    there = Position.new("again", 3)
    assert considered(there, SearchSettings(rollouts=40), "a") != considered(there, SearchSettings(rollouts=40), "b")


def test_a_view_stays_as_it_is() -> None:
    """The planner does not modify the view."""
    view = seat_view(Position.new("same", 2), 0)
    before = json.dumps(view)
    assert (Planner("a", QUICK)(view) in view["legal_actions"], json.dumps(view)) == (True, before)


def test_a_budget_in_rollouts_is_spent_whole() -> None:
    """The rollouts of all actions add up to the budget."""
    assert sum(each.rollouts for each in considered(Position.new("budget", 2), SearchSettings(rollouts=70))) == 70


@pytest.mark.parametrize("players", [1, 3])
def test_the_greatest_chance_comes_first(players: int) -> None:
    """Of the three actions with the most rollouts; all have searches of their own."""
    there = Position.new("ordered", players)
    for _ in range(12):
        found = Planner("a", SearchSettings(rollouts=40)).consider(seat_view(there, there.turn))
        chances = [each.won for each in found[:MAX_BEST]]
        assert chances == sorted(chances, reverse=True)
        assert {each.basis for each in found} <= {0, 40}
        there = apply(there, Action.parse(found[0].action))


@pytest.mark.parametrize("players", [1, 3])
def test_a_choice_ends_its_search_as_soon_as_it_is_settled(players: int) -> None:
    """The choice is that of the whole budget."""
    there = Position.new("settled", players)
    chooser = Planner("a", SearchSettings(rollouts=40))
    for _ in range(12):
        view = seat_view(there, there.turn)
        chosen, found = chooser(view), chooser.consider(view, WinWorth())
        most = max(each.rollouts for each in found)
        assert len(view["legal_actions"]) == 1 or chosen in {each.action for each in found if each.rollouts == most}
        there = apply(there, Action.parse(chosen))


@pytest.mark.parametrize("players", PLAYERS)
def test_all_actions_considered_have_searches_of_their_own(players: int) -> None:
    """Their figures are means of the whole budget, whatever their share of the search; in a review, those of three."""
    view = seat_view(Position.new("evaluated", players), 0)
    bot = Planner("tests", SearchSettings(rollouts=30))
    found, (reviewed, _) = bot.consider(view), bot.review(view, view["legal_actions"][0])
    assert len(reviewed) > MAX_BEST
    assert {each.action for each in found} == {*view["legal_actions"]}, "also those that the search leaves out"
    assert {each.basis for each in found} == {30}
    assert found[:MAX_BEST] == reviewed[:MAX_BEST]
    assert [each.basis for each in reviewed[MAX_BEST:]] == [each.rollouts for each in reviewed[MAX_BEST:]]
    assert sum(each.share for each in found) == pytest.approx(1)


def test_a_single_candidate_has_figures() -> None:
    """There is no search for the best action, and one from that action."""
    [only] = considered(position("2H / 3C,4C", "JC", yielded="1"))
    assert (only.rollouts, only.basis, only.share) == (0, QUICK.rollouts, 1)


@pytest.mark.parametrize("there", [Position.new("any", 2), after(Position.new("any", 2), "yield")])
def test_any_legal_action_has_an_evaluation(there: Position) -> None:
    """Also one that the planner does not consider; one that it considers has the same figures as there."""
    judge, view = Planner("tests", QUICK), seat_view(there, there.turn)
    for action in view["legal_actions"]:
        found, expected = judge.review(view, action)
        own = [(each.won, each.defeated) for each in found[:3] if each.action == action]
        assert own in ([], [expected])
        assert 0 <= expected.won <= 1


ALMOST_WON = Position.parse(
    "phase=play turn=2 castle=KC,KS,KH played=8D,4H+4S,5D+5H tavern=4C,6S,2C,JS,8S,AS,3C,QS,8H,KD,9S "
    "pools=QH/QC/QD/JD/3D,3S/7C,4D,AH,7H/4C,6C,AD,9D,10D,9H,10S/2C,3C,KD,8H,AS,6S,8S,9S,JS,QS "
    "discard=AC,5C,8C,9C,10C,JC,2D,6D,7D,2H,3H,6H,10H,JH,2S,5S,7S,X1 "
    "hands=6C,7C,9D,7H,9H,10S/10D,JD,QH,3S/QC,AD,3D,4D,QD,AH yielded= flips=0 heals=10 seed=find1"
)
"""A position for which the linear regression expects more than twelve defeated enemies."""


def test_no_more_enemies_are_expected_than_there_are() -> None:
    """The search itself compares the estimates as they are."""
    settings, root = SearchSettings(rollouts=30), parse_view(seat_view(ALMOST_WON, 2))
    found = MoveSearch(root, kernel_numbers(3), settings, "1").candidates()
    assert max(each.defeated for each in found) > 12
    assert max(each.defeated for each in considered(ALMOST_WON, settings)) <= 12


def test_evaluations_of_actions_draw_the_same_hidden_cards() -> None:
    """Searches with the same seed deal the same in each pass, whatever the action."""
    view, dealt = seat_view(Position.new("common", 3), 0), []
    for action, seed in zip(view["legal_actions"], ["same", "same", "other"], strict=False):
        search = MoveSearch(parse_view(view), kernel_numbers(3), SearchSettings(rollouts=9), seed)
        search.evaluation(Action.parse(action))
        dealt.append(facts(search.state.games[DEALT]))
    assert dealt[0] == dealt[1] != dealt[2]


def test_open_cards_tell_the_future() -> None:
    """With its cards hidden, the game may be won or lost; with open cards, the outcome of the last draw is known."""
    there = Position.new("open", 2)
    judge = Planner("tests", SearchSettings(rollouts=50))
    assert judge.foresee(there) == Planner("tests", SearchSettings(rollouts=50)).foresee(there)
    assert 0 <= judge.foresee(there).won <= 1


def test_a_budget_in_milliseconds_is_a_time() -> None:
    """More time gives more rollouts."""
    little, more = (considered(Position.new("budget", 2), SearchSettings(milliseconds=ms)) for ms in (5, 500))
    assert 0 < sum(each.rollouts for each in little) < sum(each.rollouts for each in more)


def test_the_play_that_wins_is_found() -> None:
    """The last king has six points of health left."""
    there = position("5D,9H,2C / 4D", "KS", played="10H,10D,7C", discard="KC,KD,KH")
    best = considered(there, SearchSettings(rollouts=50))[0]
    assert (best.won, best.defeated, apply(there, Action.parse(best.action)).castle) == (1, 12, ())


@pytest.mark.parametrize(("flips", "worth"), [(2, 0.9), (1, 0.5), (0, 0.1)])
def test_a_solo_win_is_worth_its_grade(flips: int, worth: float) -> None:
    """Gold, silver and bronze have configurable values."""
    there = position("5D,9H,2C", "KS", played="10H,10D,7C", discard="KC,KD,KH", flips=flips)
    best = considered(there, SearchSettings(rollouts=50, worth=WinWorth(0.9, 0.5, 0.1)))[0]
    assert (best.won, best.worth) == (1, pytest.approx(worth))


def test_after_the_same_moves_one_enemy_may_have_fallen_and_another_not() -> None:
    """Clubs count double unless the revealed enemy is of clubs; rollouts meet both cases."""
    there = position("3H,10C,9C,8C,5C,4C,6C,2C", "JS", played="10D,7S", flips=2)
    settings = SearchSettings(rollouts=200, solo_turns=999)
    assert all(sum(each.rollouts for each in considered(there, settings, seed)) in {199, 200} for seed in "abcde")


@pytest.mark.parametrize("players", PLAYERS[1:])
def test_the_estimate_stands_in_at_the_horizon(players: int) -> None:
    """An estimate that predicts a win at one stage only has an effect only if the horizon is there."""
    never, surely, nothing = ([sure] + [0.0] * (REGRESSION_FEATURES - 1) for sure in (-30.0, 30.0, 0.0))
    there = Position.new("horizon", players)
    for stage in range(1, 5):
        win = [surely if stage == each // 4 else never for each in range(REGRESSIONS)]
        estimate = regressions({"win": win, "defeated": [nothing] * REGRESSIONS})
        numbers = kernel_numbers(players)._replace(estimator=Estimator(estimate, empty_network()))
        information_set = parse_view(seat_view(there, 0))
        found = MoveSearch(information_set, numbers, SearchSettings(rollouts=40), "1").candidates()
        assert (max(each.won for each in found) > 0.1) is (stage == SearchSettings().horizons[players - 1])


@pytest.mark.parametrize(("turns", "is_seen"), [(2, True), (999, False)])
def test_the_network_replaces_the_rest_of_a_solo_game(turns: int, is_seen: bool) -> None:
    """A network that predicts a win has an effect only if rollouts do not reach the end of the game."""
    network = empty_network()
    for row in network.outputs:
        row[HIDDEN_UNITS] = 30.0
    numbers = kernel_numbers(1)._replace(estimator=Estimator(regressions({}), network))
    settings = SearchSettings(rollouts=40, solo_turns=turns)
    view = seat_view(Position.new("horizon", 1), 0)
    found = MoveSearch(parse_view(view), numbers, settings, "1").candidates()
    assert all(each.won > 0.99 for each in found if each.visits) is is_seen


@pytest.mark.parametrize("settings", [SearchSettings(rollouts=3000), SearchSettings(milliseconds=50)])
def test_a_tree_grows_with_its_search(settings: SearchSettings) -> None:
    """Beyond its first room of 1,024 nodes, each rollout still has one action."""
    search = MoveSearch(parse_view(seat_view(Position.new("grow", 2), 0)), kernel_numbers(2), settings, "1")
    found = search.candidates()
    assert sum(each.visits for each in found) == search.rollouts
    assert settings.milliseconds or search.rollouts >= settings.rollouts - 1


def test_a_loss_is_worth_less_than_any_win() -> None:
    """By default, a bronze win has a higher worth than a loss at the last king."""
    assert SearchSettings().hope < WinWorth().bronze < WinWorth().silver < WinWorth().gold


@pytest.mark.parametrize("seed", ["one", "another", "third"])
def test_a_likely_loss_is_worth_no_less_than_a_loss(seed: str) -> None:
    """A loss counts by the defeated enemies, so that a quick loss has no advantage."""
    there = Position.new(seed, 2)
    while there.defeated < 3:
        there = apply(there, Action.parse(planner.policy(seat_view(there, there.turn))))
    root = parse_view(seat_view(there, there.turn))
    found = MoveSearch(root, kernel_numbers(2), SearchSettings(rollouts=30), "1").candidates()
    for each in (each for each in found if each.visits):
        hope = SearchSettings().hope * (1 - each.won)
        assert each.won + hope * 2 / 12 < each.worth <= each.won + hope


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.costly
def test_the_policy_plays_better_than_greedy(players: int) -> None:
    """On the same 10 deals it defeats more enemies."""
    results = [
        mean(play_game([bot] * players, f"better/{game}").outcome.defeated for game in range(10))
        for bot in (planner.policy, greedy.choose)
    ]
    assert results[0] > results[1]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.costly
def test_the_planner_plays_better_than_the_policy(players: int) -> None:
    """On deals that the policy loses it defeats more enemies."""
    ends = ((deal, play_game([planner.policy] * players, deal).outcome) for deal in map(str, range(100)))
    lost = [*islice(((deal, end.defeated) for deal, end in ends if not end.won and end.defeated < 9), 2)]
    bots = [Planner("a", SearchSettings(rollouts=200))] * players
    after = [play_game(bots, deal).outcome.defeated for deal, _ in lost]
    assert sum(after) > sum(defeated for _, defeated in lost)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("players", "least"), [(1, 0.85), (2, 0.8), (3, 0.85), (4, 0.65)])
def test_planner_fast_wins_most_games(players: int, least: float) -> None:
    """It wins clearly more than half of 60 deals."""
    bots = [planner.planner_fast(str(seat)) for seat in range(players)]
    assert mean(play_game(bots, f"most/{game}", game % players).outcome.won for game in range(60)) > least


@examples(100)
@given(positions_to_act_in())
def test_features_are_as_many_as_the_network_weighs(there: Position) -> None:
    """Their number is fixed, and their size bounded."""
    work = records(Workspace, 1)[0]
    work.features[:] = [99.0] * len(work.features)
    find_features(new_game(there), work)
    assert max(map(abs, work.features[:FEATURES])) <= 8


def test_every_feature_has_a_name() -> None:
    """They are numbered in order; the regressions weigh those before the enemy's health."""
    assert [*NUMBERS] == [*range(FEATURES)]
    assert NUMBERS.enemy_health == REGRESSION_FEATURES


@examples(50)
@given(positions_to_act_in())
def test_a_feature_is_the_hand_of_the_next_player(there: Position) -> None:
    """In a solo game the same number has the jesters left."""
    work = records(Workspace, 1)[0]
    find_features(new_game(there), work)
    following = value(there.hands[(there.turn + 1) % there.players]) / 40
    assert work.features[NUMBERS.next_value] == (there.jesters_left / 2 if there.players == 1 else following)


def evaluated(there: Position) -> Evaluation:
    """The evaluation of a position by the tuned numbers."""
    return evaluate(new_game(there), kernel_numbers(there.players).estimator, records(Workspace, 1)[0])


@pytest.mark.parametrize("players", PLAYERS)
def test_the_estimate_of_a_richer_table_is_higher(players: int) -> None:
    """At each stage, full hands and a full tavern have a higher estimate than one card and none."""
    hands = " / ".join(["10C,9D", "8D,9H", "8S,9C", "8C,10D"][:players])
    for enemy in ("JH", "QS", "KH"):
        rich = position(hands, enemy)
        poor = position(" / ".join(["2C", "3C", "2H", "3H"][:players]), enemy, rest="discard")
        assert evaluated(rich).won > evaluated(poor).won or rich.defeated == 0


@pytest.mark.parametrize("players", PLAYERS)
def test_the_numbers_are_whole(players: int) -> None:
    """Each file has all weights against each suit; a network for solo games, or a row for each new enemy."""
    contents = tuned_numbers(players)
    assert {(*weights,) for weights in contents["policy"].values()} == {PolicyWeights._fields}
    assert (*contents["policy"],) == Suits._fields
    if players == 1:
        assert [len(row) for row in contents["network"]["hidden"]] == [HIDDEN_UNITS] * (INPUTS + FEATURES)
        assert [len(row) for row in contents["network"]["outputs"]] == [HIDDEN_UNITS + 1] * (12 * OUTPUTS)
    else:
        rows = [row for name in ("win", "defeated") for row in contents["estimate"][name]]
        assert [len(row) for row in rows] == [REGRESSION_FEATURES] * 2 * REGRESSIONS


@pytest.mark.parametrize("bot", [planner.policy, Planner("a", QUICK)], ids=["policy", "planner"])
def test_a_view_of_another_players_turn_is_refused(bot: Bot) -> None:
    """A view without legal actions raises ValueError."""
    with pytest.raises(ValueError, match="nothing to choose"):
        bot(seat_view(Position.new("other", 2), 1))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_policy_chooses_alike_in_a_position_and_its_view(players: int) -> None:
    """Throughout a game: it does not use hidden cards."""
    there = Position.new("alike", players)
    while there.outcome is None:
        action = choose(there)
        assert planner.policy(seat_view(there, there.turn)) == str(action)
        there = apply(there, action)


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"rollouts": 0}, "rollouts is 0: expected an integer from 1 to 1e+07"),
        ({"rollouts": 2.5}, "rollouts is 2.5: expected an integer from 1 to 1e+07"),
        ({"rollouts": None}, "rollouts is None: expected an integer from 1 to 1e+07"),
        ({"rollouts": True}, "rollouts is True: expected an integer from 1 to 1e+07"),
        ({"milliseconds": float("nan")}, "milliseconds is nan: expected a number from 0.001 to 8.64e+07"),
        ({"plays": 0}, "plays is 0: expected an integer from 1 to 260"),
        ({"horizons": (1,)}, "horizons is (1,): expected 4 times an integer from 1 to 12"),
        ({"exploration": (0.5, 0.5, 0.5, -1)}, "exploration is (0.5, 0.5, 0.5, -1): expected 4 times a number from 0"),
        ({"worth": WinWorth(float("inf"))}, "worth is WinWorth(gold=inf, silver=0.7, bronze=0.5): expected 3 times"),
    ],
)
def test_settings_out_of_range_are_refused(wrong: dict[str, Any], expected: str) -> None:
    """When the planner is made; the message names the field and its range."""
    with pytest.raises(ValueError, match=re.escape(f"SearchSettings: {expected}")):
        Planner("settings", SearchSettings(**wrong))


def test_a_planner_uses_the_numbers_of_a_folder(tmp_path: Path) -> None:
    """Such as those that `tune` has written; a file of another version of the features is refused."""
    numbers = tuned_numbers(2)
    (tmp_path / "2.json").write_text(
        json.dumps(numbers | {"policy": dict.fromkeys(Suits._fields, numbers["policy"]["clubs"] | {"draw": -50.0})})
    )
    view, settings = seat_view(Position.new("folder", 2), 0), SearchSettings(rollouts=30)
    ours, theirs = (Planner("folder", settings, folder).consider(view) for folder in (None, tmp_path))
    assert ours != theirs
    (tmp_path / "2.json").write_text(json.dumps(numbers | {"estimate": {"win": [[0.0] * 31] * 48}}))
    kernel_numbers.cache_clear()
    with pytest.raises(ValueError, match=re.escape("win: 48 rows of [31] numbers: expected 48 of 30; tune again")):
        Planner("folder", settings, tmp_path).consider(view)
