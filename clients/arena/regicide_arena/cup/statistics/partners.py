"""How entrants do at a table with others: from the mixed lineups."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from regicide_arena.cup.scores import Scores
from regicide_arena.cup.standings import CrossCell, PartnerRow
from regicide_arena.cup.statistics.estimates import Quantity, Row, Spread, estimates
from regicide_arena.cup.statistics.field import entrants, field, is_mixed, numbers

Cells: TypeAlias = dict[tuple[str, str], Row]
"""For two entrants who share a table: the share of their lineups that won, on each deal."""


def partners_and_cross(scores: Scores, spread: Spread) -> tuple[list[PartnerRow], list[CrossCell]]:
    """What mixed lineups say; nothing, for the numbers of players that no mixed lineup played with.

    Two entrants have one cell, under whichever of them comes up first. A lineup of three entrants counts for each two
    of them. For each number of players the most valuable partner is first.
    """
    partners: list[PartnerRow] = []
    cross: list[CrossCell] = []
    for players in numbers(scores):
        lineups = field(scores, players)
        if any(map(is_mixed, lineups)):
            cells = _cells(lineups)
            cross += _cross(cells, players, spread)
            partners += _partners(cells, entrants(lineups), players, spread)
    return partners, cross


def _cells(lineups: Scores) -> Cells:
    """Each lineup counts the same, and with it each order of the seats that was played."""
    pairs = combinations_with_replacement(entrants(lineups), 2)
    return {pair: np.mean(won, axis=0) for pair in pairs if (won := _won(lineups, *pair))}


def _won(lineups: Scores, first: str, second: str) -> list[NDArray[np.bool_]]:
    """What the lineups of both won; if they are the same, of this one alone."""
    both = {first, second}
    return [
        outcomes.won
        for lineup, outcomes in lineups.items()
        if both <= set(lineup) and is_mixed(lineup) == (len(both) > 1)
    ]


def _cross(cells: Cells, players: int, spread: Spread) -> list[CrossCell]:
    found = estimates([Quantity(won, 0, 1) for won in cells.values()], spread)
    return [CrossCell(*pair, players, win_rate) for pair, win_rate in zip(cells, found, strict=True)]


def _partners(cells: Cells, names: list[str], players: int, spread: Spread) -> list[PartnerRow]:
    values = {name: np.mean(won, axis=0) for name in names if (won := _with_others(cells, name))}
    found = estimates([Quantity(won, 0, 1) for won in values.values()], spread)
    rows = [PartnerRow(name, players, value) for name, value in zip(values, found, strict=True)]
    return sorted(rows, key=lambda row: (-row.value.value, row.entrant))


def _with_others(cells: Cells, entrant: str) -> list[Row]:
    """A row for each partner, so that all count the same."""
    return [won for pair, won in cells.items() if entrant in pair and pair[0] != pair[1]]
