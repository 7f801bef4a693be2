"""The summary of a benchmark: statistics of each bot's games, as a table and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean, quantiles
from typing import Final, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

import regicide
from regicide.rulebook import ENEMIES_IN_CASTLE, SOLO_GRADES
from regicide_arena.bench.games import MeasuredGame
from regicide_arena.stats import CONFIDENCE, Interval, mean_interval, wilson_interval

GRADES: Final = tuple(SOLO_GRADES.values())
"""The grades of a solo win, the best first."""


class ActionTimes(NamedTuple):
    """The time of an action, in milliseconds."""

    p50: float
    p99: float
    mean: float


class BotSummary(NamedTuple):
    """The results of a bot for one number of players. Statistics that need more games are None."""

    bot: str
    players: int
    games: int
    """The games played to their end, without the failed ones."""
    failed: int
    failure: str | None
    """The first of the failures."""
    won: int
    win_rate: float | None
    win_rate_interval: Interval | None
    """Wilson's interval."""
    defeated: float | None
    """The mean number of defeated enemies."""
    defeated_interval: Interval | None
    """The interval by Student's t, within the possible numbers."""
    grades: dict[str, float] | None
    """For one player: the share of each grade in all games."""
    ms: ActionTimes | None


def summarize(bot: str, players: int, games: Sequence[MeasuredGame]) -> BotSummary:
    """Summarize the games of a bot for one number of players, in any order."""
    failures = [game.failure for game in sorted(games, key=lambda game: game.task.number) if game.failure]
    ended = [game.outcome for game in games if game.outcome]
    won, defeated = sum(outcome.won for outcome in ended), [outcome.defeated for outcome in ended]
    return BotSummary(
        bot=bot,
        players=players,
        games=len(ended),
        failed=len(failures),
        failure=failures[0] if failures else None,
        won=won,
        win_rate=won / len(ended) if ended else None,
        win_rate_interval=wilson_interval(won, len(ended)) if ended else None,
        defeated=fmean(defeated) if defeated else None,
        defeated_interval=mean_interval(defeated, 0.0, float(ENEMIES_IN_CASTLE)) if len(defeated) > 1 else None,
        grades=_grade_shares(ended) if players == 1 and ended else None,
        ms=_action_times([second for game in games for second in game.seconds]),
    )


def _grade_shares(ended: Sequence[regicide.Outcome]) -> dict[str, float]:
    grades = Counter(outcome.grade for outcome in ended)
    return {grade: grades[grade] / len(ended) for grade in GRADES}


def _action_times(seconds: Sequence[float]) -> ActionTimes | None:
    if not seconds:
        return None
    hundredths = quantiles([*seconds] * 2 if len(seconds) == 1 else seconds, n=100, method="inclusive")
    return ActionTimes(1000 * hundredths[49], 1000 * hundredths[98], 1000 * fmean(seconds))


class Column(NamedTuple):
    """A column of the table: its head, and its text for a row, None for an empty cell."""

    head: str
    text: Callable[[BotSummary], str | None]
    is_narrow: bool = True
    """Whether its texts never wrap."""


def _percent_cell(share: float | None, interval: Interval | None) -> str | None:
    if share is None or interval is None:
        return None
    return f"{share:.1%} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def _mean_cell(mean: float | None, interval: Interval | None) -> str | None:
    if mean is None:
        return None
    return f"{mean:.2f}" + (f" ({interval.low:.2f} to {interval.high:.2f})" if interval else "")


def _grades_cell(row: BotSummary) -> str | None:
    return ", ".join(f"{grade} {share:.1%}" for grade, share in row.grades.items()) if row.grades else None


def _ms_cell(ms: float) -> str:
    return f"{ms:.3f}" if ms < 1 else f"{ms:.1f}"


PADDED_WIDTH: Final = 120
"""Characters per line from which on columns are padded."""
COLUMNS: Final = (
    Column("bot", lambda row: row.bot, is_narrow=False),
    Column("players", lambda row: str(row.players)),
    Column("games", lambda row: str(row.games)),
    Column("won", lambda row: _percent_cell(row.win_rate, row.win_rate_interval), is_narrow=False),
    Column("enemies defeated", lambda row: _mean_cell(row.defeated, row.defeated_interval), is_narrow=False),
    Column("grades", _grades_cell, is_narrow=False),
    Column("p50", lambda row: _ms_cell(row.ms.p50) if row.ms else None),
    Column("p99", lambda row: _ms_cell(row.ms.p99) if row.ms else None),
    Column("mean", lambda row: _ms_cell(row.ms.mean) if row.ms else None),
    Column("failed", lambda row: str(row.failed) if row.failed else None),
)
"""Columns that are empty in every row are left out."""


def summary_table(rows: Sequence[BotSummary], width: int) -> Table:
    """Return the table for a line of `width` characters."""
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    table.padding = (0, 1 if width >= PADDED_WIDTH else 0)
    columns = [column for column in COLUMNS if any(column.text(row) for row in rows)]
    for column in columns:
        table.add_column(column.head, justify="right", no_wrap=column.is_narrow, overflow="fold")
    table.columns[0].justify = "left"
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        ends = after is not None and after.bot != row.bot
        table.add_row(*(Text(column.text(row) or "-") for column in columns), end_section=ends)
    return table


def table_notes(stopped: str) -> str:
    """Return the notes below the table; `stopped` says how far an incomplete benchmark came, and is empty else."""
    intervals = (
        f"In brackets: {CONFIDENCE:.0%} confidence intervals, by Wilson for shares, by Student's t for means.\n"
        "p50, p99, mean: milliseconds for each action."
    )
    return f"{stopped}: the table covers only these.\n{intervals}" if stopped else intervals


def summary_json(rows: Sequence[BotSummary], deal_set: str, bot_seed: str, *, complete: bool) -> str:
    """Return the rows as a JSON object; times are in milliseconds, missing statistics are null."""
    results = [row._asdict() | {"ms": row.ms._asdict() if row.ms else None} for row in rows]
    content = {
        "complete": complete, "deals": deal_set, "seed": bot_seed, "confidence": CONFIDENCE, "results": results
    }  # fmt: skip
    return json.dumps(content, indent=2) + "\n"
