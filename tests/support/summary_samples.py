"""Summaries of invented tournaments, for tests of their output: the figures fit the invented outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

import numpy as np

from regicide_arena.tournament.model import Lineup, pure_lineup
from regicide_arena.tournament.report.games import LinkedDeal, LinkedDeals, LinkedGame
from regicide_arena.tournament.schedule import commitment
from regicide_arena.tournament.stats.model import (
    Comparison,
    CrossCell,
    Estimate,
    LineupOutcomes,
    Outcomes,
    PartnerRow,
    Standings,
    TeamRow,
)
from regicide_arena.tournament.summary import Facts, FailuresRow, Summary, TimesRow

SEED = "the-'seed'-of-the-tournament"
HTML_NAME = "<b>&"
"""An entrant name that output must escape."""


def sample_summary(
    entrants: Sequence[str] = ("anna", "bert", HTML_NAME),
    players: Sequence[int] = (1, 2, 3, 4),
    deals: int = 40,
    *,
    is_mixed: bool = True,
    seed: str | None = SEED,
) -> Summary:
    """Summarize a tournament of these entrants, of which earlier ones are better."""
    outcomes = {lineup: _outcomes(lineup, entrants, deals) for lineup in _lineups(entrants, players, is_mixed)}
    comparisons = [_comparison(outcomes, number, *pair) for number in players for pair in combinations(entrants, 2)]
    mixed = [number for number in players if number > 1 and is_mixed]
    cross = [_cell(outcomes, n, *pair) for n in mixed for pair in combinations_with_replacement(entrants, 2)]
    teams = [row for number in players for row in _teams(outcomes, number)]
    partners = [PartnerRow(name, number, around(0.3)) for number in mixed for name in entrants]
    failures = [FailuresRow(entrants[-1], number, "late", 3, "deal 7: 1.2 s of 1 s") for number in players]
    return Summary(
        _facts(entrants, players, deals, seed),
        Standings(teams, comparisons, partners, cross),
        outcomes,
        [_times(name, number) for number in players for name in entrants],
        failures,
    )


DEALS = [
    LinkedDeals(
        players=2,
        listed=[
            LinkedDeal(
                7,
                "Action 3: player 1 has 2♥, and plays against J♦, which has 20 health left.",
                [
                    LinkedGame(f"{HTML_NAME}: play 2♥", "The game was won.", "#/replay/one/move-3"),
                    LinkedGame("bert: yield", "The game was lost.", "#/replay/two/move-3"),
                ],
            )
        ],
        total=40,
    )
]
"""A deal with two games."""


def around(value: float, half: float = 0.05) -> Estimate:
    """Build an estimate in the middle of its interval."""
    return Estimate(value, value - half, value + half)


def _facts(entrants: Sequence[str], players: Sequence[int], deals: int, seed: str | None) -> Facts:
    return Facts(
        name="The <i>great</i> tournament",
        format="cross",
        entrants={name: f"{number}.py:choose" for number, name in enumerate(entrants)},
        newcomer=None,
        deals=dict.fromkeys(players, deals),
        deals_at_most=500,
        clock=1.0,
        bank=0.0,
        on_failure="forfeit",
        disqualified={},
        stopping="All pairs are decided.",
        is_over=seed is not None,
        seed=seed,
        commitment=commitment(SEED),
        deal_set="sealed",
        version="0.1.0",
    )


def _lineups(entrants: Sequence[str], players: Sequence[int], is_mixed: bool) -> list[Lineup]:
    pure = [pure_lineup(name, number) for number in players for name in entrants]
    pairs = combinations(entrants, 2) if is_mixed else []
    return pure + [(one, *[other] * (n - 1)) for one, other in pairs for n in players if n > 1]


def _outcomes(lineup: Lineup, entrants: Sequence[str], deals: int) -> LineupOutcomes:
    """Better entrants win more; the last one forfeits every tenth deal."""
    strength = 12 - 4 * sum(map(entrants.index, lineup)) / len(lineup) / len(entrants)
    defeated = (strength - np.arange(deals) % 5).round().clip(0, 12).astype(np.int8)
    forfeited = (np.arange(deals) % 10 == 9) & (entrants[-1] in lineup)
    won = (defeated == 12) & ~forfeited
    return LineupOutcomes(won, forfeited, defeated, np.where(won & (len(lineup) == 1), 3, 0).astype(np.int8))


def _teams(outcomes: Outcomes, number: int) -> list[TeamRow]:
    rows = [_team(lineup, found) for lineup, found in outcomes.items() if len(lineup) == number]
    return sorted(rows, key=lambda row: -row.win_rate.value)


def _team(lineup: Lineup, found: LineupOutcomes) -> TeamRow:
    games, won, forfeited = len(found.won), int(found.won.sum()), int(found.forfeited.sum())
    grades = {"gold": won, "silver": 0, "bronze": 0} if len(lineup) == 1 else None
    rate, defeated = around(won / games), around(float(found.defeated.mean()), 0.2)
    return TeamRow(lineup, games, won, games - won - forfeited, forfeited, rate, defeated, around(0.5), grades)


def _comparison(outcomes: Outcomes, number: int, first: str, second: str) -> Comparison:
    one, other = outcomes[pure_lineup(first, number)], outcomes[pure_lineup(second, number)]
    only = [int((one.won & ~other.won).sum()), int((other.won & ~one.won).sum())]
    difference = around((only[0] - only[1]) / len(one.won), 0.1)
    defeated = around(float((one.defeated - other.defeated).mean()), 0.3)
    better = first if only[0] - only[1] > 2 else None
    ps, no_worse = (0.001, 0.002, 0.003), (None, None, None, [])
    left = None if better else 7
    return Comparison(number, first, second, len(one.won), *only, difference, defeated, *ps, better, left, *no_worse)


def _cell(outcomes: Outcomes, number: int, first: str, second: str) -> CrossCell:
    won = [found.won.mean() for lineup, found in outcomes.items() if {*lineup} == {first, second}]
    return CrossCell(first, second, number, around(float(np.mean(won))))


def _times(name: str, number: int) -> TimesRow:
    return TimesRow(name, number, 90, 1.5, 12.0, 17.0, [(1.0, 10), (2.0, 60), (16.0, 19), (32.0, 1)])
