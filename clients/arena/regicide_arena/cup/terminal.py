"""A cup in the terminal: its tables when it is over, and the standings while it runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table as Shown
from rich.text import Text

from regicide_arena.cup import tables as made
from regicide_arena.cup.standings import Facts, FailuresRow, Standings, TeamRow, TimesRow
from regicide_arena.cup.tables import Cell, Column, Table
from regicide_arena.cup.wording import numbers_of_players, percent, percents, players, shortened, team

NOTES: Final = (
    "In brackets: 95% confidence. Differences are in percentage points, of the first less the second.\n"
    "p, anytime holds however often one looked; p, corrected and p, one look only for whoever looks once."
)
LONGEST: Final = 40
"""The characters of a team while the cup runs."""
LEAST: Final = 3
"""While the cup runs, so many teams are shown at least for each number of players."""


def tables(
    facts: Facts, standings: Standings, times: Sequence[TimesRow], failures: Sequence[FailuresRow]
) -> RenderableType:
    """All tables of a cup."""
    return Group(*_tables(facts, standings, times, failures))


def _tables(
    facts: Facts, standings: Standings, times: Sequence[TimesRow], failures: Sequence[FailuresRow]
) -> Iterator[RenderableType]:
    numbers = numbers_of_players(standings.teams)
    yield Text(f"{facts.name}: {facts.stopping}", style="bold")
    found = [
        *(made.leaderboard(standings, number) for number in numbers),
        *(made.cross(standings.cross, number) for number in numbers if number > 1),
        made.partners(standings.partners),
        *(made.comparisons(standings, number) for number in [*numbers, None]),
        *(made.times(times, number) for number in numbers),
        made.failures(failures),
    ]
    for table in found:
        if table.rows:
            yield from ("", _shown(table))
    yield Text(f"\n{NOTES}")


def _shown(table: Table) -> RenderableType:
    """A table below what it is about. Names are never read as markup."""
    shown = Shown(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for column in table.columns:
        _add(shown, column)
    for row in table.rows:
        shown.add_row(*map(_text, row))
    caption = Text(table.caption, style="bold")
    return Group(caption, shown, Text(table.note)) if table.note else Group(caption, shown)


def _add(shown: Shown, column: Column) -> None:
    justify = "left" if column.is_words else "right"
    shown.add_column(Text(column.head), justify=justify, overflow="fold")  # type: ignore[arg-type] # is one of them


def _text(cell: Cell) -> Text:
    return Text(f"{cell.text} ({cell.interval})" if cell.interval else cell.text)


def live(standings: Standings, done: int, games: int, rows: int = 20) -> RenderableType:
    """The standings after so many of all games, in about so many lines: the first teams for each number of players."""
    numbers = numbers_of_players(standings.teams)
    if not numbers:
        return Text("No deal is over yet.")
    shown = Shown(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for head, justify in (("players", "right"), ("rank", "right"), ("team", "left"), ("games", "right")):
        shown.add_column(head, justify=justify, no_wrap=True)  # type: ignore[arg-type] # is one of them
    shown.add_column("win rate", justify="right", no_wrap=True)
    for number in numbers:
        _rank(shown, standings, number, max(LEAST, rows // len(numbers) - 1))
    return Group(Text(f"Standings after {done:,} of {games:,} games", style="bold"), shown)


def _rank(shown: Shown, standings: Standings, number: int, most: int) -> None:
    """The first of those with so many players, and how many there are beside them."""
    found = [row for row in standings.teams if len(row.lineup) == number]
    for rank, row in enumerate(found[:most], 1):
        shown.add_row(*map(Text, _line(number, rank, row)), end_section=rank == len(found))
    if len(found) > most:
        shown.add_row("", "", Text(f"and {len(found) - most:,} more with {players(number)}"), end_section=True)


def _line(number: int, rank: int, row: TeamRow) -> tuple[str, ...]:
    rate = f"{percent(row.win_rate.value)} ({percents(row.win_rate)})"
    return str(number), str(rank), shortened(team(row.lineup), LONGEST), f"{row.games:,}", rate
