"""Power analysis: the number of deals needed to distinguish two teams, before any game is played.

The results are for one pair of teams. Further pairs share the error and need more deals: for 3 pairs at most a third
more, for 10 pairs two thirds. Dividing the error by the number of pairs gives the upper limit.
"""

from __future__ import annotations

import json
import sys
from bisect import bisect_left
from math import ceil, floor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.table import Table
from scipy.stats import binom, norm

from regicide_arena.commands.tournaments import SampleSizeOptions
from regicide_arena.runtime.console import output_console, print_error
from regicide_arena.tournament.stats.paired import wins_needed

DECIDED_SHARE: Final = 0.99
"""Share of the tournaments whose end is computed: enough for a median and a 90th percentile."""
BLOCK_DEALS: Final = 1000
"""Discordant deals computed at a time."""
TEAMS: Final = 2
WINDOW: Final = 4
"""Deals within which the power has its next local minimum."""
RANGE_MARGIN: Final = 50
"""Deals added to the range that is searched, as the approximation is poor for few deals."""
TAIL_DEVIATIONS: Final = 10
"""Standard deviations beyond which a binomial number is neglected."""
CONSOLE_WIDTH: Final = 120
"""Characters per line without a terminal."""


class TeamPair(NamedTuple):
    """Two hypothetical teams; shares of the deals."""

    difference: float
    """Between the win rates."""
    discordant: float
    """Deals that exactly one of them wins."""

    @property
    def stronger_share(self) -> float:
        """Share of the discordant deals that the stronger team wins."""
        return (1 + self.difference / self.discordant) / 2


class ImpossibleTeams(ValueError):
    """No two teams have these win rates and this share of equal results."""


class SequentialSampleSize(NamedTuple):
    """Deals that the sequential test needs."""

    median: int
    percentile_90: int


def team_pair(win_rate: float, difference: float, same_result: float | None) -> TeamPair:
    """Build the pair from the weaker team's win rate and the share of deals with the same result for both.

    Raises ImpossibleTeams.
    """
    better = win_rate + difference
    if better > 1 + 1e-9:
        raise ImpossibleTeams(f"{_percent(win_rate)} plus {_percent(difference)} exceeds 100%")
    if same_result is None:
        return TeamPair(difference, win_rate * (1 - better) + (1 - win_rate) * better)
    least, most = abs(1 - win_rate - better), 1 - difference
    if not least - 1e-9 <= same_result <= most + 1e-9:
        rates = f"teams that win {_percent(win_rate)} and {_percent(better)}"
        allowed = f"{_percent(least)} to {_percent(most)}"
        raise ImpossibleTeams(f"{rates} have the same result on {allowed} of the deals, not {_percent(same_result)}")
    return TeamPair(difference, max(1 - same_result, difference))


def fixed_sample_size(teams: TeamPair, power: float, error: float) -> int:
    """Return the least number of deals from which on one McNemar's exact test finds the difference with this power."""
    estimate = _approximate_sample_size(teams, power, error)
    range_ = range(2 * estimate + RANGE_MARGIN)
    by_discordant = _power_by_discordant(teams.stronger_share, error, len(range_) + WINDOW)
    return bisect_left(range_, power, key=lambda deals: _least_power(teams.discordant, by_discordant, deals))


def exact_power(teams: TeamPair, deals: int, error: float) -> float:
    """Return the probability that McNemar's exact test finds the stronger team better after this number of deals."""
    return _power(teams.discordant, _power_by_discordant(teams.stronger_share, error, deals), deals)


def _approximate_sample_size(teams: TeamPair, power: float, error: float) -> int:
    """Normal approximation (Connor 1987), somewhat too low."""
    deviation = (teams.discordant - teams.difference**2) ** 0.5
    quantiles = norm.isf(error / 2) * teams.discordant**0.5 - norm.isf(power) * deviation
    return ceil((max(float(quantiles), 0.0) / teams.difference) ** 2)


def _power_by_discordant(stronger_share: float, error: float, most: int) -> NDArray[np.float64]:
    """Return the power after 0 to `most` discordant deals, shape (most + 1,).

    The test rejects up to the number of losses whose two-sided binomial probability is at most the error.
    """
    discordant = np.arange(most + 1)
    losses = binom.ppf(error / 2, discordant, 0.5)
    losses -= binom.cdf(losses, discordant, 0.5) > error / 2
    power: NDArray[np.float64] = binom.cdf(losses, discordant, 1 - stronger_share)
    return power


def _power(discordant_share: float, by_discordant: NDArray[np.float64], deals: int) -> float:
    """Average the power over the binomial number of discordant deals, without its negligible tails.

    Beyond the last number, the power of the last one holds.
    """
    spread = TAIL_DEVIATIONS * (deals * discordant_share * (1 - discordant_share)) ** 0.5
    least, most = max(0, floor(deals * discordant_share - spread)), min(deals, ceil(deals * discordant_share + spread))
    numbers = np.arange(least, most + 1)
    return float(binom.pmf(numbers, deals, discordant_share) @ by_discordant[numbers.clip(max=len(by_discordant) - 1)])


def _least_power(discordant_share: float, by_discordant: NDArray[np.float64], deals: int) -> float:
    """Return the least power from a number of deals on: where nearly all are discordant, it rises in a sawtooth."""
    return min(_power(discordant_share, by_discordant, each) for each in range(deals, deals + WINDOW))


def sequential_sample_size(teams: TeamPair, error: float) -> SequentialSampleSize:
    """Return the deals after which the sequential test, checked after every deal, decides in half and in 90%."""
    decided = _decided_by_discordant(teams.stronger_share, error)
    deals = range(ceil(len(decided) / teams.discordant) + RANGE_MARGIN)
    median, percentile_90 = (
        bisect_left(deals, share, key=lambda number: _power(teams.discordant, decided, number)) for share in (0.5, 0.9)
    )
    return SequentialSampleSize(median, percentile_90)


def _decided_by_discordant(stronger_share: float, error: float) -> NDArray[np.float64]:
    """Return the share of the tournaments that are decided after 0, 1, 2 and more discordant deals."""
    undecided, first = np.ones(1), 0
    """The probability of each number of wins of the stronger team without a decision, from the first one on."""
    decided = [0.0]
    while decided[-1] < DECIDED_SHARE:
        deals = len(decided) + np.arange(BLOCK_DEALS)
        needed = np.ceil(np.minimum(wins_needed(deals.astype(np.float64), error), deals + 1)).astype(int)
        for number, wins in zip(deals.tolist(), needed.tolist(), strict=True):
            undecided = np.convolve(undecided, (1 - stronger_share, stronger_share))
            undecided = undecided[number - wins + 1 - first : wins - first]
            first = number - wins + 1
            decided.append(1 - undecided.sum())
    return np.array(decided)


def print_sample_size(options: SampleSizeOptions) -> int:
    """Print the answer; return the exit code: 2 if no such teams exist."""
    try:
        teams = team_pair(options.win_rate, options.difference, options.alike)
    except ImpossibleTeams as error:
        print_error(str(error))
        return 2
    fixed = fixed_sample_size(teams, options.power, options.error)
    sequential = sequential_sample_size(teams, options.error)
    if options.json:
        sys.stdout.write(_as_json(options, teams, fixed, sequential))
    else:
        _print_table(options, teams, fixed, sequential)
    return 0


def _print_table(options: SampleSizeOptions, teams: TeamPair, fixed: int, sequential: SequentialSampleSize) -> None:
    console = output_console(CONSOLE_WIDTH)
    stronger = options.win_rate + options.difference
    console.print(
        f"Two teams win {_percent(options.win_rate)} and {_percent(stronger)} of the deals, "
        f"and have the same result on {_percent(round(1 - teams.discordant, 2))} of them."
    )
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    table.add_column("to distinguish them")
    table.add_column("deals", justify="right")
    table.add_column("games of both", justify="right")
    for label, deals in (
        (f"one test after a fixed number of deals: power {_percent(options.power)}", fixed),
        ("a tournament with --stop decided: half of them end within", sequential.median),
        ("a tournament with --stop decided: 90% of them end within", sequential.percentile_90),
    ):
        table.add_row(label, f"{deals:,}", f"{TEAMS * deals:,}")
    console.print(table)
    error = _percent(options.error)
    console.print(f"For two teams and one number of players; error at most {error}: equal teams declared different.")


def _as_json(options: SampleSizeOptions, teams: TeamPair, fixed: int, sequential: SequentialSampleSize) -> str:
    """Serialize question and answer; shares, not percent."""
    supposed = {
        "win_rate": options.win_rate,
        "difference": teams.difference,
        "alike": 1 - teams.discordant,
        "power": options.power,
        "error": options.error,
    }
    deals = {"settled": fixed, "sequential_median": sequential.median, "sequential_90": sequential.percentile_90}
    games = {name: TEAMS * number for name, number in deals.items()}
    return json.dumps({"supposed": supposed, "deals": deals, "games": games}, indent=2) + "\n"


def _percent(share: float) -> str:
    return f"{100 * share:g}%"
