"""The tables of a tournament, independent of the medium that renders them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from regicide_arena.stats import Estimate
from regicide_arena.tournament.model import GRADES, Lineup, is_pure
from regicide_arena.tournament.report.conclusions import oriented, relevant_pairs, verdict
from regicide_arena.tournament.report.texts import (
    deals_text,
    duration,
    mean,
    mean_interval,
    p_value,
    percent,
    percent_interval,
    players_text,
    signed,
    signed_interval,
    team_name,
)
from regicide_arena.tournament.stats.model import CrossCell, PartnerRow, Standings, TeamRow
from regicide_arena.tournament.summary import FailuresRow, TimesRow

Row = TypeVar("Row")

MAX_TEAMS: Final = 20
"""Lineups listed per number of players; beyond that the best mixed ones, and all pure ones."""
MAX_PAIRS: Final = 45
"""Pairs listed; beyond that the relevant ones."""
MAX_INTERVAL_ENTRANTS: Final = 8
"""Entrants up to which the cells of a cross table have room for intervals."""


class Cell(NamedTuple):
    """The text of a cell, and its interval."""

    text: str
    interval: str = ""


class Column(NamedTuple):
    """A column's heading and kind."""

    head: str
    is_words: bool = False
    """Holds words, not figures."""
    is_name: bool = False
    """Names the subject of the row."""


class ReportTable(NamedTuple):
    """A table."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    note: str = ""


class _Field(NamedTuple):
    """A column and its cell for a row; None for an empty cell."""

    column: Column
    cell: Callable[..., Cell | None]


def leaderboard(standings: Standings, number: int) -> ReportTable:
    """Rank the teams with this number of players."""
    ranked = [*enumerate((row for row in standings.teams if len(row.lineup) == number), 1)]
    listed = _listed(ranked)
    games = max((row.games for _, row in ranked), default=0)
    caption = f"{players_text(number).capitalize()}: {deals_text(games)} for each team"
    omitted = len(ranked) - len(listed)
    note = f"{omitted:,} mixed teams of lower rank are not shown." if omitted else ""
    return _table(caption, _TEAM_FIELDS, listed, note)


def comparisons(standings: Standings, number: int | None) -> ReportTable:
    """Compare pairs with this number of players; None: all numbers pooled."""
    rows = [oriented(row) for row in relevant_pairs(standings, number, MAX_PAIRS)]
    deals = max((row.deals for row in rows), default=0)
    caption = f"{players_text(number).capitalize()}: the same {deals_text(deals)} for both"
    omitted = sum(row.players == number for row in standings.comparisons) - len(rows)
    note = f"{omitted:,} pairs are not shown; these are the pairs with the first team, and of adjacent ranks."
    return _table(caption, _COMPARISON_FIELDS, rows, note if omitted else "")


def partners(found: Sequence[PartnerRow]) -> ReportTable:
    """Show the value of each entrant as a partner, with a column per number of players."""
    numbers = sorted({row.players for row in found})
    values = {(row.entrant, row.players): row.value for row in found}
    columns = [Column("entrant", is_words=True, is_name=True), *(Column(players_text(number)) for number in numbers)]
    rows = [
        [Cell(name), *(_rate(values.get((name, number)), has_interval=True) for number in numbers)]
        for name in dict.fromkeys(row.entrant for row in found)
    ]
    return ReportTable("Win rates of mixed teams with each entrant", columns, rows)


def cross_table(found: Sequence[CrossCell], number: int) -> ReportTable:
    """Show the win rate of each pair of entrants in one lineup, with rows and columns in the same order."""
    cells = [cell for cell in found if cell.players == number]
    names, rates = cross_names(cells), rates_by_pair(cells)
    columns = [Column("entrant", is_words=True, is_name=True), *(Column(str(n)) for n in range(1, len(names) + 1))]
    has_interval = len(names) <= MAX_INTERVAL_ENTRANTS
    rows = [
        [Cell(f"{n}. {name}"), *(_rate(rates.get((name, other)), has_interval=has_interval) for other in names)]
        for n, name in enumerate(names, 1)
    ]
    return ReportTable(f"{players_text(number).capitalize()}: win rates of two entrants together", columns, rows)


def cross_names(cells: Sequence[CrossCell]) -> list[str]:
    """List the entrants of the cells in order of first appearance."""
    return [*dict.fromkeys(name for cell in cells for name in (cell.first, cell.second))]


def rates_by_pair(cells: Sequence[CrossCell]) -> dict[Lineup, Estimate]:
    """Index the win rates by both orders of each pair."""
    return {pair: cell.win_rate for cell in cells for pair in ((cell.first, cell.second), (cell.second, cell.first))}


def action_times(found: Sequence[TimesRow], number: int) -> ReportTable:
    """Show the durations of actions with this number of players."""
    rows = [row for row in found if row.players == number]
    return _table(f"{players_text(number).capitalize()}: time per action", _TIME_FIELDS, rows)


def failures(found: Sequence[FailuresRow]) -> ReportTable:
    """Show the failures of bots."""
    return _table("Failures of bots", _FAILURE_FIELDS, found)


def _table(caption: str, fields: Sequence[_Field], rows: Sequence[Row], note: str = "") -> ReportTable:
    """Build a table; columns without any content are left out."""
    used = [field for field in fields if any(field.cell(row) for row in rows)]
    cells = [[field.cell(row) or Cell("-") for field in used] for row in rows]
    return ReportTable(caption, [field.column for field in used], cells, note)


def _share(estimate: Estimate) -> Cell:
    return Cell(percent(estimate.value), percent_interval(estimate))


def _mean(estimate: Estimate) -> Cell:
    return Cell(mean(estimate.value), mean_interval(estimate))


def _difference(estimate: Estimate, factor: int, decimals: int) -> Cell:
    low, high = factor * estimate.low, factor * estimate.high
    return Cell(signed(factor * estimate.value, decimals), signed_interval(low, high, decimals))


def _count(number: int) -> Cell:
    return Cell(f"{number:,}")


def _rate(rate: Estimate | None, *, has_interval: bool) -> Cell:
    if rate is None:
        return Cell("-")
    return _share(rate) if has_interval else Cell(f"{rate.value:.0%}")


def _grades(row: TeamRow) -> Cell | None:
    return Cell(" / ".join(f"{row.grades.get(grade, 0):,}" for grade in GRADES)) if row.grades else None


def _listed(ranked: list[tuple[int, TeamRow]]) -> list[tuple[int, TeamRow]]:
    """Select all pure teams, and as many of the best mixed ones as fit."""
    mixed = [rank for rank, row in ranked if not is_pure(row.lineup)]
    room = max(0, MAX_TEAMS - (len(ranked) - len(mixed)))
    shown = {*mixed[:room]}
    return [(rank, row) for rank, row in ranked if rank in shown or is_pure(row.lineup)]


_TEAM_FIELDS: Final = (
    _Field(Column("rank"), lambda ranked: Cell(str(ranked[0]))),
    _Field(Column("team", is_words=True, is_name=True), lambda ranked: Cell(team_name(ranked[1].lineup))),
    _Field(Column("won"), lambda ranked: _count(ranked[1].won)),
    _Field(Column("lost"), lambda ranked: _count(ranked[1].lost)),
    _Field(Column("forfeited"), lambda ranked: _count(ranked[1].forfeited) if ranked[1].forfeited else None),
    _Field(Column("win rate"), lambda ranked: _share(ranked[1].win_rate)),
    _Field(Column("enemies defeated"), lambda ranked: _mean(ranked[1].defeated)),
    _Field(Column("matchpoints"), lambda ranked: _share(ranked[1].matchpoints) if ranked[1].matchpoints else None),
    _Field(Column(" / ".join(GRADES)), lambda ranked: _grades(ranked[1])),
)
"""Columns of a team with its rank."""

_COMPARISON_FIELDS: Final = (
    _Field(Column("teams", is_words=True, is_name=True), lambda row: Cell(verdict(row))),
    _Field(Column("difference in win rate"), lambda row: _difference(row.difference, 100, 1)),
    _Field(Column("difference in enemies"), lambda row: _difference(row.defeated_difference, 1, 2)),
    _Field(Column("only the first wins"), lambda row: _count(row.only_first)),
    _Field(Column("only the second"), lambda row: _count(row.only_second)),
    _Field(Column("p, anytime"), lambda row: Cell(p_value(row.p_anytime))),
    _Field(Column("p, corrected"), lambda row: Cell(p_value(row.p_corrected))),
    _Field(Column("p, one look"), lambda row: Cell(p_value(row.p))),
)

_TIME_FIELDS: Final = (
    _Field(Column("entrant", is_words=True, is_name=True), lambda row: Cell(row.entrant)),
    _Field(Column("actions"), lambda row: _count(row.actions)),
    _Field(Column("median"), lambda row: Cell(duration(row.p50))),
    _Field(Column("99th percentile"), lambda row: Cell(duration(row.p99))),
    _Field(Column("longest"), lambda row: Cell(duration(row.longest))),
)

_FAILURE_FIELDS: Final = (
    _Field(Column("entrant", is_words=True, is_name=True), lambda row: Cell(row.entrant)),
    _Field(Column("players"), lambda row: Cell(str(row.players))),
    _Field(Column("failure", is_words=True), lambda row: Cell(row.kind)),
    _Field(Column("count"), lambda row: _count(row.times)),
    _Field(Column("first occurrence", is_words=True), lambda row: Cell(row.first)),
)
