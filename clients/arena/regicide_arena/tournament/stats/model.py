"""Input and output of the statistics: outcomes by lineup and deal; rows of the standings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from regicide_arena.stats import Estimate
from regicide_arena.tournament.model import Lineup


class LineupOutcomes(NamedTuple):
    """Outcomes of one lineup; each array has one entry per deal, from deal 0."""

    won: NDArray[np.bool_]
    forfeited: NDArray[np.bool_]
    """Ended by a failure of a bot, not by the rules; never won."""
    defeated: NDArray[np.int8]
    """Enemies defeated, 0 to 12."""
    grade: NDArray[np.int8]
    """A value of `GRADES` for a solo win, else 0."""

    def head(self, deals: int) -> LineupOutcomes:
        """Return the outcomes of the first deals."""
        return LineupOutcomes(self.won[:deals], self.forfeited[:deals], self.defeated[:deals], self.grade[:deals])


Outcomes: TypeAlias = Mapping[Lineup, LineupOutcomes]
"""Outcomes by lineup. Lineups of the same size have played the same deals."""


def player_counts(outcomes: Outcomes) -> list[int]:
    """List the numbers of players, ascending."""
    return sorted({len(lineup) for lineup in outcomes})


def with_players(outcomes: Outcomes, players: int) -> Outcomes:
    """Select the lineups with this number of players."""
    return {lineup: found for lineup, found in outcomes.items() if len(lineup) == players}


class TeamRow(NamedTuple):
    """The results of a lineup. The names are members of `standings.json`, as in the rows below."""

    lineup: Lineup
    games: int
    won: int
    lost: int
    """By the rules."""
    forfeited: int
    """By a failure of a bot; neither won nor lost."""
    win_rate: Estimate
    """Over all games, forfeited ones included; Wilson interval."""
    defeated: Estimate
    """Mean number of enemies defeated; Student's interval."""
    matchpoints: Estimate | None
    """Mean share of the other lineups of the same size that it beats on a deal, ties counting half; None without
    others."""
    grades: dict[str, int] | None
    """Solo wins by grade; None for more players."""


class Comparison(NamedTuple):
    """Two pure teams on the same deals."""

    players: int | None
    """None: all numbers of players pooled."""
    first: str
    second: str
    deals: int
    only_first: int
    """Deals that only the first wins."""
    only_second: int
    difference: Estimate
    """Win rate of the first minus win rate of the second; Student's interval."""
    defeated_difference: Estimate
    """Difference in enemies defeated; Student's interval."""
    p: float
    """McNemar's exact test; valid for a single look after a number of deals fixed in advance."""
    p_corrected: float
    """`p` with Holm's correction for all pairs with this number of players."""
    p_anytime: float
    """Sequential test, with Holm's correction; valid at any time and under any stopping rule."""
    better: str | None
    """The better entrant according to `p_anytime`; None while undecided."""
    wins_left: int | None
    """Further deals, all won only by the team that leads, which would decide the pair; None if `better` is known."""
    margin: float | None
    """As in `Goal`; None: the rest is empty."""
    p_first_no_worse: float | None
    """Sequential test of whether the first is worse by less than the margin, with Holm's correction."""
    p_second_no_worse: float | None
    """None if only the first is to be no worse, as in a gauntlet."""
    no_worse: list[str]
    """The entrants that are no worse than the other one according to these."""

    @property
    def is_decided(self) -> bool:
        """Whether one is better, or each that is to be no worse is."""
        asked = [p for p in (self.p_first_no_worse, self.p_second_no_worse) if p is not None]
        return self.better is not None or 0 < len(asked) == len(self.no_worse)


class PartnerRow(NamedTuple):
    """The value of an entrant as a partner."""

    entrant: str
    players: int
    value: Estimate
    """Win rate of mixed teams with it; all partners and all seat orders have equal weight."""


class CrossCell(NamedTuple):
    """Two entrants in one lineup, or one entrant alone."""

    first: str
    second: str
    players: int
    win_rate: Estimate
    """Over all lineups of both, with equal weight."""


class Standings(NamedTuple):
    """All statistics of a tournament. Teams and partners are ranked within each number of players."""

    teams: list[TeamRow]
    comparisons: list[Comparison]
    partners: list[PartnerRow]
    cross: list[CrossCell]
