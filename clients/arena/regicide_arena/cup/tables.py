"""The tables of a cup, before it is settled whether a terminal or a page shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from regicide_arena.bench.summary import GRADES
from regicide_arena.cup.findings import pairs
from regicide_arena.cup.plan import Lineup
from regicide_arena.cup.standings import (
    CrossCell,
    Estimate,
    FailuresRow,
    PartnerRow,
    Standings,
    TeamRow,
    TimesRow,
)
from regicide_arena.cup.wording import (
    is_alone,
    mean,
    means,
    milliseconds,
    percent,
    percents,
    players,
    probability,
    signed,
    signs,
    team,
    told,
    verdict,
)

Row = TypeVar("Row")

MOST_TEAMS: Final = 20
"""So many lineups of as many players are listed; beyond that the best mixed ones are, and all others."""
MOST_PAIRS: Final = 45
"""So many pairs are listed; beyond that, those that matter."""
FEW: Final = 8
"""With so many entrants or fewer, there is room for the intervals in a cross table."""


class Cell(NamedTuple):
    """What is said in one place, and its interval."""

    text: str
    interval: str = ""


class Column(NamedTuple):
    """The head of a column."""

    head: str
    is_words: bool = False
    """Whether its cells are words, not figures."""
    is_name: bool = False
    """Whether it says what a row is about."""


class Table(NamedTuple):
    """A table, whoever shows it."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    note: str = ""


class _Field(NamedTuple):
    """A column together with what it says of a row; None where there is nothing to be said."""

    column: Column
    cell: Callable[..., Cell | None]


def _table(caption: str, fields: Sequence[_Field], rows: Sequence[Row], note: str = "") -> Table:
    """The table of these rows. A column without anything in any row is left out."""
    found = [field for field in fields if any(field.cell(row) for row in rows)]
    cells = [[field.cell(row) or Cell("-") for field in found] for row in rows]
    return Table(caption, [field.column for field in found], cells, note)


def _share(estimate: Estimate) -> Cell:
    return Cell(percent(estimate.value), percents(estimate))


def _mean(estimate: Estimate) -> Cell:
    return Cell(mean(estimate.value), means(estimate))


def _difference(estimate: Estimate, factor: int, decimals: int) -> Cell:
    low, high = factor * estimate.low, factor * estimate.high
    return Cell(signed(factor * estimate.value, decimals), signs(low, high, decimals))


def _count(number: int) -> Cell:
    return Cell(f"{number:,}")


def _grades(row: TeamRow) -> Cell | None:
    return Cell(" / ".join(f"{row.grades.get(grade, 0):,}" for grade in GRADES)) if row.grades else None


_TEAMS: Final = (
    _Field(Column("rank"), lambda ranked: Cell(str(ranked[0]))),
    _Field(Column("team", is_words=True, is_name=True), lambda ranked: Cell(team(ranked[1].lineup))),
    _Field(Column("won"), lambda ranked: _count(ranked[1].won)),
    _Field(Column("lost"), lambda ranked: _count(ranked[1].lost)),
    _Field(Column("forfeited"), lambda ranked: _count(ranked[1].forfeited) if ranked[1].forfeited else None),
    _Field(Column("win rate"), lambda ranked: _share(ranked[1].win_rate)),
    _Field(Column("enemies defeated"), lambda ranked: _mean(ranked[1].defeated)),
    _Field(Column("matchpoints"), lambda ranked: _share(ranked[1].matchpoints) if ranked[1].matchpoints else None),
    _Field(Column(" / ".join(GRADES)), lambda ranked: _grades(ranked[1])),
)


def leaderboard(standings: Standings, number: int) -> Table:
    """The teams of so many players, the best one first."""
    ranked = [*enumerate((row for row in standings.teams if len(row.lineup) == number), 1)]
    listed = _listed(ranked)
    games = max((row.games for _, row in ranked), default=0)
    caption = f"{players(number).capitalize()}: {games:,} {'deal' if games == 1 else 'deals'} for each team"
    left_out = len(ranked) - len(listed)
    return _table(caption, _TEAMS, listed, f"{left_out:,} mixed teams of lower rank are left out." if left_out else "")


def _listed(ranked: list[tuple[int, TeamRow]]) -> list[tuple[int, TeamRow]]:
    """All of one entrant alone, and as many of the best mixed ones as there is room for."""
    mixed = [rank for rank, row in ranked if not is_alone(row.lineup)]
    room = max(0, MOST_TEAMS - (len(ranked) - len(mixed)))
    kept = {*mixed[:room]}
    return [(rank, row) for rank, row in ranked if rank in kept or is_alone(row.lineup)]


_COMPARISONS: Final = (
    _Field(Column("teams", is_words=True, is_name=True), lambda row: Cell(verdict(row))),
    _Field(Column("difference in win rate"), lambda row: _difference(row.difference, 100, 1)),
    _Field(Column("enemies more"), lambda row: _difference(row.defeated_difference, 1, 2)),
    _Field(Column("only the first wins"), lambda row: _count(row.only_first)),
    _Field(Column("only the second"), lambda row: _count(row.only_second)),
    _Field(Column("p, anytime"), lambda row: Cell(probability(row.p_anytime))),
    _Field(Column("p, corrected"), lambda row: Cell(probability(row.p_corrected))),
    _Field(Column("p, one look"), lambda row: Cell(probability(row.p))),
)


def comparisons(standings: Standings, number: int | None) -> Table:
    """What is known of any two teams of so many players; None: of all numbers together."""
    rows = [told(row) for row in pairs(standings, number, MOST_PAIRS)]
    deals = max((row.deals for row in rows), default=0)
    caption = f"{players(number).capitalize()}: the same {deals:,} {'deal' if deals == 1 else 'deals'} for both"
    left_out = sum(row.players == number for row in standings.comparisons) - len(rows)
    why = "those with the first one, and those next to each other in rank are here."
    return _table(caption, _COMPARISONS, rows, f"{left_out:,} pairs are left out: {why}" if left_out else "")


def partners(found: Sequence[PartnerRow]) -> Table:
    """How much each entrant is worth at a table with others: a column for each number of players."""
    numbers = sorted({row.players for row in found})
    values = {(row.entrant, row.players): row.value for row in found}
    columns = [Column("entrant", is_words=True, is_name=True), *(Column(players(number)) for number in numbers)]
    rows = [
        [Cell(name), *(_crossed(values.get((name, number)), FEW) for number in numbers)]
        for name in dict.fromkeys(row.entrant for row in found)
    ]
    return Table("Win rates of mixed teams with each entrant", columns, rows)


_TIMES: Final = (
    _Field(Column("entrant", is_words=True, is_name=True), lambda row: Cell(row.entrant)),
    _Field(Column("actions"), lambda row: _count(row.actions)),
    _Field(Column("half of them within"), lambda row: Cell(milliseconds(row.p50))),
    _Field(Column("99% within"), lambda row: Cell(milliseconds(row.p99))),
    _Field(Column("longest"), lambda row: Cell(milliseconds(row.longest))),
)


def times(found: Sequence[TimesRow], number: int) -> Table:
    """How long the actions took at tables of so many."""
    rows = [row for row in found if row.players == number]
    return _table(f"{players(number).capitalize()}: time for each action", _TIMES, rows)


_FAILURES: Final = (
    _Field(Column("entrant", is_words=True, is_name=True), lambda row: Cell(row.entrant)),
    _Field(Column("players"), lambda row: Cell(str(row.players))),
    _Field(Column("failure", is_words=True), lambda row: Cell(row.kind)),
    _Field(Column("times"), lambda row: _count(row.times)),
    _Field(Column("the first of them", is_words=True), lambda row: Cell(row.first)),
)


def failures(found: Sequence[FailuresRow]) -> Table:
    """What bots failed at, other than the rules."""
    return _table("Failures of bots", _FAILURES, found)


def cross_names(cells: Sequence[CrossCell]) -> list[str]:
    """The entrants of these cells, in the order in which they come up."""
    return [*dict.fromkeys(name for cell in cells for name in (cell.first, cell.second))]


def of_two(cells: Sequence[CrossCell]) -> dict[Lineup, Estimate]:
    """The win rates of any two, whichever of them is named first."""
    return {pair: cell.win_rate for cell in cells for pair in ((cell.first, cell.second), (cell.second, cell.first))}


def cross(found: Sequence[CrossCell], number: int) -> Table:
    """How often any two win together at a table of so many: a row and a column for each entrant, in the same order."""
    cells = [cell for cell in found if cell.players == number]
    names, rates = cross_names(cells), of_two(cells)
    columns = [Column("entrant", is_words=True, is_name=True), *(Column(str(n)) for n in range(1, len(names) + 1))]
    rows = [
        [Cell(f"{n}. {name}"), *(_crossed(rates.get((name, other)), len(names)) for other in names)]
        for n, name in enumerate(names, 1)
    ]
    return Table(f"{players(number).capitalize()}: win rates of any two together", columns, rows)


def _crossed(rate: Estimate | None, entrants: int) -> Cell:
    if rate is None:
        return Cell("-")
    return _share(rate) if entrants <= FEW else Cell(f"{rate.value:.0%}")
