"""Cups to be shown: their games are invented, the figures are those of the games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from regicide_arena.cup.deals import commitment
from regicide_arena.cup.plan import Lineup
from regicide_arena.cup.scores import Outcomes, Scores
from regicide_arena.cup.standings import (
    Comparison,
    CrossCell,
    Estimate,
    Facts,
    FailuresRow,
    PartnerRow,
    Standings,
    TeamRow,
    TimesRow,
)

SEED = "the-'seed'-of-the-cup"
ODD = "<b>&"
"""A name that must not be taken for HTML."""


class Cup(NamedTuple):
    """All that a report is made of, in this order."""

    facts: Facts
    standings: Standings
    scores: Scores
    times: list[TimesRow]
    failures: list[FailuresRow]


def cup(
    entrants: Sequence[str] = ("anna", "bert", ODD),
    players: Sequence[int] = (1, 2, 3, 4),
    deals: int = 40,
    *,
    is_mixed: bool = True,
    seed: str | None = SEED,
) -> Cup:
    """A cup of these entrants, the better ones first."""
    scores = {lineup: _outcomes(lineup, entrants, deals) for lineup in _lineups(entrants, players, is_mixed)}
    comparisons = [_comparison(scores, number, *pair) for number in players for pair in combinations(entrants, 2)]
    together = [number for number in players if number > 1 and is_mixed]
    cross = [_cell(scores, n, *pair) for n in together for pair in combinations_with_replacement(entrants, 2)]
    teams = [row for number in players for row in _teams(scores, number)]
    partners = [PartnerRow(name, number, around(0.3)) for number in together for name in entrants]
    failures = [FailuresRow(entrants[-1], number, "late", 3, "deal 7: 1.2 s of 1 s") for number in players]
    return Cup(
        _facts(entrants, players, deals, seed),
        Standings(teams, comparisons, partners, cross),
        scores,
        [_times(name, number) for number in players for name in entrants],
        failures,
    )


def around(value: float, half: float = 0.05) -> Estimate:
    """An estimate in the middle of its interval."""
    return Estimate(value, value - half, value + half)


def _facts(entrants: Sequence[str], players: Sequence[int], deals: int, seed: str | None) -> Facts:
    return Facts(
        name="The cup of <i>all</i> cups",
        format="cross",
        entrants={name: f"{number}.py:choose" for number, name in enumerate(entrants)},
        newcomer=None,
        deals=dict.fromkeys(players, deals),
        deals_at_most=500,
        clock=1.0,
        on_failure="forfeit",
        stopping="All pairs are decided.",
        is_over=seed is not None,
        seed=seed,
        commitment=commitment(SEED),
        version="0.1.0",
    )


def _lineups(entrants: Sequence[str], players: Sequence[int], is_mixed: bool) -> list[Lineup]:
    alone = [(name,) * number for number in players for name in entrants]
    pairs = combinations(entrants, 2) if is_mixed else []
    return alone + [(one, *[other] * (n - 1)) for one, other in pairs for n in players if n > 1]


def _outcomes(lineup: Lineup, entrants: Sequence[str], deals: int) -> Outcomes:
    """The better the entrants, the more is won; the last one forfeits every tenth deal."""
    strength = 12 - 4 * sum(map(entrants.index, lineup)) / len(lineup) / len(entrants)
    defeated = (strength - np.arange(deals) % 5).round().clip(0, 12).astype(np.int8)
    forfeited = (np.arange(deals) % 10 == 9) & (entrants[-1] in lineup)
    won = (defeated == 12) & ~forfeited
    return Outcomes(won, forfeited, defeated, np.where(won & (len(lineup) == 1), 3, 0).astype(np.int8))


def _teams(scores: Scores, number: int) -> list[TeamRow]:
    rows = [_team(lineup, outcomes) for lineup, outcomes in scores.items() if len(lineup) == number]
    return sorted(rows, key=lambda row: -row.win_rate.value)


def _team(lineup: Lineup, outcomes: Outcomes) -> TeamRow:
    games, won, forfeited = len(outcomes.won), int(outcomes.won.sum()), int(outcomes.forfeited.sum())
    grades = {"gold": won, "silver": 0, "bronze": 0} if len(lineup) == 1 else None
    rate, defeated = around(won / games), around(float(outcomes.defeated.mean()), 0.2)
    return TeamRow(lineup, games, won, games - won - forfeited, forfeited, rate, defeated, around(0.5), grades)


def _comparison(scores: Scores, number: int, first: str, second: str) -> Comparison:
    one, other = scores[(first,) * number], scores[(second,) * number]
    only = [int((one.won & ~other.won).sum()), int((other.won & ~one.won).sum())]
    difference = around((only[0] - only[1]) / len(one.won), 0.1)
    defeated = around(float((one.defeated - other.defeated).mean()), 0.3)
    better = first if only[0] - only[1] > 2 else None
    return Comparison(number, first, second, len(one.won), *only, difference, defeated, 0.001, 0.002, 0.003, better)


def _cell(scores: Scores, number: int, first: str, second: str) -> CrossCell:
    won = [outcomes.won.mean() for lineup, outcomes in scores.items() if {*lineup} == {first, second}]
    return CrossCell(first, second, number, around(float(np.mean(won))))


def _times(name: str, number: int) -> TimesRow:
    return TimesRow(name, number, 90, 1.5, 12.0, 17.0, [(1.0, 10), (2.0, 60), (16.0, 19), (32.0, 1)])
