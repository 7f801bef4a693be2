"""What most figures are: a row for each entrant, its name above what is drawn, all with one axis below.

However many rows there are and however long the names, it is legible on a telephone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from regicide_arena.cup.report.colours import FAINT, INK, LINE
from regicide_arena.cup.report.drawing import STYLE
from regicide_arena.cup.wording import shortened

WIDTH: Final = 360
"""Of a figure, in pixels."""
MARGIN: Final = 10
TOP: Final = 4
AXIS: Final = 38
"""The pixels below the rows."""
NAME: Final = 16
"""The pixels of a row that are for its name."""
GAP: Final = 4
"""The pixels below a row."""
LONGEST: Final = 46
"""The characters of a name that there is room for beside a value."""
INCH: Final = 72
Colours: TypeAlias = str | Sequence[str]
"""One for all bars, or one for each."""


class Rows:
    """A figure of so many rows, which are filled from above."""

    def __init__(self, rows: int, height: int, label: str) -> None:
        tall = TOP + rows * (NAME + height + GAP) + AXIS
        with rc_context(STYLE):
            self.figure = Figure(figsize=(WIDTH / INCH, tall / INCH), dpi=INCH)
            box = (MARGIN / WIDTH, AXIS / tall, 1 - 2 * MARGIN / WIDTH, 1 - (TOP + AXIS) / tall)
            self.axes: Axes = self.figure.add_axes(box)
            self.axes.set_xlabel(label, fontsize=9)
        self.axes.set_ylim(-rows * (NAME + height + GAP), 0)
        self.axes.set_yticks([])
        self.axes.spines[["top", "left", "right"]].set_visible(False)
        self.height = height
        self._rows = 0

    def add(self, left: str, right: str = "", *, is_name: bool = True) -> float:
        """Begin a row with these texts above it; the height at which it is drawn."""
        top = -self._rows * (NAME + self.height + GAP)
        across = self.axes.get_yaxis_transform()
        with rc_context(STYLE):
            longest = LONGEST - len(right)
            self.axes.text(0, top - 2, shortened(left, longest), va="top", transform=across, color=INK.light)
            colour = FAINT.light if is_name else INK.light
            self.axes.text(1, top - 2, right, va="top", ha="right", transform=across, color=colour)
        self._rows += 1
        return top - NAME - self.height

    def rule(self, height: float) -> None:
        """A fine line across the figure."""
        self.axes.axhline(height, color=LINE.light, linewidth=0.6, zorder=0)

    def upright(self, at: float) -> None:
        """A fine line from top to bottom."""
        self.axes.axvline(at, color=LINE.light, linewidth=0.8, zorder=0)

    def mark(self, at: float, base: float, colour: str, dashes: str = "-") -> None:
        """A fine line as high as a row."""
        self.axes.plot([at, at], [base, base + self.height], color=colour, linewidth=0.9, linestyle=dashes)

    def bars(self, at: ArrayLike, shares: ArrayLike, base: float, width: ArrayLike, colour: Colours) -> None:
        """Bars on a row; the share of 1 fills it."""
        middles, heights = np.asarray(at, float), np.asarray(shares, float) * self.height
        lefts, rights = middles - np.asarray(width) / 2, middles + np.asarray(width) / 2
        bottoms, tops = np.full_like(heights, base), base + heights
        corners = np.stack([(lefts, lefts, rights, rights), (bottoms, tops, tops, bottoms)]).T
        self.axes.add_collection(PolyCollection([*corners], facecolors=colour, linewidths=0))

    def interval(self, low: float, value: float, high: float, at: float, colour: str) -> None:
        """A dot, and the line on which the true value lies."""
        self.axes.plot([low, high], [at, at], color=colour, linewidth=2.2, solid_capstyle="butt")
        self.axes.plot([value], [at], marker="o", markersize=6.5, color=colour, clip_on=False)
