"""How long actions took: counted in classes of which each ends 5 % above the one before, as exact as anybody needs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Final

_STEP: Final = math.log(1.05)
_LEAST: Final = 1e-7
"""No clock tells less: seconds."""


def class_of(seconds: float) -> int:
    """The class that so long belongs to."""
    return math.ceil(math.log(max(seconds, _LEAST)) / _STEP)


def milliseconds(number: int) -> float:
    """The longest that belongs to a class."""
    return 1000 * math.exp(number * _STEP)


def percentile(spread: Mapping[int, int], share: float) -> float:
    """The milliseconds in which such a share of the actions was done, to the end of the class.

    Raises ValueError where there are no actions.
    """
    left = share * sum(spread.values())
    for number, count in sorted(spread.items()):
        left -= count
        if left <= 0:
            return milliseconds(number)
    if not spread:
        raise ValueError("no action was timed")
    return milliseconds(max(spread))


Spread = Counter[int]
"""How many actions each class has."""
