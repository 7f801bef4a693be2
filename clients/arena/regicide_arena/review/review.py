"""A review: a game, the search that reviewed it, and what each action cost; its curve, and its falls of enemies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from regicide_arena.review.computation import OpenMoveReview, ReviewSearch
from regicide_arena.review.game_record import GameMove, RecordedGame
from regicide_arena.review.words import card_text


class Review(NamedTuple):
    """A game, and the review of its actions."""

    game: RecordedGame
    search: ReviewSearch
    moves: Sequence[OpenMoveReview]


def curve(review: Review) -> list[float]:
    """Return the chance to win before the first action and after each one; the last point is the certain end."""
    before = [move["won_before"] for move in review.moves[:1]]
    return [*before, *(move["won_after"] for move in review.moves[:-1]), float(review.game.outcome.won)]


def open_curve(review: Review) -> list[float]:
    """Return the chance with all cards open before each action, and the end; empty without such a search."""
    shares = [move["won_open"] for move in review.moves if "won_open" in move]
    return [*shares, float(review.game.outcome.won)] if shares else []


def enemies_to_fall(review: Review) -> list[str]:
    """Return the enemy that fell with each action, empty where none fell."""
    return [*map(_enemy_to_fall, review.game.moves)]


def _enemy_to_fall(move: GameMove) -> str:
    has_fallen = len(move.after.castle) < len(move.before.castle)
    return card_text(move.before.castle[0]) if has_fallen else ""
