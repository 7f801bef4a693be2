"""Computes the review of a game: each action by what the seat that took it knew, in several processes.

A review is a game, the search that reviewed it, and what each action cost; it has a curve, and costly moments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Final, NamedTuple, cast

from regicide_arena.bots.advice import RatedAction
from regicide_arena.bots.planner import BUDGETS, Planner
from regicide_arena.bots.view_types import seat_view
from regicide_arena.protocol.advice import DIGITS, rated_action, rating_of
from regicide_arena.review.record import GameMove, RecordedGame
from regicide_arena.runtime.process_pool import parallel_map
from regicide_arena.words import action_text, card_text

COSTLY: Final = 0.01
"""The cost from which an action is worth mentioning."""
NOISE: Final = 0.4
"""The part of the variance of a result with this chance by which searches with other random numbers vary."""
BLUNDER_POINTS: Final = 10
"""The points from which an action is a blunder."""
MOMENTS: Final = 3
LEAST_SHOWN: Final = 0.005
"""The distance of a chance from certainty: a smaller one would be rounded to 0% or 100%."""


class MoveReview(RatedAction):
    """An action of a game with what it cost, as the member `moves` of a review lists it."""

    number: int
    version: int | None
    seat: int
    action: str


class OpenMoveReview(MoveReview, total=False):
    """A reviewed action, with the search of all cards if there is one."""

    won_open: float
    """The probability of winning before it with all cards open."""


class ReviewSearch(NamedTuple):
    """The search of a review."""

    bot: str
    """The name of a planner."""
    rollouts: int
    seed: str
    open_cards: bool = False
    """Whether to search with all cards open, too."""


def reviewed_moves(moves: Sequence[GameMove], search: ReviewSearch, workers: int) -> Iterator[OpenMoveReview]:
    """Yield the review of each action in order, the same for any number of processes; a single one is this process."""
    with parallel_map(min(workers, len(moves))) as run:
        yield from run(partial(_reviewed, search), moves)


def _reviewed(search: ReviewSearch, move: GameMove) -> OpenMoveReview:
    """Review one action, in any process."""
    planner, view = _planner(search), seat_view(move.before, move.before.turn)
    rate = rated_action(rating_of(planner, view, move.action), view)
    reviewed = cast(OpenMoveReview, move_review(move, rate))
    if search.open_cards:
        reviewed["won_open"] = round(planner.foresee(move.before).won, DIGITS)
    return reviewed


def move_review(move: GameMove, rate: RatedAction) -> MoveReview:
    """Return the review of an action from what it cost."""
    return {"number": move.number, "version": move.version, "seat": move.seat, "action": move.action, **rate}


@cache
def _planner(search: ReviewSearch) -> Planner:
    return Planner(search.seed, BUDGETS[search.bot]._replace(rollouts=search.rollouts))


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


def costliest(moves: Sequence[OpenMoveReview]) -> list[OpenMoveReview]:
    """Return at most three costly actions, the costliest first."""
    costly = [move for move in moves if cost_points(move)]
    return sorted(costly, key=lambda move: (-cost_points(move), -move["cost"]))[:MOMENTS]


def whole_points(share: float) -> int:
    """Return a chance in percentage points, rounded half up."""
    return int(100 * share + 0.5)


def cost_points(rate: RatedAction) -> int:
    """Return the cost, the difference of the shown percentages; 0 for one that the estimates cannot tell."""
    before, after, cost = rate["won_before"], rate["won_after"], rate["cost"]
    return whole_points(before) - whole_points(after) if cost >= max(COSTLY, NOISE * before * (1 - before)) else 0


def is_blunder(rate: RatedAction) -> bool:
    """Whether an action costs so much that it is called a blunder."""
    return cost_points(rate) >= BLUNDER_POINTS


def moment_lines(review: Review) -> list[str]:
    """Return the costliest moments in words."""
    found = [moment_text(move, review.game.names) for move in costliest(review.moves)]
    return found or ["No action cost anything that the estimates can tell."]


def moment_text(move: OpenMoveReview, names: Sequence[str]) -> str:
    """Return sentences: which seat, what was played, what was better, what it cost, and the chances to win."""
    what, better = (action_text(action, names) for action in (move["action"], move["best"][0]["action"]))
    chances = f"chance to win: {chance(move['won_before'])} before, {chance(move['won_after'])} after"
    cost = f"It cost {points(move['cost'])} ({chances})."
    return f"Move {move['number']}, {names[move['seat']]}: {what}; better: {better}. {cost}"


def enemies_to_fall(review: Review) -> list[str]:
    """Return the enemy that fell with each action, empty where none fell."""
    return [
        card_text(move.before.castle[0]) if len(move.after.castle) < len(move.before.castle) else ""
        for move in review.game.moves
    ]


def chance(share: float) -> str:
    """Format a probability in percent; only what is certain is 0% or 100%."""
    if 0 < share < LEAST_SHOWN:
        return "<1%"
    return ">99%" if 1 - LEAST_SHOWN <= share < 1 else f"{whole_points(share)}%"


def points(cost: float) -> str:
    """Format a cost in percentage points: `16 points`; empty for less than half a point."""
    number = whole_points(cost)
    return f"{number} point{'' if number == 1 else 's'}" if number else ""
