"""The sequential test: valid after every deal."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from regicide_arena.tournament.stats.paired import BETA_SHAPES, log_evidence, sequential_test, wins_needed

TOURNAMENTS = 1000
DEALS = 3000
SAME_RESULT = 0.5
"""Share of deals that two equal bots both win or both lose."""


def simulated_wins(seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Simulate tournaments of equal bots: running counts of deals that only the first, and only the second bot wins."""
    chance = np.random.default_rng(seed).random((TOURNAMENTS, DEALS), dtype=np.float32)
    only_first = chance < (1 - SAME_RESULT) / 2
    only_second = (chance >= (1 - SAME_RESULT) / 2) & (chance < 1 - SAME_RESULT)
    return np.cumsum(only_first, axis=1), np.cumsum(only_second, axis=1)


def exactly(first: int, second: int) -> Fraction:
    """Compute the evidence from factorials."""

    def beta(one: int, other: int) -> Fraction:
        return Fraction(factorial(one - 1) * factorial(other - 1), factorial(one + other - 1))

    bets = [beta(a + first, a + second) / beta(a, a) * 2 ** (first + second) for a in map(int, BETA_SHAPES)]
    return sum(bets, Fraction()) / len(bets)


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_evidence_matches_exact_fractions(first: int, second: int) -> None:
    """Fractions of factorials are exact for small counts."""
    found = np.exp(log_evidence(np.array(first), np.array(second)))
    assert found == pytest.approx(float(exactly(first, second)), rel=1e-9)


@pytest.mark.parametrize("tosses", [0, 1, 2, 5, 12])
def test_the_evidence_against_a_fair_coin_has_mean_one(tosses: int) -> None:
    """The mean is over all sequences of tosses."""
    sequences = [*product((0, 1), repeat=tosses)]
    wins = np.array([sum(sequence) for sequence in sequences])
    assert np.exp(log_evidence(wins, tosses - wins)).mean() == pytest.approx(1, abs=1e-12)


@given(st.lists(st.sampled_from([-1, 0, 1]), max_size=60))
def test_the_result_is_that_of_the_maximum(wins: list[int]) -> None:
    """The maximum is searched deal by deal; p is at most 1."""
    moments = [(wins[:deals].count(1), wins[:deals].count(-1)) for deals in range(len(wins) + 1)]
    largest = max(exactly(*moment) for moment in moments)
    found = sequential_test(np.array(wins, dtype=np.int8))
    assert found.p == pytest.approx(float(1 / largest))
    assert found.leader in {np.sign(first - second) for first, second in moments if exactly(first, second) == largest}


def test_concordant_deals_do_not_matter() -> None:
    """Leaving them out gives the same result."""
    assert sequential_test(np.array([1, 0, 1, 0, 0, -1, 1], dtype=np.int8)) == sequential_test(
        np.array([1, 1, -1, 1], dtype=np.int8)
    )


def test_exchanging_the_teams_exchanges_the_leader() -> None:
    """The p-value is the same."""
    wins = np.array([1, 1, -1, 1, 1], dtype=np.int8)
    assert (sequential_test(wins).p, sequential_test(wins).leader) == (
        sequential_test(-wins).p,
        -sequential_test(-wins).leader,
    )


@pytest.mark.parametrize("error", [0.05, 0.005])
def test_the_wins_needed_are_those_that_decide(error: float) -> None:
    """One win fewer does not decide; where not even all suffice the number is infinite."""
    for among, needed in enumerate(wins_needed(np.arange(1.0, 200.0), error), start=1):
        enough = [wins for wins in range((among + 1) // 2, among + 1) if exactly(wins, among - wins) * error >= 1]
        assert enough == [wins for wins in range((among + 1) // 2, among + 1) if wins >= needed]


def test_equal_bots_are_declared_different_in_at_most_5_percent() -> None:
    """1,000 tournaments are tested after each of 3,000 deals."""
    counts = simulated_wins(1)
    occurs = np.zeros((DEALS + 1, DEALS + 1), dtype=np.bool_)
    occurs[counts] = True
    decides = np.zeros_like(occurs)
    decides[occurs] = log_evidence(*np.nonzero(occurs)) >= np.log(20)
    decided = decides[counts].any(axis=1)
    assert 0 < decided.mean() <= 0.05
