"""Ratings from many tournaments."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.special import expit

from regicide_arena.tournament.model import Lineup
from regicide_arena.tournament.stats.ratings import MEAN_RATING, POINTS, Played, rate

STRENGTHS = {"a": -1.0, "b": -0.2, "c": 0.3, "d": 0.9}


def simulated(lineups: list[Lineup], deals: int, seed: int, difficulty: float = 0.0) -> Played:
    """Simulate a tournament with deals of very different difficulties, with this mean."""
    rng = np.random.default_rng(seed)
    strengths = np.array([np.mean([STRENGTHS[name] for name in lineup]) for lineup in lineups])
    chances = expit(strengths[:, np.newaxis] - rng.normal(difficulty, 2, deals))
    return Played(lineups, rng.random(chances.shape) < chances)


def expected(names: str) -> dict[str, float]:
    """The true ratings of these entrants."""
    mean = np.mean([STRENGTHS[name] for name in names])
    return {name: float(MEAN_RATING + POINTS * (STRENGTHS[name] - mean)) for name in names}


def pure(names: str) -> list[Lineup]:
    """Lineups of one entrant each."""
    return [(name, name) for name in names]


def test_intervals_cover_the_truth_in_95_percent() -> None:
    """Over 200 ladders of two tournaments, the second of which is harder and has other entrants."""
    covered = []
    for seed in range(200):
        played = [simulated(pure("abc"), 300, seed), simulated(pure("cd"), 200, 1000 + seed, difficulty=2)]
        truth = expected("abcd")
        covered += [row.rating.low <= truth[row.entrant] <= row.rating.high for row in rate(played).rows]
    assert np.mean(covered) == pytest.approx(0.95, abs=0.03)


def test_ratings_do_not_depend_on_who_had_the_easy_deals() -> None:
    """The weaker entrant wins more of its games, as its deals are easier; a common one links them."""
    played = [simulated(pure("bc"), 4000, 1, difficulty=-2), simulated(pure("cd"), 4000, 2, difficulty=3)]
    assert played[0].won[0].mean() > played[1].won[1].mean() + 0.2
    assert [row.entrant for row in rate(played).rows] == ["d", "c", "b"]


def test_partners_are_rated_by_mixed_lineups() -> None:
    """The strength of a lineup is the mean of its entrants', so each of them is found."""
    mixed = [lineup for lineup in product("abcd", repeat=3) if len({*lineup}) > 1]
    found = {row.entrant: row.rating for row in rate([simulated(mixed, 2000, 5)]).rows}
    for name, rating in expected("abcd").items():
        assert found[name].value == pytest.approx(rating, abs=60)
        assert found[name].high - found[name].low < 200


def test_more_lineups_on_the_same_deals_do_not_feign_precision() -> None:
    """A copy of a result adds no information, though the number of pairs grows."""
    [few] = [simulated(pure("ab"), 400, 3)]
    copies = Played([("a", "a"), *[("b", "b")] * 9], np.vstack([few.won[0], *[few.won[1]] * 9]))
    [once, often] = [rate([each]).rows[0].rating for each in (few, copies)]
    assert often.high - often.low == pytest.approx(once.high - once.low, rel=0.05)
    assert often.value == pytest.approx(once.value, abs=5)


def test_an_entrant_that_always_wins_has_a_finite_rating() -> None:
    """Its interval is wide."""
    played = Played(pure("ab"), np.array([[True] * 20, [False] * 20]))
    first, second = rate([played]).rows
    assert (first.entrant, second.entrant) == ("a", "b")
    assert 1600 < first.rating.value < 2600
    assert first.rating.high - first.rating.low > 500


def test_unlinked_entrants_are_not_rated() -> None:
    """Without a chain of common deals there is no common scale."""
    played = [simulated(pure("abc"), 50, 1), Played([("x", "x"), ("y", "y")], np.ones((2, 5), np.bool_))]
    found = rate(played)
    assert ({row.entrant for row in found.rows}, found.unlinked) == ({"a", "b", "c"}, ["x", "y"])
    assert {row.entrant: row.deals for row in found.rows} == {"a": 50, "b": 50, "c": 50}
    assert rate([]) == ([], [])


def test_the_model_is_that_of_bradley_and_terry() -> None:
    """With two entrants, the odds of the better one are those of its discordant deals, but for the weak prior."""
    won = np.array([[1] * 300 + [0] * 100 + [1] * 50, [0] * 300 + [1] * 100 + [1] * 50], np.bool_)
    first, second = rate([Played(pure("ab"), won)]).rows
    assert first.rating.value - second.rating.value == pytest.approx(POINTS * np.log(3), abs=1)
