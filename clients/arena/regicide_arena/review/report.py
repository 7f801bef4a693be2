"""Prints a review: as a table with the costliest moments in words, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from statistics import mean
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table

from regicide import Outcome, Position, card_name
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.review.computation import OpenMoveReview, ReviewSearch
from regicide_arena.review.game_record import RecordedGame
from regicide_arena.review.moments import LEAST_COST, chance, costliest, is_blunder, moment_text

CONSOLE_WIDTH: Final = 120
"""Characters per line without a terminal."""
BLUNDER_MARK: Final = "??"
"""The mark of a blunder, as in the notation of chess."""


class Review(NamedTuple):
    """A game, and the review of its actions."""

    game: RecordedGame
    search: ReviewSearch
    moves: Sequence[OpenMoveReview]


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
    console.print(end_text(review.game.outcome))
    for line in (*_seat_lines(review), *moment_lines(review)):
        console.print(line)


def end_text(outcome: Outcome) -> str:
    """Return how the game ended, in a sentence."""
    if outcome.won:
        return f"The game was won{f' with {outcome.grade}' if outcome.grade else ''}."
    enemies = f"{outcome.defeated} of {ENEMIES_IN_CASTLE} enemies defeated"
    return f"The game was lost ({outcome.reason.value}), {enemies}."


def moment_lines(review: Review) -> list[str]:
    """Return the costliest moments in words."""
    found = [moment_text(move, review.game.names) for move in costliest(review.moves)]
    return found or [f"No action cost {LEAST_COST:.0%} or more of the chance to win."]


def enemies_to_fall(review: Review) -> list[str]:
    """Return the enemy that fell with each action, empty where none fell."""
    return [
        _enemy(move.before) if len(move.after.castle) < len(move.before.castle) else "" for move in review.game.moves
    ]


def _enemy(position: Position) -> str:
    return card_name(position.castle[0]) if position.castle else ""


def _table(review: Review) -> Table:
    has_open = any("won_open" in move for move in review.moves)
    table = Table("move", "seat", "action", header_style="bold")
    for name in ("before", *(("open cards",) if has_open else ()), "after", "cost"):
        table.add_column(name, justify="right")
    for name in ("", "best", "defeats"):
        table.add_column(name)
    for move, fallen in zip(review.moves, enemies_to_fall(review), strict=True):
        open_cards = (chance(move["won_open"]),) if has_open else ()
        chances = (chance(move["won_before"]), *open_cards, chance(move["won_after"]))
        row = (str(move["number"]), review.game.names[move["seat"]], move["action"], *chances)
        table.add_row(*row, *_judgement(move), fallen, style="bold red" if is_blunder(move) else "")
    return table


def _judgement(move: OpenMoveReview) -> tuple[str, str, str]:
    """Return the cost, the mark of a blunder, and the best action where it is another one."""
    best = move["best"][0]["action"]
    cost = f"{move['cost']:.1%}" if move["cost"] else ""
    return cost, BLUNDER_MARK if is_blunder(move) else "", best if move["cost"] else ""


def _seat_lines(review: Review) -> Iterator[str]:
    """Yield the mean cost of the actions of each seat, and the number of its blunders."""
    for seat, name in enumerate(review.game.names):
        moves = [move for move in review.moves if move["seat"] == seat]
        if moves:
            blunders = sum(map(is_blunder, moves))
            plural = "blunder" if blunders == 1 else "blunders"
            cost = mean(move["cost"] for move in moves)
            yield f"{name}: {len(moves)} actions, {cost:.2%} of the chance to win each on average, {blunders} {plural}"
