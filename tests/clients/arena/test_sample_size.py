"""`regicide-arena sample-size`: the number of deals needed to distinguish two teams."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from commands import Ended
from scipy.stats import binom, multinomial

from regicide_arena.tournament.stats.paired import Pairing, mcnemar_p, sequential_test
from regicide_arena.tournament.stats.sample_size import (
    TeamPair,
    exact_power,
    fixed_sample_size,
    sequential_sample_size,
    team_pair,
)

Command = Callable[..., Ended]
SIMULATIONS = 1000


@pytest.fixture
def computed(run: Command) -> Callable[..., dict[str, Any]]:
    """The JSON of the command."""
    return lambda *arguments: json.loads(run("sample-size", "--json", *arguments).out)


def simulated(teams: TeamPair, deals: int) -> np.ndarray:
    """Simulate tournaments: 1 where only the stronger team wins the deal, -1 where only the weaker one does."""
    only_stronger = teams.discordant * teams.stronger_share
    shares = [only_stronger, teams.discordant - only_stronger, 1 - teams.discordant]
    values = np.array([1, -1, 0], dtype=np.int8)
    return np.random.default_rng(4).choice(values, size=(SIMULATIONS, deals), p=shares)


def test_independent_teams_have_the_same_result_by_chance() -> None:
    """At 50% and 60%, both win with 0.5 * 0.6, and both lose with 0.5 * 0.4."""
    assert team_pair(0.5, 0.1, None) == pytest.approx((0.1, 0.5))


def power_by_enumeration(teams: TeamPair, deals: int) -> float:
    """Sum the probabilities of all numbers of wins with which the test of the report finds the stronger team better."""
    only_stronger = teams.discordant * teams.stronger_share
    better, worse = np.meshgrid(np.arange(deals + 1), np.arange(deals + 1))
    better, worse = better[better + worse <= deals], worse[better + worse <= deals]
    counts = np.stack([better, worse, deals - better - worse], axis=-1)
    shares = [only_stronger, teams.discordant - only_stronger, 1 - teams.discordant]
    found = (better > worse) & (2 * binom.cdf(worse, better + worse, 0.5) <= 0.05)
    return float(multinomial.pmf(counts[found], deals, shares).sum())


@pytest.mark.parametrize(("same_result", "deals", "approximate"), [(0.6, 196, 184), (None, 244, 230)])
def test_the_fixed_sample_size_has_the_power(same_result: float | None, deals: int, approximate: int) -> None:
    """The power of all outcomes exceeds 80% first there; at the number of the normal approximation it is 77%."""
    teams = team_pair(0.5, 0.13, same_result)
    assert fixed_sample_size(teams, 0.8, 0.05) == deals
    assert power_by_enumeration(teams, deals - 1) < 0.8 <= power_by_enumeration(teams, deals)
    assert power_by_enumeration(teams, approximate) == pytest.approx(0.775, abs=0.005)
    assert exact_power(teams, deals, 0.05) == pytest.approx(power_by_enumeration(teams, deals), abs=1e-9)


@pytest.mark.parametrize("only_stronger", [6, 12, 40])
def test_the_power_is_that_of_the_test_of_the_report(only_stronger: int) -> None:
    """The test in the enumeration rejects exactly where the p-value of the report is at most 5%."""
    for only_weaker in range(only_stronger):
        pairing = Pairing(
            1, "a", "b", np.array([1] * only_stronger + [-1] * only_weaker, np.int8), np.zeros(1, np.int8)
        )
        assert mcnemar_p(pairing) == pytest.approx(2 * binom.cdf(only_weaker, only_stronger + only_weaker, 0.5))


@pytest.mark.parametrize("win_rate", [0, 0.1, 0.3])
def test_the_power_never_falls_below_the_promise(win_rate: float) -> None:
    """With more deals, though it rises in a sawtooth where the teams differ on almost every deal."""
    teams = team_pair(win_rate, 1 - win_rate - 0.05, abs(1 - 2 * win_rate - (1 - win_rate - 0.05)))
    deals = fixed_sample_size(teams, 0.8, 0.05)
    assert exact_power(teams, deals - 1, 0.05) < 0.8
    assert min(exact_power(teams, deals + more, 0.05) for more in range(200)) >= 0.8


def test_the_sequential_sample_size_matches_simulations() -> None:
    """Half of simulated tournaments are decided by the median, and 90% by the percentile."""
    teams = team_pair(0.5, 0.2, None)
    size = sequential_sample_size(teams, 0.05)
    results = simulated(teams, size.percentile_90)
    assert np.mean([sequential_test(wins).p <= 0.05 for wins in results]) == pytest.approx(0.9, abs=0.04)
    by_median = [sequential_test(wins[: size.median]).p <= 0.05 for wins in results]
    assert np.mean(by_median) == pytest.approx(0.5, abs=0.06)


def test_teams_that_differ_on_every_deal_need_ten_deals() -> None:
    """Ten wins in a row make the evidence exceed 20, nine do not."""
    assert sequential_sample_size(team_pair(0, 1, None), 0.05) == (10, 10)


def test_a_small_difference_needs_more_deals(computed: Callable[..., dict[str, Any]]) -> None:
    """4 points need more than eight times the deals of 13 points."""
    small, large = computed("4")["deals"], computed("13")["deals"]
    assert all(small[name] > 8 * large[name] for name in ("settled", "sequential_median", "sequential_90"))


def test_two_teams_play_each_deal(computed: Callable[..., dict[str, Any]]) -> None:
    """The number of games is twice that of deals."""
    found = computed("20")
    assert found["games"] == {name: 2 * deals for name, deals in found["deals"].items()}


def test_json_repeats_the_assumptions(computed: Callable[..., dict[str, Any]]) -> None:
    """They are shares."""
    arguments = ("20", "--win-rate", "30", "--alike", "75", "--power", "90", "--error", "1")
    expected = {"win_rate": 0.3, "difference": 0.2, "alike": 0.75, "power": 0.9, "error": 0.01}
    assert computed(*arguments)["supposed"] == pytest.approx(expected)


def test_the_table_has_the_same_numbers(run: Command, computed: Callable[..., dict[str, Any]]) -> None:
    """All numbers of deals and games are printed."""
    found = computed("10", "--alike", "60")
    table = run("sample-size", "10", "--alike", "60").out
    assert "Two teams win 50% and 60% of the deals, and have the same result on 60% of them." in table
    numbers = {f"{number:,}" for what in ("deals", "games") for number in found[what].values()}
    assert numbers <= {*table.split()}
