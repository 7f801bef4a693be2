"""Two teams on the same deals: what is between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.cup.report.colours import FAINT, LINE
from regicide_arena.cup.report.figures.rows import LONGEST, Rows
from regicide_arena.cup.scores import Scores
from regicide_arena.cup.standings import Comparison
from regicide_arena.cup.wording import shortened, signed, told


def win_rate_differences(found: Sequence[Comparison], colours: Mapping[str, str]) -> Figure:
    """A dot for each pair, and the interval around it; undecided pairs are grey."""
    figure = Rows(len(found), 14, "difference in win rate, percentage points")
    for each in map(told, found):
        base = _sides(figure, each)
        low, value, high = (100 * each.difference.low, 100 * each.difference.value, 100 * each.difference.high)
        figure.rule(base + 6)
        figure.interval(low, value, high, base + 6, colours[each.better] if each.better else FAINT.light)
    widest = 1.08 * max(1.0, *(100 * max(abs(each.difference.low), abs(each.difference.high)) for each in found))
    _signed(figure, widest)
    return figure.figure


def deal_differences(found: Sequence[Comparison], scores: Scores, colours: Mapping[str, str]) -> Figure:
    """How many enemies more one of them defeats, deal by deal; the same on both is grey."""
    figure = Rows(len(found), 34, "enemies more on a deal")
    for each in map(told, found):
        base = _sides(figure, each)
        figure.rule(base)
        steps, shares = _shares(each, scores)
        sides = [colours[each.second], LINE.light, colours[each.first]]
        figure.bars(steps, shares / shares.max(), base, 0.82, [sides[int(np.sign(step)) + 1] for step in steps])
    _signed(figure, ENEMIES_IN_CASTLE + 0.6)
    return figure.figure


def _sides(figure: Rows, each: Comparison) -> float:
    """Name both, each on the side on which it does better."""
    half = LONGEST // 2 - 1
    return figure.add(f"◂ {shortened(each.second, half - 2)}", f"{shortened(each.first, half - 2)} ▸", is_name=False)


def _shares(each: Comparison, scores: Scores) -> tuple[list[int], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    seats = each.players or 1
    first, second = (scores[(name,) * seats].defeated.astype(int) for name in (each.first, each.second))
    counts = np.bincount(first - second + ENEMIES_IN_CASTLE, minlength=2 * ENEMIES_IN_CASTLE + 1)
    return [*range(-ENEMIES_IN_CASTLE, ENEMIES_IN_CASTLE + 1)], counts / counts.sum()


def _signed(figure: Rows, widest: float) -> None:
    figure.upright(0)
    figure.axes.set_xlim(-widest, widest)
    figure.axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{signed(value, 0 if widest > 5 else 1)}"))
