"""The summary of a benchmark: statistics of each bot's games, as a table and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from statistics import fmean, quantiles
from typing import Final, NamedTuple

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

import regicide
from regicide.rulebook import ENEMIES_IN_CASTLE, SOLO_GRADES
from regicide_arena.bench.games import MeasuredGame
from regicide_arena.stats import (
    CONFIDENCE,
    Estimate,
    Interval,
    Quantity,
    bootstrap_intervals,
    estimate_means,
    wilson_interval,
)

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
    """As in the standings of a tournament: by bootstrap, cautious where all games are alike."""
    grades: dict[str, float] | None
    """For one player: the share of each grade in all games."""
    ms: ActionTimes | None
    """By the wall clock."""
    cpu_ms: ActionTimes | None
    """CPU time."""


def summarize(bot: str, players: int, games: Sequence[MeasuredGame]) -> BotSummary:
    """Summarize the games of a bot for one number of players, in any order."""
    failures = [game.failure for game in sorted(games, key=lambda game: game.task.number) if game.failure]
    ended = [game.outcome for game in games if game.outcome]
    won, defeated = sum(outcome.won for outcome in ended), _mean_defeated(ended)
    return BotSummary(
        bot=bot,
        players=players,
        games=len(ended),
        failed=len(failures),
        failure=failures[0] if failures else None,
        won=won,
        win_rate=won / len(ended) if ended else None,
        win_rate_interval=wilson_interval(won, len(ended)) if ended else None,
        defeated=defeated.value if defeated else None,
        defeated_interval=defeated.interval if defeated else None,
        grades=_grade_shares(ended) if players == 1 and ended else None,
        ms=_action_times(game.times.wall_s for game in games),
        cpu_ms=_action_times(game.times.cpu_s for game in games),
    )


def _grade_shares(ended: Sequence[regicide.Outcome]) -> dict[str, float]:
    grades = Counter(outcome.grade for outcome in ended)
    return {grade: grades[grade] / len(ended) for grade in GRADES}


def _mean_defeated(ended: Sequence[regicide.Outcome]) -> Estimate | None:
    """Estimate the mean number of defeated enemies; the order of the games makes no difference."""
    if not ended:
        return None
    row = np.array(sorted(outcome.defeated for outcome in ended))
    [found] = estimate_means([Quantity(row, 0, ENEMIES_IN_CASTLE)], bootstrap_intervals)
    return found


def _action_times(by_game: Iterable[Sequence[float]]) -> ActionTimes | None:
    seconds = [*chain.from_iterable(by_game)]
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


def _ms_columns(clock: str, times_of: Callable[[BotSummary], ActionTimes | None]) -> Iterator[Column]:
    """Yield a column for each statistic of the times by a clock."""
    for place, name in enumerate(ActionTimes._fields):

        def text(row: BotSummary, place: int = place) -> str | None:
            times = times_of(row)
            return _milliseconds(times[place]) if times else None

        yield Column(f"{clock}\n{name}", text)


def _milliseconds(ms: float) -> str:
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
    *_ms_columns("wall", attrgetter("ms")),
    *_ms_columns("CPU", attrgetter("cpu_ms")),
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
        f"In brackets: {CONFIDENCE:.0%} confidence intervals, by Wilson for shares, by bootstrap for means.\n"
        "wall, CPU: milliseconds for each action, by the wall clock and of CPU time; p50 and p99 are percentiles."
    )
    return f"{stopped}: the table covers only these.\n{intervals}" if stopped else intervals


def summary_json(rows: Sequence[BotSummary], deal_set: str, bot_seed: str, *, complete: bool) -> str:
    """Return the rows as a JSON object; times are in milliseconds, missing statistics are null."""
    results = [row._asdict() | {"ms": _fields(row.ms), "cpu_ms": _fields(row.cpu_ms)} for row in rows]
    content = {
        "complete": complete, "deals": deal_set, "seed": bot_seed, "confidence": CONFIDENCE, "results": results
    }  # fmt: skip
    return json.dumps(content, indent=2) + "\n"


def _fields(times: ActionTimes | None) -> dict[str, float] | None:
    return times._asdict() if times else None
