"""What learners are rewarded for. All players of a game get the same rewards."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from regicide.cards import ENEMIES, members
from regicide.rulebook import ENEMIES_IN_CASTLE, health_of


class Returns(StrEnum):
    """What the rewards of a game add up to."""

    WIN = "win"
    """1 for a win, else 0."""
    ENEMIES = "enemies"
    """The share of the twelve enemies that are defeated."""
    DAMAGE = "damage"
    """The share of the 360 points of health of all enemies that are gone."""

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise ValueError(f"returns is {value!r}: expected {', '.join(cls)}")


_HEALTHS: Final = sorted((health_of(card) for card in members(ENEMIES)), reverse=True)
_HEALTH_UNDER: Final = np.cumsum([0, *_HEALTHS])
"""The health of the enemies at the bottom of the castle, by their number: the kings are at the bottom."""


def achieved(games: Any, returns: Returns) -> NDArray[np.float32]:
    """What the rewards of each game add up to so far, from the records of the kernel."""
    if returns is Returns.WIN:
        return np.asarray(games.won, "f4")
    if returns is Returns.ENEMIES:
        return np.asarray(1 - games.enemies_left / ENEMIES_IN_CASTLE, "f4")
    left = _HEALTH_UNDER[np.maximum(games.enemies_left - 1, 0)] + np.maximum(games.enemy_health, 0)
    return np.asarray(1 - left / _HEALTH_UNDER[-1], "f4")
