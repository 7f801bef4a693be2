"""The costliest moments of a game, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from regicide import Action, ActionKind
from regicide_arena.review.computation import OpenMoveReview

BLUNDER_COST: Final = 0.1
"""The cost from which an action is a blunder."""
LEAST_COST: Final = 0.01
"""The cost from which an action is worth mentioning: smaller ones are within the noise of small searches."""
MOMENTS: Final = 3

_VERBS: Final = {
    ActionKind.PLAY: "play",
    ActionKind.YIELD: "yield",
    ActionKind.DISCARD: "discard",
    ActionKind.APPOINT: "appoint",
    ActionKind.FLIP: "flip",
}


def costliest(moves: Sequence[OpenMoveReview]) -> list[OpenMoveReview]:
    """Return at most three actions that cost the most, in the order of the game."""
    ranked = sorted((move for move in moves if move["cost"] >= LEAST_COST), key=lambda move: -move["cost"])
    return sorted(ranked[:MOMENTS], key=lambda move: move["number"])


def moment_text(move: OpenMoveReview, names: Sequence[str]) -> str:
    """Return a sentence: which seat, what was played, what was better, and the chance to win before and after."""
    what, better = _phrase(move["action"], names), _phrase(move["best"][0]["action"], names)
    chances = f"{chance(move['won_before'])} before, {chance(move['won_after'])} after"
    return f"Move {move['number']}, {names[move['seat']]}: {what}; better: {better}. Chance to win: {chances}."


def is_blunder(move: OpenMoveReview) -> bool:
    """Whether an action costs so much that it is called a blunder."""
    return move["cost"] >= BLUNDER_COST


def chance(share: float) -> str:
    """Format a probability in percent; only what is certain is 0% or 100%."""
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1 else f"{share:.0%}"


def _phrase(action: str, names: Sequence[str]) -> str:
    """Return an action as a verb and its object: `play AC+5C`, `discard 2H`, `appoint Bo (seat 1)`."""
    parsed = Action.parse(action)
    verb = _VERBS[parsed.kind]
    if parsed.kind is ActionKind.APPOINT:
        return f"{verb} {names[parsed.seat]}"
    if parsed.kind is ActionKind.FLIP:
        return f"{verb} a jester"
    return verb if parsed.kind is ActionKind.YIELD else f"{verb} {action.removeprefix('-')}"
