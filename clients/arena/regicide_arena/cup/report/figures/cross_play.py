"""Who wins with whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from matplotlib import colormaps, rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from regicide_arena.cup.report.colours import INK
from regicide_arena.cup.report.drawing import STYLE
from regicide_arena.cup.report.figures.rows import INCH, MARGIN, WIDTH
from regicide_arena.cup.standings import CrossCell
from regicide_arena.cup.tables import cross_names, of_two
from regicide_arena.cup.wording import shortened

LONGEST: Final = 22
"""The characters of a name that there is room for beside the cells."""
LETTER: Final = 5.6
"""The pixels of a character."""
MANY: Final = 9
"""From so many entrants on, there is no room for figures in the cells."""
LIGHT: Final = 0.58
"""Cells that are darker than so much have white letters."""
HEAD: Final = 18
"""The pixels above the cells."""


def cross_play(cells: Sequence[CrossCell]) -> Figure:
    """A cell for any two: the more they win together, the darker it is."""
    names, rates = cross_names(cells), of_two(cells)
    beside = 8 + LETTER * min(LONGEST, max(len(f"{n}. {name}") for n, name in enumerate(names, 1)))
    high = 34 if len(names) < MANY else 18
    tall = HEAD + high * len(names) + 4
    with rc_context(STYLE):
        figure = Figure(figsize=(WIDTH / INCH, tall / INCH), dpi=INCH)
        box = ((MARGIN + beside) / WIDTH, 4 / tall, 1 - (2 * MARGIN + beside) / WIDTH, 1 - (HEAD + 4) / tall)
        axes = figure.add_axes(box)
        _names(axes, names)
        highest = max(0.01, *(rate.value for rate in rates.values()))
        for (first, second), rate in rates.items():
            spot = (names.index(second), names.index(first))
            _cell(axes, spot, rate.value / highest, f"{rate.value:.0%}" if len(names) < MANY else "")
    return figure


def _names(axes: Axes, names: Sequence[str]) -> None:
    axes.set_axis_off()
    axes.set_xlim(0, len(names))
    axes.set_ylim(len(names), 0)
    size = 9 if len(names) < MANY else 8
    for n, name in enumerate(names):
        label = shortened(f"{n + 1}. {name}", LONGEST)
        axes.text(-0.02, n + 0.5, label + "  ", va="center", ha="right", size=size, color=INK.light)
        axes.text(n + 0.5, -0.1, str(n + 1), ha="center", va="bottom", size=size)


def _cell(axes: Axes, spot: tuple[int, int], depth: float, label: str) -> None:
    x, y = spot
    colour = colormaps["Blues"](0.08 + 0.8 * depth)
    axes.add_patch(Rectangle((x + 0.02, y + 0.02), 0.96, 0.96, facecolor=colour, linewidth=0))
    axes.text(x + 0.5, y + 0.5, label, ha="center", va="center", color="#ffffff" if depth > LIGHT else "#101418")
