"""How the win rate settles, deal after deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, Final, TypeAlias

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, StrMethodFormatter
from numpy.typing import NDArray
from statsmodels.stats.proportion import proportion_confint

from regicide_arena.cup.plan import Lineup
from regicide_arena.cup.report.colours import FAINT
from regicide_arena.cup.report.figures.rows import Rows
from regicide_arena.cup.scores import Scores
from regicide_arena.cup.wording import percent, team
from regicide_arena.stats import CONFIDENCE

Curve: TypeAlias = tuple[NDArray[Any], ...]
"""After how many deals; the win rate by then, and where the true one lies, from below and from above."""
POINTS: Final = 120
"""So many points of a curve are drawn at most."""


def convergence(lineups: Sequence[Lineup], scores: Scores, colours: Mapping[str, str]) -> Figure:
    """The win rate after so many deals, and the interval around it, all on the same scale."""
    curves = {lineup: running(scores[lineup].won) for lineup in lineups}
    top = highest([*curves.values()])
    figure = Rows(len(lineups), 44, "deals played")
    for lineup, (after, *shares) in curves.items():
        rate, low, high = (np.minimum(share, top) / top * figure.height for share in shares)
        base = figure.add(team(lineup), percent(float(shares[0][-1])))
        _frame(figure, base, top)
        colour, marker = colours[lineup[0]], "o" if len(after) == 1 else None
        figure.axes.fill_between(after, base + low, base + high, alpha=0.28, color=colour, linewidth=0)
        figure.axes.plot(after, base + rate, color=colour, linewidth=1.4, marker=marker)
    figure.axes.set_xlim(0, max(int(after[-1]) for after, *_ in curves.values()))
    figure.axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    figure.axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    return figure.figure


def _frame(figure: Rows, base: float, top: float) -> None:
    """The lines between which a curve runs; what the upper one stands for is beside it."""
    for height in (0, figure.height):
        figure.rule(base + height)
    across = figure.axes.get_yaxis_transform()
    style: dict[str, Any] = {"va": "top", "ha": "right", "size": 8, "color": FAINT.light}
    figure.axes.text(1, base + figure.height - 2, f"{top:.0%}", transform=across, **style)


def highest(curves: Sequence[Curve]) -> float:
    """The upper end of the scale: a multiple of a tenth that has room for all but the unsteady beginning."""
    settled = [float(high[len(high) // 10 :].max()) for *_, high in curves]
    return min(1.0, ceil(10 * max(settled)) / 10)


def running(won: NDArray[np.bool_]) -> Curve:
    """How the win rate runs."""
    after = np.unique(np.linspace(1, len(won), min(POINTS, len(won))).round().astype(int))
    wins = np.cumsum(won)[after - 1]
    low, high = proportion_confint(wins, after, 1 - CONFIDENCE, method="wilson")
    return after, wins / after, low, high
