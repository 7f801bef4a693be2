"""How long actions take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator

from regicide_arena.cup.report.colours import INK
from regicide_arena.cup.report.figures.rows import Rows
from regicide_arena.cup.standings import TimesRow
from regicide_arena.cup.wording import milliseconds

WIDEST: Final = 2.0
"""A bar is no wider than from a time to so many times as long."""
NARROWEST: Final = 1.02


def times(rows: Sequence[TimesRow], clock: float | None, colours: Mapping[str, str]) -> Figure:
    """The share of actions that take so long, on a scale of powers of ten; marked: p50, p99 and the clock."""
    step = _step(rows)
    figure = Rows(len(rows), 30, "time for an action")
    figure.axes.set_xscale("log")
    for row in rows:
        base = figure.add(row.entrant, f"{milliseconds(row.p50)} / {milliseconds(row.p99)}")
        figure.rule(base)
        above, counts = (np.array(values, float) for values in zip(*row.spread, strict=True))
        heights = figure.height * counts / counts.max()
        figure.axes.bar(above / step, heights, above - above / step, base, align="edge", color=colours[row.entrant])
        for mark in (row.p50, row.p99):
            figure.axes.plot([mark, mark], [base, base + figure.height], color=INK.light, linewidth=0.9)
    _scale(figure, rows, step, clock)
    return figure.figure


def _step(rows: Sequence[TimesRow]) -> float:
    """How many times as long the actions of a bar take as those of the one before."""
    ratios = [after[0] / before[0] for row in rows for before, after in pairwise(row.spread)]
    return max(NARROWEST, min([*ratios, WIDEST]))


def _scale(figure: Rows, rows: Sequence[TimesRow], step: float, clock: float | None) -> None:
    shortest = min(row.spread[0][0] for row in rows) / step
    longest = max(max(row.spread[-1][0], row.longest) for row in rows)
    if clock is not None and clock * 1000 <= 100 * longest:
        figure.upright(clock * 1000, is_dashed=True)
        longest = max(longest, clock * 1000)
    figure.axes.set_xlim(shortest / 1.3, longest * 1.3)
    figure.axes.xaxis.set_minor_locator(NullLocator())
    figure.axes.xaxis.set_major_formatter(
        FuncFormatter(lambda value, _: f"{value:g} ms" if value < 1000 else f"{value / 1000:g} s")
    )
