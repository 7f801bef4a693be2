"""What is said of a cup: teams, comparisons, partners."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from cups import by_chance, outcomes
from hypothesis import given
from hypothesis import strategies as st

from regicide_arena.cup.scores import Outcomes, Scores
from regicide_arena.cup.standings import Comparison, Estimate, Standings, TeamRow
from regicide_arena.cup.statistics import is_decided, live_standings, standings
from regicide_arena.cup.statistics.deciding import holm
from regicide_arena.cup.statistics.estimates import Quantity, by_bootstrap, by_normal, estimates
from regicide_arena.cup.statistics.teams import matchpoints

AB = [("a", "b")]


def only(found: Standings) -> Comparison:
    """The one comparison."""
    [comparison] = found.comparisons
    return comparison


def team(scores: Scores, *lineup: str) -> TeamRow:
    """The row of this lineup."""
    [row] = [row for row in standings(scores, []).teams if row.lineup == lineup]
    return row


def floats(value: Any) -> Iterator[float]:
    """All numbers that are anywhere in it."""
    if isinstance(value, float):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from floats(part)


def estimated(value: Any) -> Iterator[Estimate]:
    """All estimates that are anywhere in it."""
    if isinstance(value, Estimate):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from estimated(part)


def test_games_are_won_lost_or_forfeited() -> None:
    """A game that was forfeited is neither won nor lost, and counts for the win rate."""
    row = team({("a",): outcomes([1, 0, 0, 0], forfeited=[0, 0, 0, 1])}, "a")
    assert (row.games, row.won, row.lost, row.forfeited, row.win_rate.value) == (4, 1, 2, 1, 0.25)


def test_the_win_rate_has_a_wilson_interval() -> None:
    """Five of ten: 23.66 % to 76.34 %."""
    row = team({("a",): outcomes([1, 0] * 5)}, "a")
    assert row.win_rate == pytest.approx((0.5, 0.23659, 0.76341), abs=1e-5)


def test_grades_are_counted_for_one_player() -> None:
    """And for no more."""
    scores = {("a",): outcomes([1, 1, 1, 0], grade=[3, 1, 1, 0]), ("a", "a"): outcomes([1])}
    assert team(scores, "a").grades == {"gold": 1, "silver": 0, "bronze": 2}
    assert team(scores, "a", "a").grades is None


def test_the_best_team_is_first() -> None:
    """By wins, and with as many wins by matchpoints; for each number of players anew."""
    scores = {
        ("a",): outcomes([0, 1], [5, 12]),
        ("b",): outcomes([1, 1]),
        ("c",): outcomes([0, 1], [6, 12]),
        ("a", "a"): outcomes([1]),
        ("b", "b"): outcomes([0]),
    }
    assert ["".join(row.lineup) for row in standings(scores, []).teams] == ["b", "c", "a", "aa", "bb"]


def test_matchpoints_worked_by_hand() -> None:
    """A gold beats a silver, a win any loss, ten enemies beat nine, and half a point is for those who do as well."""
    scores = {
        ("a",): outcomes([1, 0, 0], [12, 10, 3], [3, 0, 0]),
        ("b",): outcomes([1, 0, 0], [12, 9, 3], [2, 0, 0]),
        ("c",): outcomes([0, 1, 0], [11, 12, 3], [0, 1, 0]),
    }
    assert matchpoints(scores).tolist() == [[1, 0.5, 0.5], [0.5, 0, 0.5], [0, 1, 0.5]]


GAMES = st.one_of(
    st.tuples(st.just(1), st.just(12), st.integers(0, 3)), st.tuples(st.just(0), st.integers(0, 12), st.just(0))
)


@given(st.integers(1, 5).flatmap(lambda deals: st.lists(st.lists(GAMES, min_size=deals, max_size=deals), min_size=2)))
def test_matchpoints_are_what_counting_the_others_gives(played: list[list[tuple[int, int, int]]]) -> None:
    """Each lineup held against each other, deal by deal."""
    scores: dict[tuple[str, ...], Outcomes] = {
        (str(number),): outcomes(*map(list, zip(*games, strict=True))) for number, games in enumerate(played)
    }

    def points(own: int, deal: int) -> float:
        order = [(games[deal][0], games[deal][2], games[deal][1]) for games in played]
        others = [*order[:own], *order[own + 1 :]]
        return sum((order[own] > other) + (order[own] == other) / 2 for other in others) / len(others)

    counted = [[points(own, deal) for deal in range(len(played[0]))] for own in range(len(played))]
    assert matchpoints(scores) == pytest.approx(np.array(counted))


def test_a_bootstrap_agrees_with_the_normal_approximation_where_deals_are_many() -> None:
    """To a tenth of the interval's width."""
    quantities = [Quantity(by_chance(3000, 0.4, seed).defeated, 0, 12) for seed in (1, 2)]
    [slow, _], [quick, _] = estimates(quantities, by_bootstrap), estimates(quantities, by_normal)
    width = quick.high - quick.low
    assert width == pytest.approx(2 * 1.96 * np.std(quantities[0].row) / math.sqrt(3000), rel=1e-3)
    assert slow == pytest.approx(quick, abs=0.1 * width)


def test_a_bootstrap_of_two_deals_is_known_exactly() -> None:
    """Half of the drawings have one of each, a quarter the first twice, and a quarter the second twice."""
    assert estimates([Quantity(np.array([0, 1]), 0, 1)], by_bootstrap) == [(0.5, 0, 1)]


def test_deals_that_are_all_alike_leave_a_doubt() -> None:
    """As many others as Wilson allows for none of ten, 27.75 %, may come out as differently as possible."""
    [found] = estimates([Quantity(np.array([3] * 10), 0, 12)], by_bootstrap)
    assert found == pytest.approx((3, 3 - 0.27753 * 3, 3 + 0.27753 * 9), abs=1e-4)


def test_the_same_games_have_the_same_figures() -> None:
    """To the last digit."""
    scores = {("a",): by_chance(200, 0.5, 1), ("b",): by_chance(200, 0.6, 2)}
    assert standings(scores, AB) == standings(scores, AB)


def test_a_comparison_worked_by_hand() -> None:
    """Of six discordant deals the first wins five: by McNemar 2 (1 + 6) / 64. The largest e was after these five, with
    B(a + 5, a) / B(a, a) * 32 for each a.
    """
    scores = {("a",): outcomes([1, 1, 1, 1, 1, 0, 1, 0]), ("b",): outcomes([0, 0, 0, 0, 0, 1, 1, 0])}
    found = only(standings(scores, AB))
    assert (found.deals, found.only_first, found.only_second) == (8, 5, 1)
    assert (found.difference.value, found.defeated_difference.value) == (0.5, 6)
    assert (found.p, found.better) == (pytest.approx(14 / 64), None)
    bets = [32 * math.prod((a + k) / (2 * a + k) for k in range(5)) for a in (1, 3, 10, 30)]
    assert found.p_anytime == pytest.approx(4 / sum(bets))


def test_who_wins_many_deals_alone_is_better() -> None:
    """Whichever of the two it is; with thirty to none it is sure."""
    scores = {("a",): outcomes([0] * 30), ("b",): outcomes([1] * 30)}
    assert only(standings(scores, AB)).better == "b"
    assert only(standings(scores, [("b", "a")])).better == "b"


def test_holm_worked_by_hand() -> None:
    """0.01 times three; 0.03 times two; 0.04, which must not fall below the one before."""
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_each_round_is_corrected_for_its_pairs() -> None:
    """For three pairs the smallest p is three times what it is for one."""
    scores = {(name,): by_chance(300, rate, 1) for name, rate in (("a", 0.4), ("b", 0.45), ("c", 0.6))}
    alone = only(standings(scores, [("a", "c")]))
    all_three = next(row for row in standings(scores, [*combinations("abc", 2)]).comparisons if row.second == "c")
    assert all_three[6:8] == alone[6:8]
    assert all_three.p_corrected == pytest.approx(3 * alone.p)
    assert all_three.p_anytime == pytest.approx(3 * alone.p_anytime)


def test_all_numbers_of_players_are_taken_together_at_last() -> None:
    """Where there are several; of pairs that did not meet nothing is said."""
    scores = {("a",): outcomes([1, 0]), ("b",): outcomes([0, 0]), ("a", "a"): outcomes([1]), ("b", "b"): outcomes([0])}
    found = standings(scores, [("a", "b"), ("a", "nobody")]).comparisons
    assert [(row.players, row.deals, row.only_first) for row in found] == [(1, 2, 1), (2, 1, 1), (None, 3, 2)]


@pytest.mark.parametrize("deals", [29, 30])
def test_what_was_seen_stays_when_more_deals_come(deals: int) -> None:
    """The sequential rule goes through the deals in their order, whatever the number of players: p never grows."""
    scores = {
        (name,) * players: by_chance(60, rate, 10 * players)
        for players in (1, 2, 3)
        for name, rate in (("a", 0.3), ("b", 0.6))
    }
    before = {lineup: Outcomes(*(part[:deals] for part in all_deals)) for lineup, all_deals in scores.items()}
    assert live_standings(scores, AB).comparisons[-1].p_anytime <= live_standings(before, AB).comparisons[-1].p_anytime


def test_a_cup_is_decided_when_all_pairs_are() -> None:
    """By all numbers of players together."""
    few = {(name,) * players: outcomes([name == "b"] * 8) for players in (1, 2) for name in "ab"}
    assert is_decided(few, AB)
    assert not is_decided({lineup: few[lineup] for lineup in few if len(lineup) == 1}, AB)
    assert not is_decided(few | {("c",): few[("b",)], ("c", "c"): few[("b", "b")]}, [*combinations("abc", 2)])


@pytest.mark.parametrize("pairs", [[], [("a", "nobody")], AB])
def test_nothing_is_decided_of_nothing(pairs: list[tuple[str, str]]) -> None:
    """Without pairs, without their games, without deals."""
    assert not is_decided({("a",): outcomes([]), ("b",): outcomes([])}, pairs)


def test_a_cup_is_decided_exactly_when_its_standings_say_so() -> None:
    """At each of its lengths."""
    scores = {("a",): by_chance(120, 0.2, 3), ("b",): by_chance(120, 0.6, 3), ("c",): by_chance(120, 0.9, 5)}
    pairs = [*combinations("abc", 2)]
    told = []
    for deals in range(0, 121, 10):
        prefix = {lineup: Outcomes(*(part[:deals] for part in found)) for lineup, found in scores.items()}
        told.append((is_decided(prefix, pairs), all(row.better for row in live_standings(prefix, pairs).comparisons)))
    assert {*told} == {(False, False), (True, True)}


MIXED = {
    ("a", "a"): outcomes([1, 1]),
    ("a", "b"): outcomes([1, 0]),
    ("b", "a"): outcomes([1, 1]),
    ("a", "c"): outcomes([0, 0]),
    ("c", "a"): outcomes([0, 1]),
    ("b", "c"): outcomes([0, 0]),
}


def test_the_cross_table_worked_by_hand() -> None:
    """Each lineup of both counts the same; those who never shared a table have no cell."""
    found = standings(MIXED, [])
    cells = {row.first + row.second: row.win_rate.value for row in found.cross}
    assert cells == {"aa": 1, "ab": 0.75, "ac": 0.25, "bc": 0}


def test_the_value_of_partners_worked_by_hand() -> None:
    """All partners count the same, though with one of them there was only one seat order; own teams do not count."""
    found = standings(MIXED, [])
    assert [(row.entrant, row.value.value) for row in found.partners] == [("a", 0.5), ("b", 0.375), ("c", 0.125)]


def test_a_table_of_three_counts_for_each_two() -> None:
    """But not for one alone."""
    found = standings({("a", "b", "c"): outcomes([1, 0])}, [])
    assert [(row.first, row.second) for row in found.cross] == [("a", "b"), ("a", "c"), ("b", "c")]


def test_pure_teams_say_nothing_of_partners() -> None:
    """There is neither a partner nor a cross table."""
    found = standings({("a", "a"): outcomes([1]), ("b", "b"): outcomes([0])}, AB)
    assert (found.partners, found.cross) == ([], [])


def test_mixed_lineups_are_in_the_field() -> None:
    """The matchpoints of a pure team are against all lineups of as many players."""
    scores = {("a", "a"): outcomes([1]), ("b", "b"): outcomes([0]), ("a", "b"): outcomes([0]), ("a",): outcomes([0])}
    found = team(scores, "b", "b").matchpoints
    assert found is not None
    assert found.value == 0.25
    assert team(scores, "a").matchpoints is None


EXTREME = {
    "no deals": [],
    "one deal": [1],
    "two deals": [1, 0],
    "all won": [1] * 40,
    "all lost": [0] * 40,
}


@pytest.mark.parametrize("won", EXTREME.values(), ids=EXTREME)
@pytest.mark.parametrize("lineups", [1, 2, 3])
@pytest.mark.parametrize("shown", [standings, live_standings])
def test_something_sensible_is_said_of_any_cup(shown: Any, lineups: int, won: list[int]) -> None:
    """No figure is missing or infinite, and a value lies within its interval, which always has a width."""
    scores = {lineup: outcomes(won) for lineup in [*product("ab", repeat=2)][:lineups]} | {("a",): outcomes(won)}
    found = shown(scores | {("b", "b"): outcomes(won)}, AB)
    assert all(map(math.isfinite, floats([*found])))
    assert all(row.low <= row.value <= row.high and row.low < row.high for row in estimated([*found]))


def test_of_no_deals_anything_is_possible() -> None:
    """The value is the middle, and the interval is all."""
    found = standings({("a",): outcomes([]), ("b",): outcomes([])}, AB)
    assert (found.teams[0].win_rate, found.teams[0].defeated) == ((0.5, 0, 1), (6, 0, 12))
    assert only(found)[3:] == (0, 0, 0, (0, -1, 1), (0, -12, 12), 1, 1, 1, None)
