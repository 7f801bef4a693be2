"""Estimates: a value that was seen, and where the true one lies.

An interval says which true values go together with what was seen, on deals drawn like these: in 95 of 100 cups it holds
the true one. It is meant for whoever looks once. It says nothing of other numbers of players, and
two intervals that overlap do not say that two teams are equal: the teams played the same deals, and a comparison of
them by deal is far sharper.

Whatever was played, there is an estimate: of no deals the value is the middle of what is possible, and the interval is
all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.stats import bootstrap, norm, sem

from regicide_arena.cup.standings import Estimate
from regicide_arena.stats import CONFIDENCE, wilson_interval

RESAMPLES: Final = 1999
RESAMPLED_FROM: Final = 1979
"""What the resampling is made from, so that the same games always give the same intervals."""
_AT_ONCE: Final = 200_000
"""So many drawn deals are held in memory at a time."""

Row: TypeAlias = NDArray[np.float64]
"""An entry for each deal."""
Rows: TypeAlias = NDArray[np.float64]
"""The same for several quantities, each a row."""
Spread: TypeAlias = Callable[[Rows], tuple[Row, Row]]
"""What says where the true means of these rows lie: all low ends, and all high ones. There are two deals or more."""


class Quantity(NamedTuple):
    """What is averaged over deals."""

    row: NDArray[Any]
    least: float
    most: float
    """Of what is possible on a deal."""


def share(count: int, among: int) -> Estimate:
    """How many of them, with Wilson's interval."""
    return Estimate(count / among if among else 0.5, *wilson_interval(count, among))


def estimates(quantities: Sequence[Quantity], spread: Spread) -> list[Estimate]:
    """The means of these quantities on the same deals.

    Where all deals came out alike, resampling them shows no spread at all, as if the true mean were known. There, as
    many of all deals as Wilson allows for none of these may come out as differently as is possible.
    """
    if not quantities:
        return []
    rows = np.array([quantity.row for quantity in quantities], dtype=np.float64)
    least = np.array([quantity.least for quantity in quantities])
    most = np.array([quantity.most for quantity in quantities])
    deals = rows.shape[1]
    values = rows.mean(axis=1) if deals else (least + most) / 2
    lows, highs = spread(rows) if deals > 1 else (values, values)
    are_alike = (rows == rows[:, :1]).all(axis=1)
    unseen = wilson_interval(0, deals).high
    lows = np.where(are_alike, values - unseen * (values - least), np.maximum(lows, least))
    highs = np.where(are_alike, values + unseen * (most - values), np.minimum(highs, most))
    return [Estimate(*map(float, three)) for three in zip(values, lows, highs, strict=True)]


def by_bootstrap(rows: Rows) -> tuple[Row, Row]:
    """The percentile bootstrap (Efron 1979): what the means of as many deals drawn from these, with repetition, are.

    It supposes no shape of the spread. Whole deals are drawn, with all that came out on them. With few deals (fewer
    than some 30) it is somewhat too narrow.
    """
    deals = rows.shape[1]

    def means(drawn: NDArray[np.int64], axis: int) -> Rows:  # noqa: ARG001 - how scipy calls it
        averages: Rows = np.einsum("rd,td->rt", rows, _times(np.atleast_2d(drawn), deals)) / deals
        return averages

    found = bootstrap(
        (np.arange(deals),),
        means,
        n_resamples=RESAMPLES,
        batch=max(1, _AT_ONCE // deals),
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(RESAMPLED_FROM),
    ).confidence_interval
    return found.low, found.high


def by_normal(rows: Rows) -> tuple[Row, Row]:
    """The normal approximation: what a bootstrap of many deals comes to, at once."""
    half = norm.ppf((1 + CONFIDENCE) / 2) * sem(rows, axis=1)
    means = rows.mean(axis=1)
    return means - half, means + half


def _times(drawn: NDArray[np.int64], deals: int) -> Rows:
    """How often each deal is among those drawn, for each drawing; a mean is then a product of matrices."""
    drawings = len(drawn)
    places = drawn + deals * np.arange(drawings)[:, np.newaxis]
    return np.bincount(places.ravel(), minlength=drawings * deals).reshape(drawings, deals).astype(np.float64)
