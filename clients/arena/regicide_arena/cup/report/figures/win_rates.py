"""The win rates of teams, with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from regicide_arena.cup.report.figures.rows import Rows
from regicide_arena.cup.standings import TeamRow
from regicide_arena.cup.wording import percent, team

LOW: Final = 0.08
"""Where no rate is higher, the scale has tenths of a percent."""


def win_rates(rows: Sequence[TeamRow], colours: Mapping[str, str]) -> Figure:
    """A dot for each team, and the interval around it."""
    figure = Rows(len(rows), 14, "games won")
    for row in rows:
        base = figure.add(team(row.lineup), percent(row.win_rate.value))
        rate = row.win_rate
        figure.rule(base + 6)
        figure.interval(rate.low, rate.value, rate.high, base + 6, colours[row.lineup[0]])
    highest = min(1.0, 1.05 * max(row.win_rate.high for row in rows))
    figure.axes.set_xlim(0, highest)
    figure.axes.xaxis.set_major_locator(MaxNLocator(5))
    figure.axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0 if highest > LOW else 1))
    return figure.figure
