"""The standings of a tournament: teams, comparisons, partners, cross table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_arena.tournament.model import Goal
from regicide_arena.tournament.report.texts import verdict
from regicide_arena.tournament.stats.model import (
    Comparison,
    Estimate,
    LineupOutcomes,
    Outcomes,
    Quantity,
    Standings,
    TeamRow,
    estimate_means,
)
from regicide_arena.tournament.stats.paired import comparisons, holm, is_decided, no_worse_p, wins_left
from regicide_arena.tournament.stats.standings import matchpoints, standings

AB = [("a", "b")]


def outcomes(
    won: Sequence[int], defeated: Sequence[int] | None = None, grade: Sequence[int] = (), forfeited: Sequence[int] = ()
) -> LineupOutcomes:
    """Build outcomes by deal, 1 for a win; by default a win defeats 12 enemies and a loss 0."""
    wins = np.array(won, dtype=np.bool_)
    return LineupOutcomes(
        won=wins,
        forfeited=np.array(forfeited or [0] * len(won), dtype=np.bool_),
        defeated=np.array([12 * win for win in won] if defeated is None else defeated, dtype=np.int8),
        grade=np.array(grade or [0] * len(won), dtype=np.int8),
    )


def random_outcomes(deals: int, win_rate: float, seed: int) -> LineupOutcomes:
    """Build random outcomes with this win rate."""
    rng = np.random.default_rng(seed)
    won = rng.random(deals) < win_rate
    return outcomes(won.astype(int).tolist(), np.where(won, 12, rng.integers(0, 12, deals)).tolist())


def only(found: Standings) -> Comparison:
    """Return the only comparison."""
    [comparison] = found.comparisons
    return comparison


def team(sampled: Outcomes, *lineup: str) -> TeamRow:
    """Return the row of this lineup."""
    [row] = [row for row in standings(sampled, []).teams if row.lineup == lineup]
    return row


def estimated(value: Any) -> Iterator[Estimate | float]:
    """Yield all estimates, and all other numbers, in nested rows."""
    if isinstance(value, Estimate | float):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from estimated(part)


def test_games_are_won_lost_or_forfeited() -> None:
    """A forfeited game is neither won nor lost, and counts in the win rate."""
    row = team({("a",): outcomes([1, 0, 0, 0], forfeited=[0, 0, 0, 1])}, "a")
    assert (row.games, row.won, row.lost, row.forfeited, row.win_rate.value) == (4, 1, 2, 1, 0.25)


def test_the_win_rate_has_a_wilson_interval() -> None:
    """For five of ten it is 23.66 % to 76.34 %."""
    row = team({("a",): outcomes([1, 0] * 5)}, "a")
    assert row.win_rate == pytest.approx((0.5, 0.23659, 0.76341), abs=1e-5)


def test_grades_are_counted_for_one_player_only() -> None:
    """Other teams have None."""
    sampled = {("a",): outcomes([1, 1, 1, 0], grade=[3, 1, 1, 0]), ("a", "a"): outcomes([1])}
    assert team(sampled, "a").grades == {"gold": 1, "silver": 0, "bronze": 2}
    assert team(sampled, "a", "a").grades is None


def test_the_best_team_is_first() -> None:
    """Ties in wins are broken by matchpoints; each number of players has its own ranking."""
    sampled = {
        ("a",): outcomes([0, 1], [5, 12]),
        ("b",): outcomes([1, 1]),
        ("c",): outcomes([0, 1], [6, 12]),
        ("a", "a"): outcomes([1]),
        ("b", "b"): outcomes([0]),
    }
    assert ["".join(row.lineup) for row in standings(sampled, []).teams] == ["b", "c", "a", "aa", "bb"]


GAMES = st.one_of(
    st.tuples(st.just(1), st.just(12), st.integers(0, 3)), st.tuples(st.just(0), st.integers(0, 12), st.just(0))
)


@given(st.integers(1, 5).flatmap(lambda deals: st.lists(st.lists(GAMES, min_size=deals, max_size=deals), min_size=2)))
def test_matchpoints_match_pairwise_counting(played: list[list[tuple[int, int, int]]]) -> None:
    """Each lineup is compared with each other on each deal."""
    sampled: dict[tuple[str, ...], LineupOutcomes] = {
        (str(number),): outcomes(*map(list, zip(*games, strict=True))) for number, games in enumerate(played)
    }

    def points(own: int, deal: int) -> float:
        order = [(games[deal][0], games[deal][2], games[deal][1]) for games in played]
        others = [*order[:own], *order[own + 1 :]]
        return sum((order[own] > other) + (order[own] == other) / 2 for other in others) / len(others)

    counted = [[points(own, deal) for deal in range(len(played[0]))] for own in range(len(played))]
    assert matchpoints(sampled) == pytest.approx(np.array(counted))


@pytest.mark.costly
@pytest.mark.parametrize("deals", [5, 40])
def test_intervals_of_means_cover_the_truth_in_95_percent(deals: int) -> None:
    """Also of few deals."""
    rows = np.random.default_rng(2).normal(6, 1.5, (4000, deals))
    found = [estimate_means([Quantity(row, 0, 12)])[0] for row in rows]
    assert np.mean([each.low <= 6 <= each.high for each in found]) == pytest.approx(0.95, abs=0.01)


def test_intervals_end_at_the_limits() -> None:
    """Two deals leave everything possible."""
    assert estimate_means([Quantity(np.array([0, 1]), 0, 1)]) == [(0.5, 0, 1)]


def test_constant_deals_have_an_interval() -> None:
    """The share of deals that Wilson allows for none of ten, 27.75 %, may differ by as much as possible."""
    [found] = estimate_means([Quantity(np.array([3] * 10), 0, 12)])
    assert found == pytest.approx((3, 3 - 0.27753 * 3, 3 + 0.27753 * 9), abs=1e-4)


def test_standings_are_reproducible() -> None:
    """The same outcomes give the same values to the last digit."""
    sampled = {("a",): random_outcomes(200, 0.5, 1), ("b",): random_outcomes(200, 0.6, 2)}
    assert standings(sampled, AB) == standings(sampled, AB)


def test_a_comparison_matches_a_manual_calculation() -> None:
    """The first wins five of six discordant deals: McNemar gives 2 (1 + 6) / 64. e is largest after these five, with
    B(a + 5, a) / B(a, a) * 32 for each a.
    """
    sampled = {("a",): outcomes([1, 1, 1, 1, 1, 0, 1, 0]), ("b",): outcomes([0, 0, 0, 0, 0, 1, 1, 0])}
    found = only(standings(sampled, AB))
    assert (found.deals, found.only_first, found.only_second) == (8, 5, 1)
    assert (found.difference.value, found.defeated_difference.value) == (0.5, 6)
    assert (found.p, found.better) == (pytest.approx(14 / 64), None)
    bets = [32 * math.prod((a + k) / (2 * a + k) for k in range(5)) for a in (1, 3, 10, 30)]
    assert found.p_anytime == pytest.approx(4 / sum(bets))


def test_thirty_wins_to_none_are_decisive() -> None:
    """The order of the pair does not matter."""
    sampled = {("a",): outcomes([0] * 30), ("b",): outcomes([1] * 30)}
    assert only(standings(sampled, AB)).better == "b"
    assert only(standings(sampled, [("b", "a")])).better == "b"


def test_holms_correction_matches_a_manual_calculation() -> None:
    """0.01 is multiplied by three, 0.03 by two; 0.04 must not fall below the one before."""
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_p_values_are_corrected_for_the_number_of_pairs() -> None:
    """With three pairs the smallest p is multiplied by three."""
    sampled = {(name,): random_outcomes(300, rate, 1) for name, rate in (("a", 0.4), ("b", 0.45), ("c", 0.6))}
    alone = only(standings(sampled, [("a", "c")]))
    all_three = next(row for row in standings(sampled, [*combinations("abc", 2)]).comparisons if row.second == "c")
    assert all_three[6:8] == alone[6:8]
    assert all_three.p_corrected == pytest.approx(3 * alone.p)
    assert all_three.p_anytime == pytest.approx(3 * alone.p_anytime)


def test_the_last_comparison_pools_the_numbers_of_players() -> None:
    """Pairs that have not played are absent."""
    sampled = {("a",): outcomes([1, 0]), ("b",): outcomes([0, 0]), ("a", "a"): outcomes([1]), ("b", "b"): outcomes([0])}
    found = standings(sampled, [("a", "b"), ("a", "nobody")]).comparisons
    assert [(row.players, row.deals, row.only_first) for row in found] == [(1, 2, 1), (2, 1, 1), (None, 3, 2)]


@pytest.mark.parametrize("deals", [29, 30])
def test_pooled_p_values_never_grow(deals: int) -> None:
    """The sequential test takes the pooled deals in an order that further deals only extend."""
    sampled = {
        (name,) * players: random_outcomes(60, rate, 10 * players)
        for players in (1, 2, 3)
        for name, rate in (("a", 0.3), ("b", 0.6))
    }
    before = {lineup: found.head(deals) for lineup, found in sampled.items()}
    assert standings(sampled, AB).comparisons[-1].p_anytime <= standings(before, AB).comparisons[-1].p_anytime


def test_a_tournament_is_decided_when_all_pairs_are() -> None:
    """The numbers of players are pooled."""
    few = {(name,) * players: outcomes([name == "b"] * 8) for players in (1, 2) for name in "ab"}
    assert is_decided(few, AB)
    assert not is_decided({lineup: few[lineup] for lineup in few if len(lineup) == 1}, AB)
    assert not is_decided(few | {("c",): few[("b",)], ("c", "c"): few[("b", "b")]}, [*combinations("abc", 2)])


@pytest.mark.parametrize("pairs", [[], [("a", "nobody")], AB])
def test_without_data_a_tournament_is_undecided(pairs: list[tuple[str, str]]) -> None:
    """Pairs, their games or deals are missing."""
    assert not is_decided({("a",): outcomes([]), ("b",): outcomes([])}, pairs)


def test_a_tournament_is_decided_exactly_when_its_comparisons_are() -> None:
    """This holds after any number of deals."""
    sampled = {
        ("a",): random_outcomes(120, 0.2, 3),
        ("b",): random_outcomes(120, 0.6, 3),
        ("c",): random_outcomes(120, 0.9, 5),
    }
    pairs = [*combinations("abc", 2)]
    decided = set()
    for deals in range(0, 121, 10):
        prefix = {lineup: found.head(deals) for lineup, found in sampled.items()}
        decided.add((is_decided(prefix, pairs), all(row.better for row in standings(prefix, pairs).comparisons)))
    assert decided == {(False, False), (True, True)}


def test_the_wins_left_are_those_that_decide() -> None:
    """One win fewer leaves the pair undecided; the error is that of the pairs that are undecided."""
    sampled = {("a",): outcomes([1] * 6 + [0] * 2), ("b",): outcomes([0] * 6 + [1] * 2)}
    left = only(standings(sampled, AB)).wins_left
    assert left is not None

    def better(more: int) -> str | None:
        won = {lineup: outcomes([*found.won] + [lineup == ("a",)] * more) for lineup, found in sampled.items()}
        return only(standings(won, AB)).better

    assert (better(left - 1), better(left)) == (None, "a")
    three = standings(sampled | {("c",): sampled[("b",)]}, [("a", "b"), ("a", "c")]).comparisons
    assert [row.wins_left for row in three] == [wins_left(6, 2, 0.025)] * 2
    assert only(standings({("a",): outcomes([1] * 30), ("b",): outcomes([0] * 30)}, AB)).wins_left is None


@pytest.mark.parametrize("discordant", [0.1, 0.5])
def test_teams_that_are_worse_by_the_margin_are_rarely_no_worse(discordant: float) -> None:
    """In at most 5% of 1,000 tournaments, tested after each of 2,000 deals, and also with pooled numbers of players.

    Of these, one has a difference above and the other below the margin, whose mean is the margin.
    """
    rng, margin, wrong = np.random.default_rng(3), 0.05, 0
    for _ in range(1000):
        means = np.tile([-0.02, -0.08], 1000)
        chance = rng.random(2000)
        wins = (chance < (discordant + means) / 2).astype(np.int8) - (chance > 1 - (discordant - means) / 2)
        wrong += no_worse_p(wins.astype(np.int8), margin, slice(1, None, 2)) <= 0.05
    assert 0 < wrong <= 50


def test_the_margin_decides_equal_teams() -> None:
    """Each is no worse than the other, so their difference is less than the margin; without one they are undecided."""
    sampled = {(name,) * n: random_outcomes(3000, 0.5, seed) for n in (1, 2) for name, seed in (("a", n), ("b", n + 5))}
    found = standings(sampled, AB, Goal(margin=0.05)).comparisons[-1]
    assert (found.better, found.no_worse, found.margin) == (None, ["a", "b"], 0.05)
    assert verdict(found) == "a and b differ by less than 5 points"
    assert is_decided(sampled, AB, Goal(margin=0.05))
    assert not is_decided(sampled, AB)


def test_the_newcomer_alone_is_to_be_no_worse() -> None:
    """A one-sided goal tests the first team only, and is reached by it."""
    sampled = {("a",): random_outcomes(400, 0.6, 1), ("b",): random_outcomes(400, 0.58, 2)}
    found = only(standings(sampled, AB, Goal(margin=0.1, is_one_sided=True)))
    assert (found.no_worse, found.p_second_no_worse) == (["a"], None)
    assert verdict(found) == "a is no worse than b, within 10 points"
    assert is_decided(sampled, AB, Goal(margin=0.1, is_one_sided=True))


def test_a_team_that_is_worse_by_little_is_both_worse_and_no_worse() -> None:
    """With a large margin and many deals."""
    sampled = {("a",): outcomes([1, 0] * 500), ("b",): outcomes([1, 0] * 450 + [0, 0] * 50)}
    [found] = comparisons(sampled, AB, Goal(margin=0.2))
    assert (found.better, found.no_worse) == ("a", ["a", "b"])
    assert verdict(found) == "a is better than b, by less than 20 points"


MIXED = {
    ("a", "a"): outcomes([1, 1]),
    ("a", "b"): outcomes([1, 0]),
    ("b", "a"): outcomes([1, 1]),
    ("a", "c"): outcomes([0, 0]),
    ("c", "a"): outcomes([0, 1]),
    ("b", "c"): outcomes([0, 0]),
}


@pytest.mark.parametrize(
    ("sampled", "cells", "partners"),
    [
        (MIXED, {"aa": 1, "ab": 0.75, "ac": 0.25, "bc": 0}, {"a": 0.5, "b": 0.375, "c": 0.125}),
        ({("a", "b", "c"): outcomes([1, 0])}, dict.fromkeys(("ab", "ac", "bc"), 0.5), dict.fromkeys("abc", 0.5)),
        ({("a", "a"): outcomes([1]), ("b", "b"): outcomes([0])}, {}, {}),
    ],
)
def test_mixed_lineups_match_a_manual_calculation(
    sampled: Outcomes, cells: dict[str, float], partners: dict[str, float]
) -> None:
    """Lineups of a pair have equal weight, and so have partners, whatever their number of seat orders.

    A lineup of three counts for each pair, but for no entrant alone; pairs without a lineup have no cell, and pure
    teams have no values as partners.
    """
    found = standings(sampled, [])
    assert {row.first + row.second: row.win_rate.value for row in found.cross} == cells
    assert {row.entrant: row.value.value for row in found.partners} == partners
    assert [row.value.value for row in found.partners] == sorted(partners.values(), reverse=True)


def test_matchpoints_include_mixed_lineups() -> None:
    """They compare all lineups with the same number of players."""
    sampled = {("a", "a"): outcomes([1]), ("b", "b"): outcomes([0]), ("a", "b"): outcomes([0]), ("a",): outcomes([0])}
    found = team(sampled, "b", "b").matchpoints
    assert found is not None
    assert found.value == 0.25
    assert team(sampled, "a").matchpoints is None


EXTREME = {"no deals": [], "one deal": [1], "two deals": [1, 0], "all won": [1] * 40, "all lost": [0] * 40}


@pytest.mark.parametrize("won", EXTREME.values(), ids=EXTREME)
@pytest.mark.parametrize("lineups", [1, 2, 3])
def test_extreme_outcomes_have_finite_estimates(lineups: int, won: list[int]) -> None:
    """Each value lies within its interval, which has a width."""
    sampled = {lineup: outcomes(won) for lineup in [*product("ab", repeat=2)][:lineups]} | {("a",): outcomes(won)}
    found = standings(sampled | {("b", "b"): outcomes(won)}, AB)
    for each in estimated([*found]):
        assert all(map(math.isfinite, each if isinstance(each, Estimate) else (each,)))
        assert not isinstance(each, Estimate) or (each.low <= each.value <= each.high and each.low < each.high)


def test_estimates_without_deals_cover_the_whole_range() -> None:
    """The value is the middle."""
    found = standings({("a",): outcomes([]), ("b",): outcomes([])}, AB)
    assert (found.teams[0].win_rate, found.teams[0].defeated) == ((0.5, 0, 1), (6, 0, 12))
    assert only(found)[3:] == (0, 0, 0, (0, -1, 1), (0, -12, 12), 1, 1, 1, None, 10, None, None, None, [])
