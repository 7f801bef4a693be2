"""Cards and sets of cards, as in `regicide.cards`, with tables for both backends."""

from __future__ import annotations

from typing import Final

from regicide.cards import CLUBS, COMPANIONS, value
from regicide_arena.kernel.backend import compiled, table

ALL_BUT_JESTERS: Final = (1 << 52) - 1
COMBO_CARDS: Final = COMPANIONS << 1 | COMPANIONS << 2 | COMPANIONS << 3 | COMPANIONS << 4
"""The cards from 2 to 5."""
POINTS: Final[list[int]] = table([value(1 << card) for card in range(54)])
"""The value of each card."""
_SUIT_VALUES: Final[list[int]] = table([value(cards) for cards in range(CLUBS + 1)])


@compiled
def value_of(cards: int) -> int:
    """Return the total value of a set of cards."""
    return (
        _SUIT_VALUES[cards & 0x1FFF]
        + _SUIT_VALUES[cards >> 13 & 0x1FFF]
        + _SUIT_VALUES[cards >> 26 & 0x1FFF]
        + _SUIT_VALUES[cards >> 39 & 0x1FFF]
    )
