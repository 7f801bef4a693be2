"""How long actions take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator

from regicide_arena.cup.report.colours import FAINT, INK
from regicide_arena.cup.report.figures.rows import Rows
from regicide_arena.cup.standings import TimesRow
from regicide_arena.cup.wording import milliseconds

WIDEST: Final = 2.0
"""A bar is no wider than from a time to so many times as long."""
NARROWEST: Final = 1.02
FAR: Final = 100
"""A clock of more than so many times the longest action is left out."""


def times(rows: Sequence[TimesRow], clock: float | None, colours: Mapping[str, str]) -> Figure:
    """The share of actions that take so long, on a scale of powers of ten; marked: p50, p99 and the clock."""
    step = _step(rows)
    longest = max(max(row.spread[-1][0], row.longest) for row in rows)
    limit = [1000 * clock] if clock is not None and 1000 * clock <= FAR * longest else []
    figure = Rows(len(rows), 30, "time for an action")
    figure.axes.set_xscale("log")
    for row in rows:
        base = figure.add(row.entrant, f"{milliseconds(row.p50)} / {milliseconds(row.p99)}")
        figure.rule(base)
        above, counts = (np.array(values, float) for values in zip(*row.spread, strict=True))
        figure.bars((above + above / step) / 2, counts / counts.max(), base, above - above / step, colours[row.entrant])
        for at in (row.p50, row.p99):
            figure.mark(at, base, INK.light)
        for at in limit:
            figure.mark(at, base, FAINT.light, "--")
    _scale(figure, min(row.spread[0][0] for row in rows) / step, max(longest, *limit, 0))
    return figure.figure


def _step(rows: Sequence[TimesRow]) -> float:
    """How many times as long the actions of a bar take as those of the one before."""
    ratios = [after[0] / before[0] for row in rows for before, after in pairwise(row.spread)]
    return max(NARROWEST, min([*ratios, WIDEST]))


def _scale(figure: Rows, shortest: float, longest: float) -> None:
    figure.axes.set_xlim(shortest / 1.3, longest * 1.3)
    figure.axes.xaxis.set_minor_locator(NullLocator())
    figure.axes.xaxis.set_major_formatter(
        FuncFormatter(lambda value, _: f"{value:g} ms" if value < 1000 else f"{value / 1000:g} s")
    )
