"""The words of reviews: chances and costs as people read them, and the costliest moments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from regicide_arena.review.record import GameMove
from regicide_arena.review.review import COSTLY, OpenMoveReview, Review, costliest, whole_points
from regicide_arena.words import action_text, card_text

LEAST_SHOWN: Final = 0.005
"""The distance of a chance from certainty: a smaller one would be rounded to 0% or 100%."""


def moment_lines(review: Review) -> list[str]:
    """Return the costliest moments in words."""
    found = [moment_text(move, review.game.names) for move in costliest(review.moves)]
    return found or [f"No action cost {points(COSTLY)} or more of the chance to win."]


def moment_text(move: OpenMoveReview, names: Sequence[str]) -> str:
    """Return sentences: which seat, what was played, what was better, what it cost, and the chances to win."""
    what, better = (action_text(action, names) for action in (move["action"], move["best"][0]["action"]))
    chances = f"chance to win: {chance(move['won_before'])} before, {chance(move['won_after'])} after"
    cost = f"It cost {points(move['cost'])} ({chances})."
    return f"Move {move['number']}, {names[move['seat']]}: {what}; better: {better}. {cost}"


def enemies_to_fall(review: Review) -> list[str]:
    """Return the enemy that fell with each action, empty where none fell."""
    return [*map(_enemy_to_fall, review.game.moves)]


def _enemy_to_fall(move: GameMove) -> str:
    has_fallen = len(move.after.castle) < len(move.before.castle)
    return card_text(move.before.castle[0]) if has_fallen else ""


def chance(share: float) -> str:
    """Format a probability in percent; only what is certain is 0% or 100%."""
    if 0 < share < LEAST_SHOWN:
        return "<1%"
    return ">99%" if 1 - LEAST_SHOWN <= share < 1 else f"{whole_points(share)}%"


def points(cost: float) -> str:
    """Format a cost in percentage points: `16 points`; empty for less than half a point."""
    number = whole_points(cost)
    return f"{number} point{'' if number == 1 else 's'}" if number else ""
