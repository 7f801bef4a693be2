"""Names of the numbered actions."""

from __future__ import annotations

from functools import cache

from regicide.cards import CARD_NAMES, card_names
from regicide_kernel.numbered_moves import PLAYED_CARDS


@cache
def action_names() -> tuple[str, ...]:
    """The name of each action, by its number: `play 7D`, `play AC 7D`, `yield`, `flip`, `appoint +1`, `put down 7D`."""
    plays = [f"play {' '.join(card_names(int(cards)))}" for cards in PLAYED_CARDS]
    appointments = [f"appoint +{offset}" for offset in range(4)]
    return (*plays, "yield", "flip", *appointments, *(f"put down {name}" for name in CARD_NAMES))
