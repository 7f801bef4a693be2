"""What is said of bots that were measured: a table for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from regicide_arena.figures import Figures
from regicide_arena.intervals import CONFIDENCE, Interval


class Column(NamedTuple):
    """A column of the table: its head, and its text for a row; None where there is nothing to be said."""

    head: str
    text: Callable[[Figures], str | None]
    is_narrow: bool = True
    """Whether its texts stay on one line, however narrow the page is."""


def _share(value: float | None, interval: Interval | None) -> str | None:
    if value is None or interval is None:
        return None
    return f"{value:.1%} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def _mean(value: float | None, interval: Interval | None) -> str | None:
    if value is None:
        return None
    return f"{value:.2f}" + (f" ({interval.low:.2f} to {interval.high:.2f})" if interval else "")


def _grades(row: Figures) -> str | None:
    return ", ".join(f"{grade} {share:.1%}" for grade, share in row.grades.items()) if row.grades else None


def _ms(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.1f}"


WIDE: Final = 120
"""From so many characters on there is room between the columns."""
COLUMNS: Final = (
    Column("bot", lambda row: row.bot, is_narrow=False),
    Column("players", lambda row: str(row.players)),
    Column("games", lambda row: str(row.games)),
    Column("won", lambda row: _share(row.win_rate, row.win_rate_interval), is_narrow=False),
    Column("enemies defeated", lambda row: _mean(row.defeated, row.defeated_interval), is_narrow=False),
    Column("grades", _grades, is_narrow=False),
    Column("p50", lambda row: _ms(row.ms.p50) if row.ms else None),
    Column("p99", lambda row: _ms(row.ms.p99) if row.ms else None),
    Column("mean", lambda row: _ms(row.ms.mean) if row.ms else None),
    Column("failed", lambda row: str(row.failed) if row.failed else None),
)
"""A column without a text in any row is left out."""


def table(found: Sequence[Figures], width: int) -> Table:
    """The table for so wide a page."""
    shown = Table(box=SIMPLE_HEAD, show_edge=False)
    shown.padding = (0, 1 if width >= WIDE else 0)
    columns = [column for column in COLUMNS if any(column.text(row) for row in found)]
    for column in columns:
        shown.add_column(column.head, justify="right", no_wrap=column.is_narrow, overflow="fold")
    shown.columns[0].justify = "left"
    for row, after in zip(found, [*found[1:], None], strict=True):
        ends = after is not None and after.bot != row.bot
        shown.add_row(*(Text(column.text(row) or "-") for column in columns), end_section=ends)
    return shown


def notes(stopped: str) -> str:
    """What the figures of the table are; where it was stopped, that they are not all."""
    intervals = (
        f"In brackets: {CONFIDENCE:.0%} confidence, by Wilson for shares, by Student's t for means.\n"
        "p50, p99, mean: milliseconds for each action."
    )
    return (
        f"{stopped[:1].upper()}{stopped[1:]}: these are the figures of those alone.\n{intervals}"
        if stopped
        else intervals
    )


def as_json(found: Sequence[Figures], deals: str, seed: str, *, complete: bool) -> str:
    """The same as a JSON object; times are in milliseconds, and what cannot be said is null."""
    rows = [row._asdict() | {"ms": row.ms._asdict() if row.ms else None} for row in found]
    content = {"complete": complete, "deals": deals, "seed": seed, "confidence": CONFIDENCE, "results": rows}
    return json.dumps(content, indent=2) + "\n"
