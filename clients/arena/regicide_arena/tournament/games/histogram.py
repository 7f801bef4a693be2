"""Histogram of durations with logarithmic buckets, each 5% wider than the one before."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

_LOG_RATIO: Final = math.log(1.05)
_MIN_S: Final = 1e-7
"""Resolution of the clock, in seconds."""

Histogram = Counter[int]
"""Number of actions by bucket."""


def bucket_of(seconds: float) -> int:
    """Return the bucket of a duration."""
    return math.ceil(math.log(max(seconds, _MIN_S)) / _LOG_RATIO)


def upper_bound_ms(bucket: int) -> float:
    """Return the upper bound of a bucket in milliseconds."""
    return 1000 * math.exp(bucket * _LOG_RATIO)


def percentile_ms(histogram: Mapping[int, int], share: float) -> float:
    """Return the time within which this share of the actions finished, as the upper bound of a bucket.

    Raises ValueError for an empty histogram.
    """
    if not histogram:
        raise ValueError("empty histogram")
    left = share * sum(histogram.values())
    for bucket, count in sorted(histogram.items()):
        left -= count
        if left <= 0:
            return upper_bound_ms(bucket)
    return upper_bound_ms(max(histogram))


def merge(groups: Iterable[Mapping[str, Histogram]]) -> dict[str, Histogram]:
    """Add up histograms by name."""
    merged: dict[str, Histogram] = {}
    for group in groups:
        for name, histogram in group.items():
            merged.setdefault(name, Counter()).update(histogram)
    return merged
