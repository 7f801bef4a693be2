"""The reviews on which an agent works, as far as they are: the latest ones are kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from regicide_arena.review.record import RecordedGame
from regicide_arena.review.review import MoveReview

MAX_KEPT_REVIEWS: Final = 20


class ReviewProgress(NamedTuple):
    """A review in progress: the game, and the actions reviewed."""

    game: RecordedGame
    moves: list[MoveReview]

    @property
    def is_complete(self) -> bool:
        """Whether all actions of the game are reviewed."""
        return len(self.moves) == len(self.game.moves)


class KeptReviews:
    """The reviews by their questions; the oldest one makes room for a new one."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, ReviewProgress] = OrderedDict()

    def get(self, question: str, read: Callable[[], RecordedGame]) -> ReviewProgress:
        """Return the review as far as it is; `read` is called for the game of one that is not kept."""
        if question not in self._kept:
            self._kept[question] = ReviewProgress(read(), [])
            if len(self._kept) > MAX_KEPT_REVIEWS:
                self._kept.popitem(last=False)
        return self._kept[question]
