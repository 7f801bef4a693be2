"""Input and output of the statistics: outcomes by lineup and deal; estimates with 95% intervals; rows of the standings.

An interval is valid for a single look, and for deals drawn like these with the same number of players. Overlapping
intervals do not show that two teams are equal: the teams played the same deals, and the paired comparison by deal is
far sharper. Without any deal, the estimate is the middle of the possible range, and the interval is the whole range.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest, sem, t

from regicide_arena.tournament.model import Lineup

CONFIDENCE: Final = 0.95
"""The confidence level of all intervals, as a share."""

Row: TypeAlias = NDArray[np.float64]
"""Shape (deals,)."""
Matrix: TypeAlias = NDArray[np.float64]
"""Shape (quantities, deals)."""


class Interval(NamedTuple):
    """A confidence interval at the level `CONFIDENCE`."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A point estimate with its confidence interval."""

    value: float
    low: float
    high: float

    @property
    def interval(self) -> Interval:
        """The interval alone."""
        return Interval(self.low, self.high)


class Quantity(NamedTuple):
    """A quantity that is averaged over deals."""

    row: NDArray[Any]
    """Shape (deals,)."""
    least: float
    """Lower limit on a deal."""
    most: float
    """Upper limit on a deal."""


def wilson_interval(successes: int, trials: int) -> Interval:
    """Return Wilson's score interval (1927) of a share, for independent trials; 0 to 1 without trials.

    It stays within 0 and 1, and has a width even where all trials or none succeed.
    """
    if trials == 0:
        return Interval(0.0, 1.0)
    found = binomtest(successes, trials).proportion_ci(CONFIDENCE, method="wilson")
    return Interval(float(found.low), float(found.high))


def estimate_share(count: int, total: int) -> Estimate:
    """Estimate a proportion, with Wilson's interval."""
    return Estimate(count / total if total else 0.5, *wilson_interval(count, total))


def estimate_means(quantities: Sequence[Quantity]) -> list[Estimate]:
    """Estimate the means of quantities measured on the same deals, with Student's interval (1908).

    A quantity that is the same on all deals has no spread. Its interval allows the share of deals that
    Wilson's interval gives for zero counts to differ by as much as is possible.
    """
    if not quantities:
        return []
    rows = np.array([quantity.row for quantity in quantities], dtype=np.float64)
    least = np.array([quantity.least for quantity in quantities])
    most = np.array([quantity.most for quantity in quantities])
    deals = rows.shape[1]
    values = rows.mean(axis=1) if deals else (least + most) / 2
    halves = t.ppf((1 + CONFIDENCE) / 2, deals - 1) * sem(rows, axis=1) if deals > 1 else np.zeros_like(values)
    is_constant = (rows == rows[:, :1]).all(axis=1)
    unseen = wilson_interval(0, deals).high
    lows = np.where(is_constant, values - unseen * (values - least), np.maximum(values - halves, least))
    highs = np.where(is_constant, values + unseen * (most - values), np.minimum(values + halves, most))
    return [Estimate(*map(float, three)) for three in zip(values, lows, highs, strict=True)]


class LineupOutcomes(NamedTuple):
    """Outcomes of one lineup; each array has one entry per deal, from deal 0."""

    won: NDArray[np.bool_]
    forfeited: NDArray[np.bool_]
    """Ended by a failure of a bot, not by the rules; never won."""
    defeated: NDArray[np.int8]
    """Enemies defeated, 0 to 12."""
    grade: NDArray[np.int8]
    """A value of `GRADES` for a solo win, else 0."""

    def head(self, deals: int) -> LineupOutcomes:
        """Return the outcomes of the first deals."""
        return LineupOutcomes(self.won[:deals], self.forfeited[:deals], self.defeated[:deals], self.grade[:deals])


Outcomes: TypeAlias = Mapping[Lineup, LineupOutcomes]
"""Outcomes by lineup. Lineups of the same size have played the same deals."""


def player_counts(outcomes: Outcomes) -> list[int]:
    """List the numbers of players, ascending."""
    return sorted({len(lineup) for lineup in outcomes})


def with_players(outcomes: Outcomes, players: int) -> Outcomes:
    """Select the lineups with this number of players."""
    return {lineup: found for lineup, found in outcomes.items() if len(lineup) == players}


class TeamRow(NamedTuple):
    """The results of a lineup. The names are members of `standings.json`, as in the rows below."""

    lineup: Lineup
    games: int
    won: int
    lost: int
    """By the rules."""
    forfeited: int
    """By a failure of a bot; neither won nor lost."""
    win_rate: Estimate
    """Over all games, forfeited ones included; Wilson interval."""
    defeated: Estimate
    """Mean number of enemies defeated; Student's interval."""
    matchpoints: Estimate | None
    """Mean share of the other lineups of the same size that it beats on a deal, ties counting half; None without
    others."""
    grades: dict[str, int] | None
    """Solo wins by grade; None for more players."""


class Comparison(NamedTuple):
    """Two pure teams on the same deals."""

    players: int | None
    """None: all numbers of players pooled."""
    first: str
    second: str
    deals: int
    only_first: int
    """Deals that only the first wins."""
    only_second: int
    difference: Estimate
    """Win rate of the first minus win rate of the second; Student's interval."""
    defeated_difference: Estimate
    """Difference in enemies defeated; Student's interval."""
    p: float
    """McNemar's exact test; valid for a single look after a number of deals fixed in advance."""
    p_corrected: float
    """`p` with Holm's correction for all pairs with this number of players."""
    p_anytime: float
    """Sequential test, with Holm's correction; valid at any time and under any stopping rule."""
    better: str | None
    """The better entrant according to `p_anytime`; None while undecided."""
    wins_left: int | None
    """Further deals, all won only by the team that leads, which would decide the pair; None if `better` is known."""
    margin: float | None
    """As in `Goal`; None: the rest is empty."""
    p_first_no_worse: float | None
    """Sequential test of whether the first is worse by less than the margin, with Holm's correction."""
    p_second_no_worse: float | None
    """None if only the first is to be no worse, as in a gauntlet."""
    no_worse: list[str]
    """The entrants that are no worse than the other one according to these."""

    @property
    def is_decided(self) -> bool:
        """Whether one is better, or each that is to be no worse is."""
        asked = [p for p in (self.p_first_no_worse, self.p_second_no_worse) if p is not None]
        return self.better is not None or 0 < len(asked) == len(self.no_worse)


class PartnerRow(NamedTuple):
    """The value of an entrant as a partner."""

    entrant: str
    players: int
    value: Estimate
    """Win rate of mixed teams with it; all partners and all seat orders have equal weight."""


class CrossCell(NamedTuple):
    """Two entrants in one lineup, or one entrant alone."""

    first: str
    second: str
    players: int
    win_rate: Estimate
    """Over all lineups of both, with equal weight."""


class Standings(NamedTuple):
    """All statistics of a tournament. Teams and partners are ranked within each number of players."""

    teams: list[TeamRow]
    comparisons: list[Comparison]
    partners: list[PartnerRow]
    cross: list[CrossCell]
