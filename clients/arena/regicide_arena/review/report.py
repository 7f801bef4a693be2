"""Prints a review: as a table with the costliest moments in words, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from statistics import mean
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from regicide import Outcome
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.review.computation import OpenMoveReview
from regicide_arena.review.moments import COSTLY, costliest, is_blunder, moment_text
from regicide_arena.review.review import Review, enemies_to_fall, open_curve
from regicide_arena.review.words import action_text, chance, ending, point_number, points

CONSOLE_WIDTH: Final = 120
"""Characters per line without a terminal."""
BLUNDER_MARK: Final = "??"
"""The mark of a blunder, as in the notation of chess."""


def review_json(review: Review) -> str:
    """Return the review as the server gives it, with the search that computed it."""
    content: dict[str, Any] = {
        "game": review.game.ident,
        "agent": review.search.bot,
        "status": "ready",
        "moves": review.moves,
        "expires_at": None,
        "rollouts": review.search.rollouts,
        "seed": review.search.seed,
    }
    return json.dumps(content) + "\n"


def print_review(review: Review, console: Console) -> None:
    """Print the table of all actions, the mean cost of each seat, and the costliest moments."""
    if review.moves:
        console.print(_table(review))
    for line in (end_text(review.game.outcome), *_seat_lines(review), *moment_lines(review), *_notes(review)):
        console.print(line)


def end_text(outcome: Outcome) -> str:
    """Return how the game ended, in a sentence."""
    if outcome.won:
        return f"The game was won{f' with {outcome.grade}' if outcome.grade else ''}."
    enemies = f"{outcome.defeated} of {ENEMIES_IN_CASTLE} enemies defeated"
    return f"The game was lost with {enemies}: {ending(outcome.reason)}."


def moment_lines(review: Review) -> list[str]:
    """Return the costliest moments in words."""
    found = [moment_text(move, review.game.names) for move in costliest(review.moves)]
    return found or [f"No action cost {points(COSTLY)} or more of the chance to win."]


def _notes(review: Review) -> Iterator[str]:
    """Yield what the reader of the figures has to know."""
    if review.moves:
        yield "Chances are estimates, and costs are in percentage points."
        yield f"The best action is the first one in the order of {review.search.bot}."


def _table(review: Review) -> Table:
    has_open, names = bool(open_curve(review)), review.game.names
    table = Table("move", "seat", "action", header_style="bold")
    for name in ("before", *(("open cards",) if has_open else ()), "after", "points"):
        table.add_column(name, justify="right")
    for name in ("", "best", "defeats"):
        table.add_column(name)
    for move, fallen in zip(review.moves, enemies_to_fall(review), strict=True):
        open_cards = (chance(move["won_open"]),) if has_open else ()
        chances = (chance(move["won_before"]), *open_cards, chance(move["won_after"]))
        row = (str(move["number"]), names[move["seat"]], action_text(move["action"], names), *chances)
        table.add_row(*row, *_judgement(move, names), fallen, style="bold red" if is_blunder(move) else "")
    return table


def _judgement(move: OpenMoveReview, names: Sequence[str]) -> tuple[str, str, str]:
    """Return the cost, the mark of a blunder, and the best action where it is another one."""
    best = move["best"][0]["action"]
    better = action_text(best, names) if best != move["action"] else ""
    return point_number(move["cost"]), BLUNDER_MARK if is_blunder(move) else "", better


def _seat_lines(review: Review) -> Iterator[str]:
    """Yield the mean cost of the actions of each seat, and the number of its blunders."""
    for seat, name in enumerate(review.game.names):
        moves = [move for move in review.moves if move["seat"] == seat]
        if moves:
            blunders = sum(map(is_blunder, moves))
            plural = "blunder" if blunders == 1 else "blunders"
            cost = mean(move["cost"] for move in moves)
            yield f"{name}: {len(moves)} actions, {100 * cost:.2f} points each on average, {blunders} {plural}"
