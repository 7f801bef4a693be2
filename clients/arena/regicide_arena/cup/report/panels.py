"""All figures of a report: which there are, what each is called, and what it shows to those who cannot see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from markupsafe import Markup
from matplotlib.figure import Figure

from regicide_arena.cup.findings import pairs
from regicide_arena.cup.report.colours import of_entrants
from regicide_arena.cup.report.drawing import drawn
from regicide_arena.cup.report.figures.convergence import convergence
from regicide_arena.cup.report.figures.cross_play import cross_play
from regicide_arena.cup.report.figures.differences import deal_differences, win_rate_differences
from regicide_arena.cup.report.figures.enemies import enemies
from regicide_arena.cup.report.figures.times import times as times_figure
from regicide_arena.cup.report.figures.win_rates import win_rates
from regicide_arena.cup.scores import Scores
from regicide_arena.cup.standings import Facts, Standings, TeamRow, TimesRow
from regicide_arena.cup.wording import (
    is_alone,
    mean,
    milliseconds,
    numbers_of_players,
    percent,
    players,
    team,
    verdict,
)

MOST_LINEUPS: Final = 24
"""So many mixed teams are drawn where no entrant plays alone."""
MOST_PAIRS: Final = 15
"""Where there are more pairs, those are drawn that matter."""


Number = TypeVar("Number", int, int | None)


class Panel(NamedTuple):
    """A figure for a number of players."""

    heading: str
    drawing: Markup


class Panels:
    """Draws the figures of a cup; each comes back for all numbers of players that there is something to show for."""

    def __init__(self, facts: Facts, standings: Standings, scores: Scores, times: Sequence[TimesRow]) -> None:
        self._colours = of_entrants(facts.entrants)
        self._clock = facts.clock
        self._standings, self._scores, self._times = standings, scores, times
        self._numbers = numbers_of_players(standings.teams)

    def win_rates(self) -> list[Panel]:
        """The win rate of each team."""
        return self._each("win-rates", "Win rates", self._numbers, self._win_rates)

    def enemies(self) -> list[Panel]:
        """How many enemies each team defeats."""
        return self._each("enemies", "Enemies defeated", self._numbers, self._enemies)

    def win_rate_differences(self) -> list[Panel]:
        """What is between the win rates of two teams."""
        numbers = [*self._numbers, None]
        return self._each("differences", "Differences in win rate", numbers, self._win_rate_differences)

    def deal_differences(self) -> list[Panel]:
        """What is between two teams on each deal."""
        return self._each("deals", "Differences deal by deal", self._numbers, self._deal_differences)

    def cross_play(self) -> list[Panel]:
        """How often any two win together."""
        return self._each("cross-play", "Cross-play", self._numbers, self._cross_play)

    def times(self) -> list[Panel]:
        """How long actions take."""
        return self._each("times", "Time for an action", sorted({row.players for row in self._times}), self._times_of)

    def convergence(self) -> list[Panel]:
        """How win rates settle."""
        return self._each("convergence", "Convergence of win rates", self._numbers, self._convergence)

    def _each(
        self,
        ident: str,
        title: str,
        numbers: Iterable[Number],
        draw: Callable[[Number], tuple[Figure, Iterable[str]] | None],
    ) -> list[Panel]:
        panels = []
        for number in numbers:
            if found := draw(number):
                figure, told = found
                heading, name = players(number).capitalize(), f"{title}, {players(number)}"
                panels.append(Panel(heading, drawn(figure, f"{ident}-{number or 'all'}", name, "; ".join(told) + ".")))
        return panels

    def _shown(self, number: int) -> list[TeamRow]:
        """The teams that are drawn: those of one entrant alone, if there are any."""
        rows = [row for row in self._standings.teams if len(row.lineup) == number]
        return [row for row in rows if is_alone(row.lineup)] or rows[:MOST_LINEUPS]

    def _win_rates(self, number: int) -> tuple[Figure, Iterable[str]]:
        rows = self._shown(number)
        return win_rates(rows, self._colours), [f"{team(row.lineup)} {percent(row.win_rate.value)}" for row in rows]

    def _enemies(self, number: int) -> tuple[Figure, Iterable[str]]:
        rows = self._shown(number)
        told = [f"{team(row.lineup)} {mean(row.defeated.value)} on the average" for row in rows]
        return enemies([row.lineup for row in rows], self._scores, self._colours), told

    def _win_rate_differences(self, number: int | None) -> tuple[Figure, Iterable[str]] | None:
        found = pairs(self._standings, number, MOST_PAIRS)
        return (win_rate_differences(found, self._colours), map(verdict, found)) if found else None

    def _deal_differences(self, number: int) -> tuple[Figure, Iterable[str]] | None:
        found = pairs(self._standings, number, MOST_PAIRS)
        return (deal_differences(found, self._scores, self._colours), map(verdict, found)) if found else None

    def _cross_play(self, number: int) -> tuple[Figure, Iterable[str]] | None:
        cells = [cell for cell in self._standings.cross if cell.players == number]
        told = (f"{cell.first} and {cell.second} {percent(cell.win_rate.value)}" for cell in cells)
        return (cross_play(cells), told) if any(cell.first != cell.second for cell in cells) else None

    def _times_of(self, number: int) -> tuple[Figure, Iterable[str]] | None:
        rows = [row for row in self._times if row.players == number and row.spread]
        told = (f"{row.entrant} {milliseconds(row.p50)}, 99% within {milliseconds(row.p99)}" for row in rows)
        return (times_figure(rows, self._clock, self._colours), told) if rows else None

    def _convergence(self, number: int) -> tuple[Figure, Iterable[str]]:
        rows = self._shown(number)
        told = [f"{team(row.lineup)} {percent(row.win_rate.value)} after {row.games:,} deals" for row in rows]
        return convergence([row.lineup for row in rows], self._scores, self._colours), told
