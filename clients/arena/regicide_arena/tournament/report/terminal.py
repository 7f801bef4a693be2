"""Terminal output: live progress and warnings while a tournament is played, and its tables at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from regicide_arena.runtime.console import output_console, print_note, progress_bar
from regicide_arena.tournament.engine import TournamentEngine
from regicide_arena.tournament.model import compared_pairs
from regicide_arena.tournament.report import tables
from regicide_arena.tournament.report.tables import Cell, Column, ReportTable
from regicide_arena.tournament.report.texts import disqualifications, player_counts
from regicide_arena.tournament.stats.model import Standings
from regicide_arena.tournament.stats.standings import standings
from regicide_arena.tournament.summary import Summary

NOTES: Final = (
    "In brackets: 95% confidence intervals. Differences are in percentage points, first minus second.\n"
    "p, anytime is valid for any number of looks at the results; p, corrected for a single one.\n"
    "Wins left are further deals that would decide the pair if only the team that leads won them."
)
CONSOLE_WIDTH: Final = 160
"""Characters per line without a terminal."""
STANDINGS_INTERVAL_S: Final = 2.0
"""Time between updates of the live standings."""
LINE_INTERVAL_S: Final = 60.0
"""Time between progress lines without a terminal."""

ShowProgress = Callable[[TournamentEngine], None]


def print_result(result: RenderableType) -> None:
    """Print to standard output; text is printed as it is."""
    if isinstance(result, str):
        sys.stdout.write(f"{result}\n")
        return
    output_console(CONSOLE_WIDTH).print(result)


@contextmanager
def progress(engine: TournamentEngine) -> Iterator[ShowProgress]:
    """Yield the function to call after each shard; output goes to standard error."""
    if not sys.stderr.isatty():
        yield _ProgressLines(engine)
        return
    bar, console = progress_bar(), Console(stderr=True, highlight=False, markup=False)
    with Live(console=console, transient=True, auto_refresh=True, refresh_per_second=4) as live:
        yield _LiveProgress(engine, live, bar)


class AttendanceNotes:
    """Warns once of each entrant that takes no action in a game, and once of its disqualification."""

    def __init__(self) -> None:
        self._absent, self._disqualified = set[str](), set[str]()

    def print_new(self, engine: TournamentEngine) -> None:
        """Print the warnings that are new since the last call."""
        attendance, limit = engine.attendance, engine.tournament.disqualify_after
        for name in attendance.absences.keys() - self._absent:
            (lineup, deal), what = next(iter(attendance.absences[name].items()))
            outlook = f"; it is disqualified after {limit} such games in a row" if limit else ""
            print_note(f"warning: {name} took no action in deal {deal}, lineup {' '.join(lineup)}: {what}{outlook}")
            self._absent.add(name)
        for name in attendance.disqualified.keys() - self._disqualified:
            deal = attendance.disqualified[name]
            print_note(f"warning: {name} is disqualified from deal {deal} on: its further games count as forfeited")
            self._disqualified.add(name)


def render_tables(summary: Summary) -> RenderableType:
    """Render all tables of a tournament."""
    return Group(*_blocks(summary))


def render_live(standings: Standings, done: int, games: int) -> RenderableType:
    """Render the best teams for each number of players, and the pairs with all of them together."""
    numbers = player_counts(standings.teams)
    if not numbers:
        return Text("No deal is complete yet.")
    pairs = tables.comparisons(standings, numbers[0] if len(numbers) == 1 else None)
    shown = [*(tables.leaderboard(standings, number) for number in numbers), *([pairs] if pairs.rows else [])]
    return Group(Text(f"Standings after {done:,} of {games:,} games", style="bold"), *map(render_table, shown))


class _LiveProgress:
    """A progress bar above the live standings."""

    def __init__(self, engine: TournamentEngine, live: Live, bar: Progress) -> None:
        self._live, self._bar, self._last = live, bar, 0.0
        self._task = bar.add_task(engine.tournament.name, total=_total_games(engine), completed=engine.scoreboard.games)
        self(engine)

    def __call__(self, engine: TournamentEngine) -> None:
        self._bar.update(self._task, completed=engine.scoreboard.games)
        if time.monotonic() >= self._last + STANDINGS_INTERVAL_S:
            self._live.update(Group(self._bar, _current_standings(engine)))
            self._last = time.monotonic()


class _ProgressLines:
    """A line from time to time."""

    def __init__(self, engine: TournamentEngine) -> None:
        self._started, self._games_before = time.monotonic(), engine.scoreboard.games
        self._last = self._started

    def __call__(self, engine: TournamentEngine) -> None:
        now = time.monotonic()
        if now < self._last + LINE_INTERVAL_S:
            return
        self._last = now
        done, games = engine.scoreboard.games, _total_games(engine)
        left_s = (games - done) * (now - self._started) / max(1, done - self._games_before)
        sys.stderr.write(f"{done:,} of {games:,} games; about {left_s / 60:,.0f} minutes left\n")


def _total_games(engine: TournamentEngine) -> int:
    return len(engine.scoreboard.lineups) * engine.tournament.deals


def _current_standings(engine: TournamentEngine) -> RenderableType:
    outcomes = engine.scoreboard.outcomes(engine.deal_limit)
    found = standings(outcomes, compared_pairs(engine.tournament), engine.tournament.goal)
    return render_live(found, engine.scoreboard.games, _total_games(engine))


def _blocks(summary: Summary) -> Iterator[RenderableType]:
    standings, numbers = summary.standings, player_counts(summary.standings.teams)
    yield Text(f"{summary.facts.name}: {summary.facts.stopping}", style="bold")
    yield from map(Text, disqualifications(summary.facts.disqualified))
    found = [
        *(tables.leaderboard(standings, number) for number in numbers),
        *(tables.cross_table(standings.cross, number) for number in numbers if number > 1),
        tables.partners(standings.partners),
        *(tables.comparisons(standings, number) for number in [*numbers, None]),
        *(tables.action_times(summary.times, number) for number in numbers),
        tables.failures(summary.failures),
    ]
    for table in found:
        if table.rows:
            yield from ("", render_table(table))
    yield Text(f"\n{NOTES}")


def render_table(table: ReportTable) -> RenderableType:
    """Render a table below its caption. Names are never interpreted as markup."""
    rendered = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for column in table.columns:
        _add_column(rendered, column)
    for row in table.rows:
        rendered.add_row(*map(_text, row))
    caption = Text(table.caption, style="bold")
    return Group(caption, rendered, Text(table.note)) if table.note else Group(caption, rendered)


def _add_column(rendered: Table, column: Column) -> None:
    justify = "left" if column.is_words else "right"
    rendered.add_column(Text(column.head), justify=justify, overflow="fold")  # type: ignore[arg-type] # is one of them


def _text(cell: Cell) -> Text:
    return Text(f"{cell.text} ({cell.interval})" if cell.interval else cell.text)
