"""The sequential rule: it may be asked after every deal."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import binom

from regicide_arena.cup.statistics.sequential import FOCI, log_evidence, verdict, wins_needed

CUPS = 1000
DEALS = 3000
ALIKE = 0.5
"""Of equal bots, so many deals are won by both or lost by both."""


def walks(seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Cups of equal bots: after each deal, how many deals only the first has won, and how many only the second."""
    chance = np.random.default_rng(seed).random((CUPS, DEALS), dtype=np.float32)
    only_first = chance < (1 - ALIKE) / 2
    only_second = (chance >= (1 - ALIKE) / 2) & (chance < 1 - ALIKE)
    return np.cumsum(only_first, axis=1), np.cumsum(only_second, axis=1)


def exactly(first: int, second: int) -> Fraction:
    """The evidence, from factorials."""

    def beta(one: int, other: int) -> Fraction:
        return Fraction(factorial(one - 1) * factorial(other - 1), factorial(one + other - 1))

    bets = [beta(a + first, a + second) / beta(a, a) * 2 ** (first + second) for a in map(int, FOCI)]
    return sum(bets, Fraction()) / len(bets)


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_evidence_is_what_factorials_give(first: int, second: int) -> None:
    """For any small numbers."""
    found = np.exp(log_evidence(np.array(first), np.array(second)))
    assert found == pytest.approx(float(exactly(first, second)), rel=1e-9)


@pytest.mark.parametrize("tosses", [0, 1, 2, 5, 12])
def test_against_a_fair_coin_nothing_is_gained(tosses: int) -> None:
    """On the average over all sequences of tosses the evidence is exactly 1."""
    sequences = [*product((0, 1), repeat=tosses)]
    wins = np.array([sum(sequence) for sequence in sequences])
    assert np.exp(log_evidence(wins, tosses - wins)).mean() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (3, 0), (7, 9)])
def test_the_evidence_is_a_martingale(first: int, second: int) -> None:
    """Wherever it is, with the next toss it neither grows nor falls on the average."""
    after = np.exp(log_evidence(np.array([first + 1, first]), np.array([second, second + 1])))
    assert after.mean() == pytest.approx(np.exp(log_evidence(np.array(first), np.array(second))))


@given(st.lists(st.sampled_from([-1, 0, 1]), max_size=60))
def test_the_verdict_is_that_of_the_best_moment(wins: list[int]) -> None:
    """Looked for deal by deal; p is 1 where the evidence never was above that."""
    moments = [(wins[:deals].count(1), wins[:deals].count(-1)) for deals in range(len(wins) + 1)]
    largest = max(exactly(*moment) for moment in moments)
    found = verdict(np.array(wins, dtype=np.int8))
    assert found.p == pytest.approx(float(1 / largest))
    assert found.leader in {np.sign(first - second) for first, second in moments if exactly(first, second) == largest}


def test_deals_on_which_both_do_alike_say_nothing() -> None:
    """They may be left out."""
    assert verdict(np.array([1, 0, 1, 0, 0, -1, 1], dtype=np.int8)) == verdict(np.array([1, 1, -1, 1], dtype=np.int8))


def test_the_teams_may_be_exchanged() -> None:
    """Then the other leads, and p is the same."""
    wins = np.array([1, 1, -1, 1, 1], dtype=np.int8)
    assert (verdict(wins).p, verdict(wins).leader) == (verdict(-wins).p, -verdict(-wins).leader)


@pytest.mark.parametrize("error", [0.05, 0.005])
def test_the_wins_needed_are_those_that_decide(error: float) -> None:
    """One win fewer does not; where not even all suffice there is no such number."""
    for among, needed in enumerate(wins_needed(np.arange(1.0, 200.0), error), start=1):
        enough = [wins for wins in range((among + 1) // 2, among + 1) if exactly(wins, among - wins) * error >= 1]
        assert enough == [wins for wins in range((among + 1) // 2, among + 1) if wins >= needed]


def test_equal_bots_are_hardly_ever_told_apart() -> None:
    """In no more than 5 % of 1,000 cups, though they are looked at after each of their 3,000 deals."""
    told = (log_evidence(*walks(1)) >= np.log(20)).any(axis=1)
    assert 0 < told.mean() <= 0.05


def test_whoever_peeks_at_mcnemars_test_is_misled_far_more_often() -> None:
    """In some 40 % of the same cups it says 5 % at some time, though at the end it does so in 5 % at most."""
    first, second = walks(1)
    critical = (
        binom.ppf(0.025, np.arange(DEALS + 1), 0.5) - 1
    )  # where so few of the discordant deals are one's, p <= 0.05
    says_so = np.minimum(first, second) <= critical[first + second]
    assert says_so.any(axis=1).mean() > 0.3
    assert says_so[:, -1].mean() <= 0.06
