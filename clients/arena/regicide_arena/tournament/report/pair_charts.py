"""Charts of pairs: differences on the same deals, and win rates of two entrants together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from matplotlib import colormaps, rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.tournament.model import pure_lineup
from regicide_arena.tournament.report.conclusions import oriented
from regicide_arena.tournament.report.formatting import shorten, signed
from regicide_arena.tournament.report.row_chart import DPI, MARGIN_PX, MAX_LABEL_CHARS, WIDTH_PX, RowChart
from regicide_arena.tournament.report.svg import FAINT, INK, LINE, STYLE
from regicide_arena.tournament.report.tables import cross_names, rates_by_pair
from regicide_arena.tournament.stats.model import Comparison, CrossCell, Outcomes

MAX_NAME_CHARS: Final = 22
"""Characters of a name beside the cells."""
CHAR_PX: Final = 5.6
MAX_LABELLED: Final = 8
"""Entrants up to which the cells have room for figures."""
WHITE_TEXT_DEPTH: Final = 0.58
"""Depth of colour, 0 to 1, above which a cell has white text."""
HEAD_PX: Final = 18
"""Space above the cells."""


def win_rate_differences(found: Sequence[Comparison], colours: Mapping[str, str]) -> Figure:
    """Draw the difference in win rate of each pair with its interval; undecided pairs are grey."""
    chart = RowChart(len(found), 14, "difference in win rate, percentage points")
    for each in map(oriented, found):
        base = _add_pair(chart, each)
        low, value, high = (100 * each.difference.low, 100 * each.difference.value, 100 * each.difference.high)
        chart.hline(base + 6)
        chart.interval(low, value, high, base + 6, colours[each.better] if each.better else FAINT.light)
    widest = 1.08 * max(1.0, *(100 * max(abs(each.difference.low), abs(each.difference.high)) for each in found))
    _set_signed_axis(chart, widest)
    return chart.figure


def deal_differences(found: Sequence[Comparison], outcomes: Outcomes, colours: Mapping[str, str]) -> Figure:
    """Draw the distribution over deals of the difference in enemies defeated; equal results are grey."""
    chart = RowChart(len(found), 34, "difference in enemies on a deal")
    for each in map(oriented, found):
        base = _add_pair(chart, each)
        chart.hline(base)
        steps, shares = _difference_shares(each, outcomes)
        sides = [colours[each.second], LINE.light, colours[each.first]]
        chart.bars(steps, shares / shares.max(), base, 0.82, [sides[int(np.sign(step)) + 1] for step in steps])
    _set_signed_axis(chart, ENEMIES_IN_CASTLE + 0.6)
    return chart.figure


def cross_play(cells: Sequence[CrossCell]) -> Figure:
    """Draw a cell for each pair of entrants; darker means a higher win rate."""
    names, rates = cross_names(cells), rates_by_pair(cells)
    is_labelled = len(names) <= MAX_LABELLED
    names_px = 8 + CHAR_PX * min(MAX_NAME_CHARS, max(len(f"{n}. {name}") for n, name in enumerate(names, 1)))
    height = HEAD_PX + (34 if is_labelled else 18) * len(names) + 4
    with rc_context(STYLE):
        figure = Figure(figsize=(WIDTH_PX / DPI, height / DPI), dpi=DPI)
        left, width = (MARGIN_PX + names_px) / WIDTH_PX, 1 - (2 * MARGIN_PX + names_px) / WIDTH_PX
        axes = figure.add_axes((left, 4 / height, width, 1 - (HEAD_PX + 4) / height))
        _draw_names(axes, names, size=9 if is_labelled else 8)
        highest = max(0.01, *(rate.value for rate in rates.values()))
        for (first, second), rate in rates.items():
            spot = (names.index(second), names.index(first))
            _draw_cell(axes, spot, rate.value / highest, f"{rate.value:.0%}" if is_labelled else "")
    return figure


def _add_pair(chart: RowChart, each: Comparison) -> float:
    """Begin a row with each team's name on the side on which it does better."""
    limit = MAX_LABEL_CHARS // 2 - 3
    return chart.add_row(f"◂ {shorten(each.second, limit)}", f"{shorten(each.first, limit)} ▸", is_name=False)


def _difference_shares(
    each: Comparison, outcomes: Outcomes
) -> tuple[list[int], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    seats = each.players or 1
    first, second = (outcomes[pure_lineup(name, seats)].defeated.astype(int) for name in (each.first, each.second))
    counts = np.bincount(first - second + ENEMIES_IN_CASTLE, minlength=2 * ENEMIES_IN_CASTLE + 1)
    return [*range(-ENEMIES_IN_CASTLE, ENEMIES_IN_CASTLE + 1)], counts / counts.sum()


def _set_signed_axis(chart: RowChart, widest: float) -> None:
    chart.vline(0)
    chart.axes.set_xlim(-widest, widest)
    decimals = 0 if widest > 5 else 1
    chart.axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(value, decimals)))


def _draw_names(axes: Axes, names: Sequence[str], size: int) -> None:
    axes.set_axis_off()
    axes.set_xlim(0, len(names))
    axes.set_ylim(len(names), 0)
    for n, name in enumerate(names):
        label = shorten(f"{n + 1}. {name}", MAX_NAME_CHARS)
        axes.text(-0.02, n + 0.5, label + "  ", va="center", ha="right", size=size, color=INK.light)
        axes.text(n + 0.5, -0.1, str(n + 1), ha="center", va="bottom", size=size)


def _draw_cell(axes: Axes, spot: tuple[int, int], depth: float, label: str) -> None:
    x, y = spot
    colour = colormaps["Blues"](0.08 + 0.8 * depth)
    axes.add_patch(Rectangle((x + 0.02, y + 0.02), 0.96, 0.96, facecolor=colour, linewidth=0))
    text_colour = "#ffffff" if depth > WHITE_TEXT_DEPTH else "#101418"
    axes.text(x + 0.5, y + 0.5, label, ha="center", va="center", color=text_colour)
