"""Draws the chance to win over a game: one picture for telephones and desks, for light and dark mode."""

from __future__ import annotations

from textwrap import wrap
from typing import Any, Final

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from regicide_arena.review.review import Review, costliest, curve, enemies_to_fall, moment_lines, open_curve
from regicide_arena.svg import FAINT, INK, LINE, PAPER, SERIES, STYLE, standalone, to_svg
from regicide_arena.words import end_text

WIDTH_PX: Final = 360
"""The width for which the texts are sized; the picture scales."""
CURVE_PX: Final = 170
LINE_PX: Final = 14.5
"""The height of a line of text."""
TOP_PX: Final = 42
"""The room for the names of the enemies, and for the title above them."""
AXIS_PX: Final = 40
LEFT_PX: Final = 34
RIGHT_PX: Final = 10
DPI: Final = 72
LINE_CHARS: Final = 62
"""Characters that fit on one line."""
LEAST_GAP_PX: Final = 13.0
"""The least distance between the names of two enemies; another one is raised."""
CHANCE, COST, OPEN = SERIES[0].light, SERIES[1].light, SERIES[5].light


def review_chart(review: Review) -> str:
    """Return the chart as a standalone SVG: the curve, the falls of the enemies, and the costliest moments in words."""
    title, description = _title(review), [end_text(review.game.outcome), *moment_lines(review)]
    svg = to_svg(_figure(review, title), "review", title, " ".join(description))
    return standalone(svg)


def _title(review: Review) -> str:
    return f"Chance to win by what the player knew ({review.search.bot})"


def _figure(review: Review, title: str) -> Figure:
    lines = _lines(review)
    height = TOP_PX + CURVE_PX + AXIS_PX + LINE_PX * len(lines) + LINE_PX
    with rc_context(STYLE):
        figure = Figure(figsize=(WIDTH_PX / DPI, height / DPI), dpi=DPI)
        width = 1 - (LEFT_PX + RIGHT_PX) / WIDTH_PX
        axes = figure.add_axes((LEFT_PX / WIDTH_PX, 1 - (TOP_PX + CURVE_PX) / height, width, CURVE_PX / height))
        for draw in (_draw_frame, _draw_enemies, _draw_curves, _draw_moments):
            draw(axes, review)
        heights = [height - TOP_PX - CURVE_PX - AXIS_PX - LINE_PX * number for number in range(len(lines))]
        for line, top in zip((title, *lines), (height - 3, *heights), strict=True):
            figure.text(0.012, top / height, line, va="top", color=INK.light, fontsize=10)
    return figure


def _lines(review: Review) -> list[str]:
    """Return the lines of text below the curves."""
    texts = (end_text(review.game.outcome), *_numbered(review))
    return [line for text in texts for line in wrap(text, LINE_CHARS)]


def _numbered(review: Review) -> list[str]:
    """Return the sentences about the costliest moments, with the numbers of their marks."""
    if not costliest(review.moves):
        return moment_lines(review)
    return [f"{number}. {line}" for number, line in enumerate(moment_lines(review), 1)]


def _draw_frame(axes: Axes, review: Review) -> None:
    axes.set_xlim(0, max(1, len(review.moves)))
    axes.set_ylim(0, 1)
    axes.set_xlabel("actions; dashed: with all cards open" if open_curve(review) else "actions", fontsize=9)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.tick_params(axis="y", labelsize=9, labelcolor=FAINT.light, color=LINE.light)
    axes.spines[["top", "right"]].set_visible(False)
    for share in (0.25, 0.5, 0.75, 1):
        axes.axhline(share, color=LINE.light, linewidth=0.5, zorder=0)


def _draw_enemies(axes: Axes, review: Review) -> None:
    """Draw a line for each enemy that falls, with its name above; names that are near each other alternate."""
    enemies = enemies_to_fall(review)
    last, is_raised = -LEAST_GAP_PX, False
    for number, enemy in enumerate(enemies, 1):
        if enemy:
            at = number / len(enemies) * (WIDTH_PX - LEFT_PX - RIGHT_PX)
            is_raised = at - last < LEAST_GAP_PX and not is_raised
            last = at
            axes.axvline(number, color=LINE.light, linewidth=0.8, zorder=0)
            place = (number, 1.01 + (0.055 if is_raised else 0))
            axes.text(*place, enemy, ha="center", va="bottom", color=FAINT.light, fontsize=8)


def _draw_curves(axes: Axes, review: Review) -> None:
    """Draw the chance at each point of the curve; that with open cards below it."""
    if shares := open_curve(review):
        axes.plot(range(len(shares)), shares, color=OPEN, linewidth=1.2, linestyle="--", clip_on=False)
    shares = curve(review)
    axes.plot(range(len(shares)), shares, color=CHANCE, linewidth=1.6, clip_on=False)


def _draw_moments(axes: Axes, review: Review) -> None:
    """Mark the costliest actions: what each of them cost, as a line, with its number in a disc on the curve."""
    shares = curve(review)
    for number, move in enumerate(costliest(review.moves), 1):
        at = move["number"]
        axes.plot([at, at], [move["won_before"], move["won_after"]], color=COST, linewidth=2.2)
        axes.plot([at], [shares[at]], "o", markersize=11, color=COST, clip_on=False, zorder=5)
        style: dict[str, Any] = {"ha": "center", "va": "center_baseline", "fontsize": 8, "zorder": 6}
        axes.text(at, shares[at], str(number), color=PAPER.light, fontweight="bold", **style)
