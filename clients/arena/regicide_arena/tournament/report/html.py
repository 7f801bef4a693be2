"""The HTML report: one self-contained page with all tables and figures, each figure with a textual description."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure

from regicide_arena.svg import PALETTE, entrant_colours, to_svg
from regicide_arena.tournament.model import is_pure
from regicide_arena.tournament.report import charts, tables
from regicide_arena.tournament.report.conclusions import conclusion, disqualifications, relevant_pairs, verdict
from regicide_arena.tournament.report.tables import ReportTable
from regicide_arena.tournament.report.texts import (
    deals_text,
    duration,
    join_names,
    mean,
    percent,
    player_counts,
    players_text,
    team_name,
)
from regicide_arena.tournament.schedule import COMMITMENT_LABEL
from regicide_arena.tournament.stats.model import TeamRow
from regicide_arena.tournament.summary import Facts, Summary

FORMATS: Final = {
    "team": "Team: each entrant fills all seats.",
    "cross": "Cross-play: each entrant fills all seats, and mixed teams with the others play as well.",
    "gauntlet": "Gauntlet: one newcomer against all others.",
}
ON_FAILURE: Final = {
    "forfeit": "The game is forfeited: neither won nor lost by the rules, and counted as not won.",
    "random": "A random legal action replaces the bot's.",
}
_TEMPLATES: Final = Environment(
    loader=PackageLoader("regicide_arena.tournament.report", "pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def render_html(summary: Summary) -> str:
    """Render the report. The same summary always gives the same text."""
    standings, numbers = summary.standings, player_counts(summary.standings.teams)
    content: dict[str, Any] = {
        "facts": summary.facts,
        "colours": PALETTE,
        "conclusions": [(players_text(number).capitalize(), conclusion(standings, number)) for number in numbers],
        "state": _state(summary.facts),
        "parameters": _parameters(summary.facts),
        "check": _check_command(summary.facts),
        "figures": Figures(summary),
        "leaderboards": [tables.leaderboard(standings, number) for number in numbers],
        "comparisons": _nonempty([tables.comparisons(standings, number) for number in [*numbers, None]]),
        "cross": _nonempty([tables.cross_table(standings.cross, number) for number in numbers if number > 1]),
        "partners": tables.partners(standings.partners),
        "times": _nonempty([tables.action_times(summary.times, number) for number in numbers]),
        "failures": tables.failures(summary.failures),
    }
    return _TEMPLATES.get_template("report.html").render(content)


def _nonempty(found: Sequence[ReportTable]) -> list[ReportTable]:
    return [table for table in found if table.rows]


def _state(facts: Facts) -> str:
    state = f"{len(facts.entrants)} entrants, {deals_text(sum(facts.deals.values()))}"
    return state if facts.is_over else f"{state} so far: the tournament is not over"


def _parameters(facts: Facts) -> list[tuple[str, str]]:
    """List the parameters as label and text."""
    deals = [f"{count:,} with {players_text(number)}" for number, count in sorted(facts.deals.items())]
    newcomer = [("Newcomer", facts.newcomer)] if facts.newcomer is not None else []
    return [
        ("Format", FORMATS[facts.format]),
        *newcomer,
        ("Deals", f"{join_names(deals).capitalize() or 'None'}; at most {facts.deals_at_most:,} for each number."),
        ("End", facts.stopping),
        ("Clock", "None." if facts.clock is None else f"{facts.clock:g} s per action."),
        ("When a bot fails", ON_FAILURE[facts.on_failure]),
        *(("Disqualified", sentence) for sentence in disqualifications(facts.disqualified)),
        ("Program", f"regicide-arena {facts.version}"),
    ]


def _check_command(facts: Facts) -> str | None:
    """Return the shell command that prints the commitment; None while the seed is secret."""
    return None if facts.seed is None else f"printf %s {shlex.quote(COMMITMENT_LABEL + facts.seed)} | sha256sum"


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
        return charts.win_rates(rows, self._colours), description

    def _enemies(self, number: int) -> Described:
        rows = self._teams(number)
        description = [f"{team_name(row.lineup)} {mean(row.defeated.value)} on average" for row in rows]
        return charts.enemies([row.lineup for row in rows], self._outcomes, self._colours), description

    def _win_rate_differences(self, number: int | None) -> Described | None:
        pairs = relevant_pairs(self._standings, number, MAX_PAIRS)
        return (charts.win_rate_differences(pairs, self._colours), map(verdict, pairs)) if pairs else None

    def _deal_differences(self, number: int) -> Described | None:
        pairs = relevant_pairs(self._standings, number, MAX_PAIRS)
        if not pairs:
            return None
        return charts.deal_differences(pairs, self._outcomes, self._colours), map(verdict, pairs)

    def _cross_play(self, number: int) -> Described | None:
        cells = [cell for cell in self._standings.cross if cell.players == number]
        description = (f"{cell.first} and {cell.second} {percent(cell.win_rate.value)}" for cell in cells)
        is_mixed = any(cell.first != cell.second for cell in cells)
        return (charts.cross_play(cells), description) if is_mixed else None

    def _action_times(self, number: int) -> Described | None:
        rows = [row for row in self._times if row.players == number and row.spread]
        description = (f"{row.entrant}: median {duration(row.p50)}, 99% within {duration(row.p99)}" for row in rows)
        return (charts.action_times(rows, self._clock, self._colours), description) if rows else None

    def _convergence(self, number: int) -> Described:
        rows = self._teams(number)
        description = [
            f"{team_name(row.lineup)} {percent(row.win_rate.value)} after {row.games:,} deals" for row in rows
        ]
        return charts.convergence([row.lineup for row in rows], self._outcomes, self._colours), description


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
