"""The sizes of arrays. Compiled code writes beyond an array that is too small, without an error."""

from __future__ import annotations

from typing import Any, Final

from regicide.rulebook import FULL_HAND
from regicide_arena.kernel.backend import table

CARDS: Final = 54
MAX_HAND: Final = max(FULL_HAND.values())
MAX_SUBSETS: Final = 1 << MAX_HAND
MAX_MOVES: Final = MAX_SUBSETS + 4
"""At least the legal moves of any position: all subsets of a hand, and the flip."""
MAX_PARTS: Final = 32
"""More than the attack of any enemy."""

FEATURES: Final = 34
REGRESSION_FEATURES: Final = 30
"""The features that the regressions weigh, the first of all."""
HIDDEN_UNITS: Final = 32
OUTPUTS: Final = 4
MAX_INPUTS: Final = 96
"""At least the inputs of the value network that are 1 at the same time, and inputs that fill the last group of four."""


def shaped_table(name: str, rows: list[list[float]], number: int, length: int) -> Any:
    """Return a constant array of a number of rows, each of a length. Raises ValueError for rows of another shape."""
    if len(rows) != number or any(len(row) != length for row in rows):
        lengths = sorted({len(row) for row in rows})
        raise ValueError(f"{name}: {len(rows)} rows of {lengths} numbers: expected {number} of {length}; tune again")
    return table(rows)
