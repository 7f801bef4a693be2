"""The tables of a tournament, independent of the medium that renders them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from regicide_arena.tournament.model import GRADES
from regicide_arena.tournament.report.texts import (
    deals_text,
    duration,
    join_names,
    listed_teams,
    mean,
    mean_interval,
    oriented,
    p_value,
    percent,
    percent_interval,
    players_text,
    relevant_pairs,
    signed,
    signed_interval,
    team_name,
    verdict,
)
from regicide_arena.tournament.stats.model import Comparison, CrossCell, Estimate, PartnerRow, Standings, TeamRow
from regicide_arena.tournament.stats.ratings import RatedTournament, Ratings
from regicide_arena.tournament.summary import FailuresRow, TimesRow

Row = TypeVar("Row")

MAX_PAIRS: Final = 45
"""Pairs listed; beyond that the relevant ones."""
MAX_INTERVAL_ENTRANTS: Final = 8
"""Entrants up to which the cells of a cross table have room for intervals."""


class Cell(NamedTuple):
    """The text of a cell, and its interval."""

    text: str
    interval: str = ""


class Column(NamedTuple):
    """A column: its heading, its cell for a row, None for an empty one, and its kind."""

    head: str
    cell: Callable[..., Cell | None] = lambda cell: cell
    is_words: bool = False
    """Holds words, not figures."""
    is_name: bool = False
    """Names the subject of the row, in words."""


class ReportTable(NamedTuple):
    """A table."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    note: str = ""


def leaderboard(standings: Standings, number: int) -> ReportTable:
    """Rank the teams with this number of players."""
    ranked = _ranked([row for row in standings.teams if len(row.lineup) == number], _achieved)
    teams = listed_teams(standings, number)
    listed = [(rank, row) for rank, row in ranked if row in teams]
    games = max((row.games for _, row in ranked), default=0)
    caption = f"{players_text(number).capitalize()}: {deals_text(games)} for each team"
    omitted = len(ranked) - len(listed)
    note = f"{omitted:,} mixed teams of lower rank are not shown." if omitted else ""
    return _table(caption, _TEAM_COLUMNS, listed, note)


def comparisons(standings: Standings, number: int | None) -> ReportTable:
    """Compare pairs with this number of players; None: all numbers pooled."""
    rows = [oriented(row) for row in relevant_pairs(standings, number, MAX_PAIRS)]
    deals = max((row.deals for row in rows), default=0)
    caption = f"{players_text(number).capitalize()}: the same {deals_text(deals)} for both"
    omitted = sum(row.players == number for row in standings.comparisons) - len(rows)
    note = f"{omitted:,} pairs are not shown; these are the pairs with the first team, and of adjacent ranks."
    return _table(caption, _COMPARISON_COLUMNS, rows, note if omitted else "")


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
    names = [*dict.fromkeys(name for cell in cells for name in (cell.first, cell.second))]
    pairs = {(cell.first, cell.second): cell.win_rate for cell in cells}
    rates = pairs | {(second, first): rate for (first, second), rate in pairs.items()}
    columns = [Column("entrant", is_words=True, is_name=True), *(Column(str(n)) for n in range(1, len(names) + 1))]
    has_interval = len(names) <= MAX_INTERVAL_ENTRANTS
    rows = [
        [Cell(f"{n}. {name}"), *(_rate(rates.get((name, other)), has_interval=has_interval) for other in names)]
        for n, name in enumerate(names, 1)
    ]
    return ReportTable(f"{players_text(number).capitalize()}: win rates of two entrants together", columns, rows)


def action_times(found: Sequence[TimesRow], number: int) -> ReportTable:
    """Show the durations of actions with this number of players."""
    rows = [row for row in found if row.players == number]
    return _table(f"{players_text(number).capitalize()}: time per action", _TIME_COLUMNS, rows)


def ratings(found: Ratings, players: int, kind: str) -> ReportTable:
    """Rank the entrants of a ladder; `kind` is `teams` or `partners`."""
    note = f"Not comparable with these: {join_names(found.unlinked)}." if found.unlinked else ""
    caption = f"{players_text(players).capitalize()}, {kind}"
    return _table(caption, _RATING_COLUMNS, _ranked(found.rows, lambda row: _rating(row.rating)), note)


def tournaments(found: Sequence[RatedTournament]) -> ReportTable:
    """List the tournaments of a ladder."""
    return _table("Tournaments", _TOURNAMENT_COLUMNS, found)


def failures(found: Sequence[FailuresRow]) -> ReportTable:
    """Show the failures of bots."""
    return _table("Failures of bots", _FAILURE_COLUMNS, found)


def _table(caption: str, columns: Sequence[Column], rows: Sequence[Row], note: str = "") -> ReportTable:
    """Build a table; columns without any content are left out."""
    used = [column for column in columns if any(column.cell(row) for row in rows)]
    cells = [[column.cell(row) or Cell("-") for column in used] for row in rows]
    return ReportTable(caption, used, cells, note)


def _share(estimate: Estimate) -> Cell:
    return Cell(percent(estimate.value), percent_interval(estimate))


def _mean(estimate: Estimate) -> Cell:
    return Cell(mean(estimate.value), mean_interval(estimate))


def _difference(estimate: Estimate, factor: int, decimals: int) -> Cell:
    low, high = factor * estimate.low, factor * estimate.high
    return Cell(signed(factor * estimate.value, decimals), signed_interval(low, high, decimals))


def _no_worse(row: Comparison) -> Cell | None:
    """Return the p-values of the first and of the second team."""
    ps = [p_value(p) for p in (row.p_first_no_worse, row.p_second_no_worse) if p is not None]
    return Cell(" / ".join(ps)) if ps else None


def _rating(rating: Estimate) -> Cell:
    return Cell(f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}")


def _count(number: int) -> Cell:
    return Cell(f"{number:,}")


def _rate(rate: Estimate | None, *, has_interval: bool) -> Cell:
    if rate is None:
        return Cell("-")
    return _share(rate) if has_interval else Cell(f"{rate.value:.0%}")


def _grades(row: TeamRow) -> Cell | None:
    return Cell(" / ".join(f"{row.grades.get(grade, 0):,}" for grade in GRADES)) if row.grades else None


def _ranked(rows: Sequence[Row], key: Callable[[Row], object]) -> list[tuple[int, Row]]:
    """Give each row its rank. Rows with the same key share one."""
    keys = [*map(key, rows)]
    return [(keys.index(each) + 1, row) for each, row in zip(keys, rows, strict=True)]


def _achieved(row: TeamRow) -> tuple[int, Estimate | None, Estimate]:
    """Return what teams are ranked by."""
    return row.won, row.matchpoints, row.defeated


_TEAM_COLUMNS: Final = (
    Column("rank", lambda ranked: Cell(str(ranked[0]))),
    Column("team", lambda ranked: Cell(team_name(ranked[1].lineup)), is_words=True, is_name=True),
    Column("won", lambda ranked: _count(ranked[1].won)),
    Column("lost", lambda ranked: _count(ranked[1].lost)),
    Column("forfeited", lambda ranked: _count(ranked[1].forfeited) if ranked[1].forfeited else None),
    Column("win rate", lambda ranked: _share(ranked[1].win_rate)),
    Column("enemies defeated", lambda ranked: _mean(ranked[1].defeated)),
    Column("matchpoints", lambda ranked: _share(ranked[1].matchpoints) if ranked[1].matchpoints else None),
    Column(" / ".join(GRADES), lambda ranked: _grades(ranked[1])),
)
"""Columns of a team with its rank."""

_COMPARISON_COLUMNS: Final = (
    Column("teams", lambda row: Cell(verdict(row)), is_words=True, is_name=True),
    Column("difference in win rate", lambda row: _difference(row.difference, 100, 1)),
    Column("difference in enemies", lambda row: _difference(row.defeated_difference, 1, 2)),
    Column("only the first wins", lambda row: _count(row.only_first)),
    Column("only the second", lambda row: _count(row.only_second)),
    Column("p, anytime", lambda row: Cell(p_value(row.p_anytime))),
    Column("wins left", lambda row: None if row.wins_left is None else _count(row.wins_left)),
    Column("p, no worse", _no_worse),
    Column("p, corrected", lambda row: Cell(p_value(row.p_corrected))),
)

_RATING_COLUMNS: Final = (
    Column("rank", lambda ranked: Cell(str(ranked[0]))),
    Column("entrant", lambda ranked: Cell(ranked[1].entrant), is_words=True, is_name=True),
    Column("rating", lambda ranked: _rating(ranked[1].rating)),
    Column("deals", lambda ranked: _count(ranked[1].deals)),
)
"""Columns of a rating with its rank."""

_TOURNAMENT_COLUMNS: Final = (
    Column("tournament", lambda row: Cell(row.name), is_words=True, is_name=True),
    Column("entrants", lambda row: Cell(", ".join(row.entrants)), is_words=True),
    Column("games", lambda row: _count(sum(map(len, row.results.values())))),
    Column("commitment to the seed", lambda row: Cell(row.commitment), is_words=True),
)

_TIME_COLUMNS: Final = (
    Column("entrant", lambda row: Cell(row.entrant), is_words=True, is_name=True),
    Column("actions", lambda row: _count(row.actions)),
    Column("median", lambda row: Cell(duration(row.p50))),
    Column("99th percentile", lambda row: Cell(duration(row.p99))),
    Column("longest", lambda row: Cell(duration(row.longest))),
)

_FAILURE_COLUMNS: Final = (
    Column("entrant", lambda row: Cell(row.entrant), is_words=True, is_name=True),
    Column("players", lambda row: Cell(str(row.players))),
    Column("failure", lambda row: Cell(row.kind), is_words=True),
    Column("count", lambda row: _count(row.times)),
    Column("first occurrence", lambda row: Cell(row.first), is_words=True),
)
