"""Rendering of a review: the curve of the chance to win, the table of moves, the costliest moves in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from gettext import gettext as _
from gettext import ngettext
from itertools import pairwise
from typing import Any, Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

import regicide
from regicide_client import RatedAction, Review, ReviewedMove
from regicide_terminal.action_menu import format_action
from regicide_terminal.output import sanitize
from regicide_terminal.phrases import fill, percent, recorded_names
from regicide_terminal.reasons import position_reasons

COSTLY: Final = 0.01
"""A move that costs as much of the chance to win is costly."""

NOISE: Final = 0.4
"""The part of the variance of a result with this chance by which searches with other random numbers vary."""

BLUNDER_POINTS: Final = 10
"""A move that costs as many percentage points is a blunder."""

COSTLIEST_MOVES: Final = 3
"""The moves that are described in words."""

BARS: Final = "▁▂▃▄▅▆▇█"
CURVE_MARGIN: Final = 16
"""The columns beside a curve: its first and its last chance."""


def position_before(record: Mapping[str, Any], number: int) -> regicide.Position:
    """Return the position before a move of a verified record; the first number is 1."""
    return regicide.Position.parse(record["start"] if number == 1 else record["events"][number - 2]["position"])


def render_review(review: Review, record: Mapping[str, Any], width: int) -> Iterator[RenderableType]:
    """Render a review that is ready; `record` is the record of the game, `width` the number of columns."""
    moves, names = review.moves or [], recorded_names(record["seats"])
    if not moves:
        yield Text(_("The game has no moves."))
        return
    yield Text(_heading(review, moves))
    yield _curve(curve_points(moves, record), width)
    yield _table(moves, names)


def render_costly_move(move: ReviewedMove, record: Mapping[str, Any]) -> Text:
    """Render what a move of a game cost, and what the best one would have done."""
    before = position_before(record, move.number)
    parts: dict[str, Text | str | int] = {
        "number": move.number,
        "who": recorded_names(record["seats"])[move.seat],
        "played": _with_reasons(move.action, before),
        "cost": _points(cost_points(move)),
        "after": percent(move.won_after),
        "before": percent(move.won_before),
    }
    sentence = fill(_("Move {number} cost {cost} ({before} → {after}): {who} played {played}."), **parts)
    if best := _better(move):
        sentence.append(" ").append_text(fill(_("Better: {best}."), best=_with_reasons(best.action, before)))
    return sentence


def costliest(moves: Sequence[ReviewedMove]) -> list[ReviewedMove]:
    """Return the costly moves that cost most, the costliest first."""
    costly = [move for move in moves if cost_points(move)]
    return sorted(costly, key=lambda move: (-cost_points(move), -move.cost))[:COSTLIEST_MOVES]


def curve_points(moves: Sequence[ReviewedMove], record: Mapping[str, Any]) -> list[float]:
    """Return the chance to win before the first move and after each one; after the last one the end is certain."""
    end = float(record["result"]["outcome"] == "won")
    return [moves[0].won_before, *[move.won_after for move in moves[:-1]], end]


def sparkline(chances: Sequence[float], width: int) -> str:
    """Return a bar for each chance; if they are more than the width, for the mean of each group of neighbours."""
    count = min(len(chances), width)
    bounds = [round(i * len(chances) / count) for i in range(count + 1)]
    means = [sum(chances[a:b]) / (b - a) for a, b in pairwise(bounds)]
    return "".join(BARS[min(int(mean * len(BARS)), len(BARS) - 1)] for mean in means)


def _heading(review: Review, moves: Sequence[ReviewedMove]) -> str:
    blunders = sum(is_blunder(move) for move in moves)
    form = ngettext(
        "Reviewed by {agent}: {moves} moves, {count} of them a blunder (cost of {cost} or more).",
        "Reviewed by {agent}: {moves} moves, {count} of them blunders (cost of {cost} or more).",
        blunders,
    )
    counted = form.format(agent=sanitize(review.agent), moves=len(moves), count=blunders, cost=_points(BLUNDER_POINTS))
    return f"{counted} {_('Chances are estimates; the best action is the first in the order of the agent.')}"


def whole_points(chance: float) -> int:
    """Return a chance in percentage points, rounded half up."""
    return int(100 * chance + 0.5)


def cost_points(move: ReviewedMove) -> int:
    """Return the cost of a move, the difference of the shown percentages; 0 for one that the estimates cannot tell."""
    least = max(COSTLY, NOISE * move.won_before * (1 - move.won_before))
    return whole_points(move.won_before) - whole_points(move.won_after) if move.cost >= least else 0


def is_blunder(move: ReviewedMove) -> bool:
    """Whether a move costs so much that it is called a blunder."""
    return cost_points(move) >= BLUNDER_POINTS


def _points(points: int) -> str:
    """Return a number of percentage points in words: 16 points."""
    return ngettext("{count} point", "{count} points", points).format(count=points)


def _curve(chances: Sequence[float], width: int) -> Text:
    bars = sparkline(chances, max(1, width - CURVE_MARGIN))
    return Text(f"{percent(chances[0])} ").append(bars, "green").append(f" {percent(chances[-1])}")


def _table(moves: Sequence[ReviewedMove], names: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    table.add_column(_("move"), justify="right")
    table.add_column(_("player"), no_wrap=True, overflow="ellipsis", max_width=16)
    table.add_column(_("action"))
    for name in (_("before"), _("after"), _("points")):
        table.add_column(name, justify="right")
    table.add_column(_("best"))
    for move in moves:
        table.add_row(str(move.number), names[move.seat], format_action(move.action), *_chances(move), _best(move))
    return table


def _chances(move: ReviewedMove) -> tuple[Text, Text, Text]:
    style = "bold red" if is_blunder(move) else ""
    points = cost_points(move)
    return Text(percent(move.won_before)), Text(percent(move.won_after)), Text(str(points) if points else "", style)


def _best(move: ReviewedMove) -> Text:
    """Return the best action, if it is another one."""
    best = _better(move)
    return format_action(best.action) if best else Text()


def _better(move: ReviewedMove) -> RatedAction | None:
    return move.best[0] if move.best and move.best[0].action != move.action else None


def _with_reasons(action: str, before: regicide.Position) -> Text:
    """Return an action, and in brackets what followed from it."""
    reasons = position_reasons(before, action)
    return format_action(action).append_text(Text(" (").append_text(reasons).append(")") if reasons else Text())
