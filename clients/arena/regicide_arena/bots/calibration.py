"""The chance to win that a search shows: its own estimate, mapped to the share of games that planners win from there.

The own estimates of a search are far too low, since its rollouts end with a weaker player. They order the actions all
the same, so that the search chooses by them; what advice and reviews show is mapped. `regicide-arena calibrate` fits
the map to results of games: a logistic function of the logit of the estimate, rising for any number of enemies.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from math import exp, log
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from regicide.rulebook import ENEMIES_IN_CASTLE

FILE: Final = Path(str(files("regicide_arena.bots") / "calibration.json"))
EDGE: Final = 0.001
"""The least distance of a chance from certainty, before and after the map: a search proves nothing."""


class Situation(NamedTuple):
    """Where a search estimates."""

    players: int
    enemies_left: int


class Figures(NamedTuple):
    """What is shown of an action."""

    won: float
    """The chance to win."""
    defeated: float
    """The expected number of defeated enemies."""


Term: TypeAlias = Callable[[float, Situation], float]

TERMS: Final[Mapping[str, Term]] = {
    "one": lambda _, __: 1.0,
    "logit": lambda logit, _: logit,
    "enemies": lambda _, there: there.enemies_left / ENEMIES_IN_CASTLE,
    "logit*enemies": lambda logit, there: logit * there.enemies_left / ENEMIES_IN_CASTLE,
}
"""What the map may add up, with a weight for each."""

Weights: TypeAlias = Mapping[str, float]
"""The weights of terms by their names."""


def logit_of(won: float) -> float:
    """Return the logit of a probability, of one that is too near to certainty as of one at the edge."""
    kept = min(max(won, EDGE), 1 - EDGE)
    return log(kept / (1 - kept))


def mapped(won: float, there: Situation, weights: Weights) -> float:
    """Return the chance to win for an estimate, never nearer to certainty than the edge."""
    logit = logit_of(won)
    total = sum(weight * TERMS[name](logit, there) for name, weight in weights.items())
    return min(max(1 / (1 + exp(-total)), EDGE), 1 - EDGE)


@cache
def included_weights() -> Mapping[int, Weights]:
    """Return the weights of the package by the number of players."""
    content: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return {int(players): weights for players, weights in content["weights"].items()}


def calibrated(won: float, defeated: float, there: Situation) -> Figures:
    """Return what is shown for the estimates of a search.

    Lost games count as the search says: the expectation has more or fewer won ones, with all enemies defeated.
    """
    chance = mapped(won, there, included_weights()[there.players])
    if won >= 1 - EDGE:
        return Figures(chance, ENEMIES_IN_CASTLE - (1 - chance) * there.enemies_left)
    lost = (defeated - won * ENEMIES_IN_CASTLE) / (1 - won)
    least = ENEMIES_IN_CASTLE - there.enemies_left
    return Figures(chance, chance * ENEMIES_IN_CASTLE + (1 - chance) * min(max(lost, least), ENEMIES_IN_CASTLE))
