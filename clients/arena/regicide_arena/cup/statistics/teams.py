"""How each lineup did: its games, its win rate, its matchpoints."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from regicide_arena.cup.plan import Lineup
from regicide_arena.cup.scores import Outcomes, Scores
from regicide_arena.cup.standings import Estimate, TeamRow
from regicide_arena.cup.statistics.estimates import Quantity, Rows, Spread, estimates, share
from regicide_arena.cup.statistics.field import field, numbers

ENEMIES: Final = 12
GRADES: Final = {"gold": 3, "silver": 2, "bronze": 1}


def teams(scores: Scores, spread: Spread) -> list[TeamRow]:
    """All lineups; for each number of players the best is first: by wins, then matchpoints, then enemies defeated."""
    return [row for players in numbers(scores) for row in _ranked(field(scores, players), spread)]


def matchpoints(lineups: Scores) -> Rows:
    """As in duplicate bridge, for each lineup and deal: the share of the others that it beats, and half of those that
    do as well. A win is better than none; then a better grade; then more enemies defeated.

    1/2 is the average of any field, so that it says how a lineup did among these, and nothing of how hard the deals
    are. There have to be two lineups or more.
    """
    worths = np.array([_worth(outcomes) for outcomes in lineups.values()])
    ranks: Rows = rankdata(worths, axis=0)  # those who do as well share their ranks
    return (ranks - 1) / (len(worths) - 1)


def _worth(outcomes: Outcomes) -> NDArray[np.int64]:
    """A number that is greater the better the game ended."""
    grades = max(GRADES.values()) + 1
    return (outcomes.won.astype(np.int64) * grades + outcomes.grade) * (ENEMIES + 1) + outcomes.defeated


def _ranked(lineups: Scores, spread: Spread) -> list[TeamRow]:
    has_others = len(lineups) > 1
    defeated = [Quantity(outcomes.defeated, 0, ENEMIES) for outcomes in lineups.values()]
    points = [Quantity(row, 0, 1) for row in matchpoints(lineups)] if has_others else []
    found = estimates([*defeated, *points], spread)
    own_points = found[len(lineups) :] if has_others else [None]
    rows = map(_row, lineups, lineups.values(), found[: len(lineups)], own_points)
    return sorted(rows, key=_rank)


def _row(lineup: Lineup, outcomes: Outcomes, defeated: Estimate, points: Estimate | None) -> TeamRow:
    games, won, forfeited = len(outcomes.won), int(outcomes.won.sum()), int(outcomes.forfeited.sum())
    return TeamRow(
        lineup=lineup,
        games=games,
        won=won,
        lost=games - won - forfeited,
        forfeited=forfeited,
        win_rate=share(won, games),
        defeated=defeated,
        matchpoints=points,
        grades=_grades(outcomes) if len(lineup) == 1 else None,
    )


def _grades(outcomes: Outcomes) -> dict[str, int]:
    return {name: int((outcomes.grade == grade).sum()) for name, grade in GRADES.items()}


def _rank(row: TeamRow) -> tuple[float, float, float, Lineup]:
    points = row.matchpoints.value if row.matchpoints else 0.0
    return (-row.win_rate.value, -points, -row.defeated.value, row.lineup)
