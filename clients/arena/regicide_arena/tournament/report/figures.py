"""The figures of the HTML report: one chart per number of players, each with a textual description."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias, TypeVar

from markupsafe import Markup
from matplotlib.figure import Figure

from regicide_arena.tournament.model import is_pure
from regicide_arena.tournament.report import pair_charts, team_charts
from regicide_arena.tournament.report.conclusions import relevant_pairs, verdict
from regicide_arena.tournament.report.formatting import (
    duration,
    mean,
    percent,
    player_counts,
    players_text,
    team_name,
)
from regicide_arena.tournament.report.svg import entrant_colours, to_svg
from regicide_arena.tournament.stats.model import TeamRow
from regicide_arena.tournament.summary import Summary

MAX_LINEUPS: Final = 24
"""Mixed teams drawn where no pure team has played."""
MAX_PAIRS: Final = 15
"""Pairs drawn; beyond that the relevant ones."""

Described: TypeAlias = tuple[Figure, Iterable[str]]
"""A chart and the parts of its description."""
Number = TypeVar("Number", int, int | None)


class Panel(NamedTuple):
    """A chart for one number of players."""

    heading: str
    drawing: Markup


class Figures:
    """Draws the figures of a tournament; numbers of players without data are left out."""

    def __init__(self, summary: Summary) -> None:
        self._colours = entrant_colours(summary.facts.entrants)
        self._clock = summary.facts.clock
        self._standings, self._outcomes, self._times = summary.standings, summary.outcomes, summary.times
        self._numbers = player_counts(summary.standings.teams)

    def win_rates(self) -> list[Panel]:
        """Draw the win rate of each team."""
        return _panels("win-rates", "Win rates", self._numbers, self._win_rates)

    def enemies(self) -> list[Panel]:
        """Draw the enemies that each team defeats."""
        return _panels("enemies", "Enemies defeated", self._numbers, self._enemies)

    def win_rate_differences(self) -> list[Panel]:
        """Draw the differences in win rate."""
        return _panels("differences", "Differences in win rate", [*self._numbers, None], self._win_rate_differences)

    def deal_differences(self) -> list[Panel]:
        """Draw the differences by deal."""
        return _panels("deals", "Differences by deal", self._numbers, self._deal_differences)

    def cross_play(self) -> list[Panel]:
        """Draw the win rates of two entrants together."""
        return _panels("cross-play", "Cross-play", self._numbers, self._cross_play)

    def action_times(self) -> list[Panel]:
        """Draw the durations of actions."""
        return _panels("times", "Time per action", sorted({row.players for row in self._times}), self._action_times)

    def convergence(self) -> list[Panel]:
        """Draw the win rates over the deals."""
        return _panels("convergence", "Convergence of win rates", self._numbers, self._convergence)

    def _teams(self, number: int) -> list[TeamRow]:
        """Select the teams to draw: the pure ones, if there are any."""
        rows = [row for row in self._standings.teams if len(row.lineup) == number]
        return [row for row in rows if is_pure(row.lineup)] or rows[:MAX_LINEUPS]

    def _win_rates(self, number: int) -> Described:
        rows = self._teams(number)
        description = [f"{team_name(row.lineup)} {percent(row.win_rate.value)}" for row in rows]
        return team_charts.win_rates(rows, self._colours), description

    def _enemies(self, number: int) -> Described:
        rows = self._teams(number)
        description = [f"{team_name(row.lineup)} {mean(row.defeated.value)} on average" for row in rows]
        return team_charts.enemies([row.lineup for row in rows], self._outcomes, self._colours), description

    def _win_rate_differences(self, number: int | None) -> Described | None:
        pairs = relevant_pairs(self._standings, number, MAX_PAIRS)
        return (pair_charts.win_rate_differences(pairs, self._colours), map(verdict, pairs)) if pairs else None

    def _deal_differences(self, number: int) -> Described | None:
        pairs = relevant_pairs(self._standings, number, MAX_PAIRS)
        if not pairs:
            return None
        return pair_charts.deal_differences(pairs, self._outcomes, self._colours), map(verdict, pairs)

    def _cross_play(self, number: int) -> Described | None:
        cells = [cell for cell in self._standings.cross if cell.players == number]
        description = (f"{cell.first} and {cell.second} {percent(cell.win_rate.value)}" for cell in cells)
        is_mixed = any(cell.first != cell.second for cell in cells)
        return (pair_charts.cross_play(cells), description) if is_mixed else None

    def _action_times(self, number: int) -> Described | None:
        rows = [row for row in self._times if row.players == number and row.spread]
        description = (f"{row.entrant}: median {duration(row.p50)}, 99% within {duration(row.p99)}" for row in rows)
        return (team_charts.action_times(rows, self._clock, self._colours), description) if rows else None

    def _convergence(self, number: int) -> Described:
        rows = self._teams(number)
        description = [
            f"{team_name(row.lineup)} {percent(row.win_rate.value)} after {row.games:,} deals" for row in rows
        ]
        return team_charts.convergence([row.lineup for row in rows], self._outcomes, self._colours), description


def _panels(
    ident: str, title: str, numbers: Iterable[Number], draw: Callable[[Number], Described | None]
) -> list[Panel]:
    """Draw a figure for each of these numbers of players."""
    panels = []
    for number in numbers:
        if described := draw(number):
            figure, parts = described
            heading, name = players_text(number).capitalize(), f"{title}, {players_text(number)}"
            panels.append(Panel(heading, to_svg(figure, f"{ident}-{number or 'all'}", name, "; ".join(parts) + ".")))
    return panels
