"""The standings: results of each lineup, values as partners, cross table, and the paired comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.tournament.model import BETTER, GRADES, Goal, Lineup, is_pure
from regicide_arena.tournament.stats.model import (
    CrossCell,
    Estimate,
    LineupOutcomes,
    Matrix,
    Outcomes,
    PartnerRow,
    Quantity,
    Row,
    Standings,
    TeamRow,
    estimate_means,
    estimate_share,
    player_counts,
    with_players,
)
from regicide_arena.tournament.stats.paired import comparisons

Cells: TypeAlias = dict[tuple[str, str], Row]
"""By pair of entrants in one lineup: the share of their lineups that won, on each deal."""


def standings(
    outcomes: Outcomes,
    pairs: Sequence[tuple[str, str]],
    goal: Goal = BETTER,
) -> Standings:
    """Compute all statistics; the same outcomes always give the same values."""
    partners, cross = _partners_and_cross(outcomes)
    return Standings(_team_rows(outcomes), comparisons(outcomes, pairs, goal), partners, cross)


def matchpoints(lineups: Outcomes) -> Matrix:
    """Score each lineup on each deal as in duplicate bridge: the share of the others that it beats, ties counting half.

    Results are ordered by win, then grade, then enemies defeated. The mean of any field is 1/2: matchpoints rank a
    lineup among these, and do not depend on the difficulty of the deals. Needs at least two lineups.
    """
    values = np.array([_result_value(outcomes) for outcomes in lineups.values()])
    ranks: Matrix = rankdata(values, axis=0)  # ties share their mean rank
    return (ranks - 1) / (len(values) - 1)


def _result_value(outcomes: LineupOutcomes) -> NDArray[np.int64]:
    """Encode results as integers in their order."""
    grades = max(GRADES.values()) + 1
    return (outcomes.won.astype(np.int64) * grades + outcomes.grade) * (ENEMIES_IN_CASTLE + 1) + outcomes.defeated


def _team_rows(outcomes: Outcomes) -> list[TeamRow]:
    """Rank the lineups within each number of players by wins, then matchpoints, then enemies defeated."""
    return [row for players in player_counts(outcomes) for row in _ranked(with_players(outcomes, players))]


def _ranked(lineups: Outcomes) -> list[TeamRow]:
    has_others = len(lineups) > 1
    defeated = [Quantity(outcomes.defeated, 0, ENEMIES_IN_CASTLE) for outcomes in lineups.values()]
    points = [Quantity(row, 0, 1) for row in matchpoints(lineups)] if has_others else []
    estimates = estimate_means([*defeated, *points])
    own_points = estimates[len(lineups) :] if has_others else [None]
    rows = map(_team_row, lineups, lineups.values(), estimates[: len(lineups)], own_points)
    return sorted(rows, key=_rank_key)


def _team_row(lineup: Lineup, outcomes: LineupOutcomes, defeated: Estimate, points: Estimate | None) -> TeamRow:
    games, won, forfeited = len(outcomes.won), int(outcomes.won.sum()), int(outcomes.forfeited.sum())
    return TeamRow(
        lineup=lineup,
        games=games,
        won=won,
        lost=games - won - forfeited,
        forfeited=forfeited,
        win_rate=estimate_share(won, games),
        defeated=defeated,
        matchpoints=points,
        grades=_count_grades(outcomes) if len(lineup) == 1 else None,
    )


def _count_grades(outcomes: LineupOutcomes) -> dict[str, int]:
    return {name: int((outcomes.grade == grade).sum()) for name, grade in GRADES.items()}


def _rank_key(row: TeamRow) -> tuple[float, float, float, Lineup]:
    points = row.matchpoints.value if row.matchpoints else 0.0
    return (-row.win_rate.value, -points, -row.defeated.value, row.lineup)


def _partners_and_cross(outcomes: Outcomes) -> tuple[list[PartnerRow], list[CrossCell]]:
    """Evaluate the mixed lineups; numbers of players without any have no rows.

    Each pair of entrants has one cell. A lineup of three entrants counts for each pair among them.
    """
    partners: list[PartnerRow] = []
    cross: list[CrossCell] = []
    for players in player_counts(outcomes):
        lineups = with_players(outcomes, players)
        if not all(map(is_pure, lineups)):
            cells = _cells(lineups)
            cross += _cross(cells, players)
            partners += _partners(cells, _entrants(lineups), players)
    return partners, cross


def _entrants(lineups: Outcomes) -> list[str]:
    """List the entrants in their order of first appearance."""
    return list(dict.fromkeys(entrant for lineup in lineups for entrant in lineup))


def _cells(lineups: Outcomes) -> Cells:
    """Average the lineups of each pair; all seat orders have equal weight."""
    pairs = combinations_with_replacement(_entrants(lineups), 2)
    return {pair: np.mean(won, axis=0) for pair in pairs if (won := _wins_of_pair(lineups, *pair))}


def _wins_of_pair(lineups: Outcomes, first: str, second: str) -> list[NDArray[np.bool_]]:
    """Select the wins of the lineups that contain both entrants; of its pure lineup for one entrant with itself."""
    both = {first, second}
    return [
        outcomes.won
        for lineup, outcomes in lineups.items()
        if both <= {*lineup} and is_pure(lineup) == (len(both) == 1)
    ]


def _cross(cells: Cells, players: int) -> list[CrossCell]:
    estimates = estimate_means([Quantity(won, 0, 1) for won in cells.values()])
    return [CrossCell(*pair, players, win_rate) for pair, win_rate in zip(cells, estimates, strict=True)]


def _partners(cells: Cells, names: list[str], players: int) -> list[PartnerRow]:
    """Rank the entrants by the mean over their partners, all with equal weight."""
    values = {name: np.mean(won, axis=0) for name in names if (won := _wins_with_others(cells, name))}
    estimates = estimate_means([Quantity(won, 0, 1) for won in values.values()])
    rows = [PartnerRow(name, players, value) for name, value in zip(values, estimates, strict=True)]
    return sorted(rows, key=lambda row: (-row.value.value, row.entrant))


def _wins_with_others(cells: Cells, entrant: str) -> list[Row]:
    return [won for pair, won in cells.items() if entrant in pair and pair[0] != pair[1]]
