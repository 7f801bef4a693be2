"""The numbers and names of the rulebook."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from regicide.cards import Card, rank


class Phase(StrEnum):
    """What the player whose turn it is has to do."""

    PLAY = "play"
    SUFFER = "suffer"
    APPOINT = "appoint"
    OVER = "over"


FULL_HAND: Final = {1: 8, 2: 7, 3: 6, 4: 5}
JESTERS_IN_TAVERN: Final = {1: 0, 2: 0, 3: 1, 4: 2}
SOLO_FLIPS: Final = 2

ENEMIES_IN_CASTLE: Final = 12

COMBO_RANKS: Final = ("2", "3", "4", "5")
COMBO_LIMIT: Final = 10

_ATTACK: Final = {"J": 10, "Q": 15, "K": 20}
_HEALTH: Final = {"J": 20, "Q": 30, "K": 40}


def attack_of(enemy: Card) -> int:
    """What an enemy strikes for before shields."""
    return _ATTACK[rank(enemy)]


def health_of(enemy: Card) -> int:
    """The damage that defeats an enemy."""
    return _HEALTH[rank(enemy)]
