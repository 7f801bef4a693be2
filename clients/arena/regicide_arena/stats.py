"""Point estimates with 95% confidence intervals, for `bench` and for tournaments.

An interval is valid for a single look, and for deals drawn like these with the same number of players. Overlapping
intervals do not show that two teams are equal: the teams played the same deals, and the paired comparison by deal is
far sharper. Without any deal, the estimate is the middle of the possible range, and the interval is the whole range.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest, sem, t

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
