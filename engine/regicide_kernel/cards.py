"""Cards and sets of cards, as in `regicide.cards`, with tables for both backends."""

from __future__ import annotations

from typing import Final

from regicide.cards import COMPANIONS, value
from regicide_kernel.backend import compiled, table

ALL_BUT_JESTERS: Final = (1 << 52) - 1
COMBO_CARDS: Final = COMPANIONS << 1 | COMPANIONS << 2 | COMPANIONS << 3 | COMPANIONS << 4
"""The cards from 2 to 5."""
POINTS: Final[list[int]] = table([value(1 << card) for card in range(54)])
"""The value of each card."""
_ONES, _TWOS, _FOURS, _EIGHTS, _SIXTEENS = (
    sum(1 << card for card in range(54) if value(1 << card) & bit) for bit in (1, 2, 4, 8, 16)
)
"""The cards whose value has a bit."""


@compiled
def value_of(cards: int) -> int:
    """Return the total value of a set of cards, without a table: each function that needs it has a copy of it."""
    return (
        (cards & _ONES).bit_count()
        + 2 * (cards & _TWOS).bit_count()
        + 4 * (cards & _FOURS).bit_count()
        + 8 * (cards & _EIGHTS).bit_count()
        + 16 * (cards & _SIXTEENS).bit_count()
    )
