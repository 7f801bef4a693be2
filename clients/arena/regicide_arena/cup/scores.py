"""What came out of a cup, deal by deal: all that its statistics are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from regicide_arena.cup.plan import Lineup


class Outcomes(NamedTuple):
    """How the games of one lineup ended; each array has an entry for each deal, from deal 0 on."""

    won: NDArray[np.bool_]
    forfeited: NDArray[np.bool_]
    """Whether the game ended with a failure of a bot, and not by the rules; such a game is not won."""
    defeated: NDArray[np.int8]
    """The enemies that were defeated: 0 to 12."""
    grade: NDArray[np.int8]
    """How well a solo game was won: 3 for gold, 2 for silver, 1 for bronze; 0 for all other games."""


Scores: TypeAlias = Mapping[Lineup, Outcomes]
"""What came out, for each lineup. With the same number of players all have played the same deals, and no others."""
