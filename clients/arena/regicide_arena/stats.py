"""Confidence intervals of win rates and means, for `bench` and for tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final, NamedTuple

from scipy.stats import binomtest, sem, t

CONFIDENCE: Final = 0.95
"""The confidence level of all intervals, as a share."""


class Interval(NamedTuple):
    """A confidence interval at the level `CONFIDENCE`."""

    low: float
    high: float


def wilson_interval(successes: int, trials: int) -> Interval:
    """Return Wilson's score interval (1927) of a share, for independent trials; 0 to 1 without trials.

    It stays within 0 and 1, and has a width even where all trials or none succeed.
    """
    if trials == 0:
        return Interval(0.0, 1.0)
    found = binomtest(successes, trials).proportion_ci(CONFIDENCE, method="wilson")
    return Interval(float(found.low), float(found.high))


def mean_interval(values: Sequence[int], low: float, high: float) -> Interval:
    """Return the interval of a mean by Student's t, cut off at `low` and `high`. Takes two values or more."""
    half = float(t.ppf((1 + CONFIDENCE) / 2, len(values) - 1) * sem(values))
    return Interval(max(low, fmean(values) - half), min(high, fmean(values) + half))
