"""The charts of the report: of teams and entrants, one row each, and of pairs on the same deals or in one team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import Any, Final, NamedTuple

import numpy as np
from matplotlib import colormaps, rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator, PercentFormatter, StrMethodFormatter
from numpy.typing import NDArray
from statsmodels.stats.proportion import proportion_confint

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.stats import CONFIDENCE
from regicide_arena.svg import FAINT, INK, LINE, STYLE
from regicide_arena.tournament.model import Lineup, pure_lineup
from regicide_arena.tournament.report.conclusions import oriented
from regicide_arena.tournament.report.row_chart import DPI, MARGIN_PX, MAX_LABEL_CHARS, WIDTH_PX, RowChart
from regicide_arena.tournament.report.tables import cross_names, rates_by_pair
from regicide_arena.tournament.report.texts import duration, mean, percent, shorten, signed, team_name
from regicide_arena.tournament.stats.model import Comparison, CrossCell, Outcomes, TeamRow
from regicide_arena.tournament.summary import TimesRow

LOW_RATE: Final = 0.08
"""Highest win rate up to which the axis has a decimal."""
MAX_CURVE_POINTS: Final = 120
MAX_BAR_RATIO: Final = 2.0
"""Largest ratio between the ends of a bar on the time axis."""
MIN_BAR_RATIO: Final = 1.02
MAX_CLOCK_RATIO: Final = 100
"""A clock that exceeds the longest action by a greater factor is not drawn."""


class Curve(NamedTuple):
    """A win rate over the deals, with its interval; arrays of the same length."""

    deals: NDArray[Any]
    rate: NDArray[Any]
    low: NDArray[Any]
    high: NDArray[Any]


def win_rates(rows: Sequence[TeamRow], colours: Mapping[str, str]) -> Figure:
    """Draw the win rate of each team with its interval."""
    chart = RowChart(len(rows), 14, "games won")
    for row in rows:
        base = chart.add_row(team_name(row.lineup), percent(row.win_rate.value))
        rate = row.win_rate
        chart.hline(base + 6)
        chart.interval(rate.low, rate.value, rate.high, base + 6, colours[row.lineup[0]])
    highest = min(1.0, 1.05 * max(row.win_rate.high for row in rows))
    chart.axes.set_xlim(0, highest)
    chart.axes.xaxis.set_major_locator(MaxNLocator(5))
    chart.axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0 if highest > LOW_RATE else 1))
    return chart.figure


def enemies(lineups: Sequence[Lineup], outcomes: Outcomes, colours: Mapping[str, str]) -> Figure:
    """Draw the distribution of the enemies defeated, 0 to 12, with the same scale for all teams."""
    counts = {lineup: np.bincount(outcomes[lineup].defeated, minlength=ENEMIES_IN_CASTLE + 1) for lineup in lineups}
    shares = {lineup: count / count.sum() for lineup, count in counts.items()}
    highest = max(share.max() for share in shares.values())
    chart = RowChart(len(lineups), 30, "enemies defeated")
    for lineup, share in shares.items():
        base = chart.add_row(team_name(lineup), f"mean {mean(float(outcomes[lineup].defeated.mean()))}")
        chart.hline(base)
        chart.bars(np.arange(ENEMIES_IN_CASTLE + 1), share / highest, base, 0.82, colours[lineup[0]])
    chart.axes.set_xlim(-0.6, ENEMIES_IN_CASTLE + 0.6)
    chart.axes.set_xticks(range(ENEMIES_IN_CASTLE + 1))
    return chart.figure


def convergence(lineups: Sequence[Lineup], outcomes: Outcomes, colours: Mapping[str, str]) -> Figure:
    """Draw the win rate over the deals with its interval, with the same scale for all teams."""
    curves = {lineup: _win_rate_curve(outcomes[lineup].won) for lineup in lineups}
    top = _scale_top([*curves.values()])
    chart = RowChart(len(lineups), 44, "deals played")
    for lineup, curve in curves.items():
        rate, low, high = (np.minimum(share, top) / top * chart.row_height for share in curve[1:])
        base = chart.add_row(team_name(lineup), percent(float(curve.rate[-1])))
        _draw_frame(chart, base, top)
        colour, marker = colours[lineup[0]], "o" if len(curve.deals) == 1 else None
        chart.axes.fill_between(curve.deals, base + low, base + high, alpha=0.28, color=colour, linewidth=0)
        chart.axes.plot(curve.deals, base + rate, color=colour, linewidth=1.4, marker=marker)
    chart.axes.set_xlim(0, max(int(curve.deals[-1]) for curve in curves.values()))
    chart.axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    chart.axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    return chart.figure


def action_times(rows: Sequence[TimesRow], clock_s: float | None, colours: Mapping[str, str]) -> Figure:
    """Draw the distribution of action times on a logarithmic axis, with median, 99th percentile and clock."""
    ratio = _bar_ratio(rows)
    longest = max(max(row.spread[-1][0], row.longest) for row in rows)
    clocks = [1000 * clock_s] if clock_s is not None and 1000 * clock_s <= MAX_CLOCK_RATIO * longest else []
    chart = RowChart(len(rows), 30, "time per action")
    chart.axes.set_xscale("log")
    for row in rows:
        base = chart.add_row(row.entrant, f"{duration(row.p50)} / {duration(row.p99)}")
        chart.hline(base)
        above, counts = (np.array(values, float) for values in zip(*row.spread, strict=True))
        middles, widths = (above + above / ratio) / 2, above - above / ratio
        chart.bars(middles, counts / counts.max(), base, widths, colours[row.entrant])
        for time in (row.p50, row.p99):
            chart.tick(time, base, INK.light)
        for time in clocks:
            chart.tick(time, base, FAINT.light, "--")
    _scale_times(chart, min(row.spread[0][0] for row in rows) / ratio, max(longest, *clocks, 0))
    return chart.figure


def _win_rate_curve(won: NDArray[np.bool_]) -> Curve:
    deals = np.unique(np.linspace(1, len(won), min(MAX_CURVE_POINTS, len(won))).round().astype(int))
    wins = np.cumsum(won)[deals - 1]
    low, high = proportion_confint(wins, deals, 1 - CONFIDENCE, method="wilson")
    return Curve(deals, wins / deals, low, high)


def _scale_top(curves: Sequence[Curve]) -> float:
    """Return the upper end of the scale: a multiple of a tenth with room for all but the first tenth of the deals."""
    settled = [float(curve.high[len(curve.high) // 10 :].max()) for curve in curves]
    return min(1.0, ceil(10 * max(settled)) / 10)


def _draw_frame(chart: RowChart, base: float, top: float) -> None:
    """Draw the lines for 0 and for the top of the scale, which is labelled."""
    for height in (0, chart.row_height):
        chart.hline(base + height)
    across = chart.axes.get_yaxis_transform()
    style: dict[str, Any] = {"va": "top", "ha": "right", "size": 8, "color": FAINT.light}
    chart.axes.text(1, base + chart.row_height - 2, f"{top:.0%}", transform=across, **style)


def _bar_ratio(rows: Sequence[TimesRow]) -> float:
    """Return the ratio between the ends of each bar: the smallest one between adjacent buckets."""
    ratios = [after[0] / before[0] for row in rows for before, after in pairwise(row.spread)]
    return max(MIN_BAR_RATIO, min([*ratios, MAX_BAR_RATIO]))


def _scale_times(chart: RowChart, shortest: float, longest: float) -> None:
    chart.axes.set_xlim(shortest / 1.3, longest * 1.3)
    chart.axes.xaxis.set_minor_locator(NullLocator())
    chart.axes.xaxis.set_major_formatter(
        FuncFormatter(lambda value, _: f"{value:g} ms" if value < 1000 else f"{value / 1000:g} s")
    )


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
