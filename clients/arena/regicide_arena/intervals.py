"""How sure a share is: the one place in which that is worked out."""

from __future__ import annotations

from typing import Final, NamedTuple

from scipy.stats import binomtest

CONFIDENCE: Final = 0.95


class Interval(NamedTuple):
    """Where the true value lies, with the confidence above."""

    low: float
    high: float


def wilson(count: int, among: int) -> Interval:
    """Where the true share lies, when so many were counted among so many, of which each has to do with no other.

    It is Wilson's score interval (1927): it never leaves 0 to 1, and has a width even when all or none were counted. Of
    none nothing is known.
    """
    if among == 0:
        return Interval(0.0, 1.0)
    found = binomtest(count, among).proportion_ci(CONFIDENCE, method="wilson")
    return Interval(float(found.low), float(found.high))
