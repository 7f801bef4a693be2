"""The constants of the rulebook: hand sizes, jesters, the castle, combos, and the enemies' attack and health."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from regicide.cards import Card, rank

__all__ = [
    "COMBO_LIMIT",
    "COMBO_RANKS",
    "ENEMIES_IN_CASTLE",
    "FULL_HAND",
    "JESTERS_IN_TAVERN",
    "SOLO_GRADES",
    "SOLO_JESTERS",
    "attack_of",
    "health_of",
]


class Phase(StrEnum):
    """The phase of a game: what the player to act has to do."""

    PLAY = "play"
    SUFFER = "suffer"
    APPOINT = "appoint"
    OVER = "over"


FULL_HAND: Final = {1: 8, 2: 7, 3: 6, 4: 5}
"""The maximum hand size, by the number of players."""
JESTERS_IN_TAVERN: Final = {1: 0, 2: 0, 3: 1, 4: 2}
"""The jesters shuffled into the tavern, by the number of players."""
SOLO_JESTERS: Final = 2
"""The jesters that a solo player may flip."""
SOLO_GRADES: Final = {2: "gold", 1: "silver", 0: "bronze"}
"""The grade of a solo win, by the number of jesters left."""

ENEMIES_IN_CASTLE: Final = 12
"""The number of enemies: four jacks, queens and kings."""

COMBO_RANKS: Final = ("2", "3", "4", "5")
"""The ranks that can be combined with their own kind."""
COMBO_LIMIT: Final = 10
"""The maximum total value of a combo."""

_ATTACK: Final = {"J": 10, "Q": 15, "K": 20}
_HEALTH: Final = {"J": 20, "Q": 30, "K": 40}


def attack_of(enemy: Card) -> int:
    """The attack of an enemy before shields."""
    return _ATTACK[rank(enemy)]


def health_of(enemy: Card) -> int:
    """The damage that defeats an enemy."""
    return _HEALTH[rank(enemy)]
