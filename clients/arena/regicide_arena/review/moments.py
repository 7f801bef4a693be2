"""The costliest moments of a game, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from regicide_arena.review.computation import OpenMoveReview
from regicide_arena.review.words import action_text, chance, points

COSTLY: Final = 0.01
"""The cost from which an action is worth mentioning: smaller ones are within the noise of small searches."""
BLUNDER: Final = 0.1
"""The cost from which an action is a blunder."""
MOMENTS: Final = 3


def costliest(moves: Sequence[OpenMoveReview]) -> list[OpenMoveReview]:
    """Return at most three costly actions, the costliest first."""
    return sorted((move for move in moves if move["cost"] >= COSTLY), key=lambda move: -move["cost"])[:MOMENTS]


def moment_text(move: OpenMoveReview, names: Sequence[str]) -> str:
    """Return sentences: which seat, what was played, what was better, what it cost, and the chances to win."""
    what, better = (action_text(action, names) for action in (move["action"], move["best"][0]["action"]))
    chances = f"chance to win: {chance(move['won_before'])} before, {chance(move['won_after'])} after"
    cost = f"It cost {points(move['cost'])} ({chances})."
    return f"Move {move['number']}, {names[move['seat']]}: {what}; better: {better}. {cost}"


def is_blunder(move: OpenMoveReview) -> bool:
    """Whether an action costs so much that it is called a blunder."""
    return move["cost"] >= BLUNDER
