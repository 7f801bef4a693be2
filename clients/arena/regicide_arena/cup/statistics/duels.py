"""Two pure teams on the same deals: what is left of their games when they are held against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regicide_arena.cup.scores import Scores
from regicide_arena.cup.statistics.field import numbers, pure


class Duel(NamedTuple):
    """Two entrants, by deals."""

    players: int | None
    """None: all numbers of players together."""
    first: str
    second: str
    wins: NDArray[np.int8]
    """1: only the first won, -1: only the second; 0: both, or neither."""
    defeated: NDArray[np.int8]
    """How many more enemies the first defeated."""


def rounds(scores: Scores, pairs: Sequence[tuple[str, str]]) -> list[list[Duel]]:
    """For each number of players the duels that were played; and at last, if there are several, all together.

    None of the lists is empty.
    """
    played = [[duel for pair in pairs if (duel := _duel(scores, *pair, players))] for players in numbers(scores)]
    each = [duels for duels in played if duels]
    return [*each, _together(each, pairs)] if len(each) > 1 else each


def _duel(scores: Scores, first: str, second: str, players: int) -> Duel | None:
    one, other = scores.get(pure(first, players)), scores.get(pure(second, players))
    if one is None or other is None:
        return None
    wins = one.won.astype(np.int8) - other.won.astype(np.int8)
    return Duel(players, first, second, wins, one.defeated.astype(np.int8) - other.defeated.astype(np.int8))


def _together(each: Sequence[Sequence[Duel]], pairs: Sequence[tuple[str, str]]) -> list[Duel]:
    sides = [[duel for duels in each for duel in duels if (duel.first, duel.second) == pair] for pair in pairs]
    return [_joined(parts) for parts in sides if parts]


def _joined(parts: Sequence[Duel]) -> Duel:
    """All deals: first the deals 0 of each number of players, then all deals 1, and so on.

    So a cup that plays on in blocks of the same deals for all numbers of players only adds to the end, and what the
    sequential rule has seen stays as it was.
    """
    order = np.argsort(np.concatenate([np.arange(len(part.wins)) for part in parts]), kind="stable")
    wins = np.concatenate([part.wins for part in parts])[order]
    defeated = np.concatenate([part.defeated for part in parts])[order]
    return Duel(None, parts[0].first, parts[0].second, wins, defeated)
