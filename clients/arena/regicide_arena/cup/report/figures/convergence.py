"""How the win rate settles, deal after deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, StrMethodFormatter
from numpy.typing import NDArray
from statsmodels.stats.proportion import proportion_confint

from regicide_arena.cup.report.figures.rows import Rows
from regicide_arena.cup.scores import Lineup, Scores
from regicide_arena.cup.wording import percent, team
from regicide_arena.figures import CONFIDENCE

POINTS: Final = 120
"""So many points of a curve are drawn at most."""


def convergence(lineups: Sequence[Lineup], scores: Scores, colours: Mapping[str, str]) -> Figure:
    """The win rate after so many deals, and the interval around it: all on the same scale, from none to all games."""
    deals = max(len(scores[lineup].won) for lineup in lineups)
    figure = Rows(len(lineups), 44, "deals played")
    for lineup in lineups:
        after, rate, low, high = running(scores[lineup].won)
        base = figure.add(team(lineup), percent(float(rate[-1])))
        for height in (0, figure.height):
            figure.rule(base + height)
        colour, marker = colours[lineup[0]], "o" if len(after) == 1 else None
        band = (base + low * figure.height, base + high * figure.height)
        figure.axes.fill_between(after, *band, alpha=0.28, color=colour, linewidth=0)
        figure.axes.plot(after, base + rate * figure.height, color=colour, linewidth=1.4, marker=marker)
    figure.axes.set_xlim(0, deals)
    figure.axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    figure.axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    return figure.figure


def running(won: NDArray[np.bool_]) -> tuple[NDArray[np.int64], ...]:
    """After how many deals; the win rate by then, and where the true one lies."""
    after = np.unique(np.linspace(1, len(won), min(POINTS, len(won))).round().astype(int))
    wins = np.cumsum(won)[after - 1]
    low, high = proportion_confint(wins, after, 1 - CONFIDENCE, method="wilson")
    return after, wins / after, low, high
