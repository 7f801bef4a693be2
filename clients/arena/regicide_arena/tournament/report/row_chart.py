"""A chart with one row per team or pair: its name above the marks, and one axis below all rows.

Legible on a telephone for any number of rows and length of names.
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

from regicide_arena.svg import FAINT, INK, LINE, STYLE
from regicide_arena.tournament.report.texts import shorten

WIDTH_PX: Final = 360
MARGIN_PX: Final = 10
TOP_PX: Final = 4
AXIS_PX: Final = 38
"""Space below the rows."""
NAME_PX: Final = 16
"""Height of a row's name."""
GAP_PX: Final = 4
"""Space between rows."""
MAX_LABEL_CHARS: Final = 46
"""Characters that fit on one line."""
DPI: Final = 72
Colours: TypeAlias = str | Sequence[str]
"""One for all bars, or one for each."""


class RowChart:
    """A chart with a fixed number of rows, filled from the top."""

    def __init__(self, rows: int, row_height: int, label: str) -> None:
        """`row_height` is the height of the marks in pixels; `label` names the axis."""
        height = TOP_PX + rows * (NAME_PX + row_height + GAP_PX) + AXIS_PX
        with rc_context(STYLE):
            self.figure = Figure(figsize=(WIDTH_PX / DPI, height / DPI), dpi=DPI)
            width = 1 - 2 * MARGIN_PX / WIDTH_PX
            box = (MARGIN_PX / WIDTH_PX, AXIS_PX / height, width, 1 - (TOP_PX + AXIS_PX) / height)
            self.axes: Axes = self.figure.add_axes(box)
            self.axes.set_xlabel(label, fontsize=9)
        self.axes.set_ylim(-rows * (NAME_PX + row_height + GAP_PX), 0)
        self.axes.set_yticks([])
        self.axes.spines[["top", "left", "right"]].set_visible(False)
        self.row_height = row_height
        self._rows = 0

    def add_row(self, left: str, right: str = "", *, is_name: bool = True) -> float:
        """Begin a row with these labels above it; return the y coordinate of its base."""
        top = -self._rows * (NAME_PX + self.row_height + GAP_PX)
        across = self.axes.get_yaxis_transform()
        with rc_context(STYLE):
            limit = MAX_LABEL_CHARS - len(right)
            self.axes.text(0, top - 2, shorten(left, limit), va="top", transform=across, color=INK.light)
            colour = FAINT.light if is_name else INK.light
            self.axes.text(1, top - 2, right, va="top", ha="right", transform=across, color=colour)
        self._rows += 1
        return top - NAME_PX - self.row_height

    def hline(self, y: float) -> None:
        """Draw a fine line across the chart."""
        self.axes.axhline(y, color=LINE.light, linewidth=0.6, zorder=0)

    def vline(self, x: float) -> None:
        """Draw a fine line from top to bottom."""
        self.axes.axvline(x, color=LINE.light, linewidth=0.8, zorder=0)

    def tick(self, x: float, base: float, colour: str, dashes: str = "-") -> None:
        """Draw a fine vertical line within a row."""
        self.axes.plot([x, x], [base, base + self.row_height], color=colour, linewidth=0.9, linestyle=dashes)

    def bars(self, at: ArrayLike, shares: ArrayLike, base: float, width: ArrayLike, colour: Colours) -> None:
        """Draw bars within a row; a share of 1 fills its height."""
        middles, heights = np.asarray(at, float), np.asarray(shares, float) * self.row_height
        lefts, rights = middles - np.asarray(width) / 2, middles + np.asarray(width) / 2
        bottoms, tops = np.full_like(heights, base), base + heights
        corners = np.stack([(lefts, lefts, rights, rights), (bottoms, tops, tops, bottoms)]).T
        self.axes.add_collection(PolyCollection([*corners], facecolors=colour, linewidths=0))

    def interval(self, low: float, value: float, high: float, y: float, colour: str) -> None:
        """Draw an estimate as a dot with its interval as a line."""
        self.axes.plot([low, high], [y, y], color=colour, linewidth=2.2, solid_capstyle="butt")
        self.axes.plot([value], [y], marker="o", markersize=6.5, color=colour, clip_on=False)
