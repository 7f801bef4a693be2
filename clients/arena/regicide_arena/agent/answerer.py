"""Answers the questions in an agent's inbox, in a thread and a process of its own, so that no turn waits for them.

A review is computed action by action: advice that is asked for meanwhile waits for one action at most. What is computed
is kept for a while: a review that is asked for again goes on where it was.
"""

from __future__ import annotations

import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from threading import Condition
from typing import Final, NamedTuple, cast

import httpx

from regicide_arena.agent.play_log import PlayLog
from regicide_arena.agent.turn_queue import RETRY_INTERVAL_S
from regicide_arena.bots.failures import PlayerClosed
from regicide_arena.bots.view_types import View, seat_view
from regicide_arena.protocol.advice import advised_actions, rated_action
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.review.record import RecordedGame, recorded_game
from regicide_arena.review.review import MoveReview, move_review
from regicide_client import ActionRating, ApiError, MoveRating, Question, Session, UnknownQuestion

ADVICE: Final = "advice"
REVIEW: Final = "review"
MAX_KEPT_REVIEWS: Final = 20
LOG: Final = logging.getLogger(__name__)

MAX_QUESTIONS: Final = 20
"""The questions of one inbox."""
MAX_REVIEW_BYTES: Final = 60_000
"""The size from which the moves of a review list their best action alone: the server accepts 64 KiB."""
SERVER_FAILURES: Final = frozenset({None, 401, 429, 500, 502, 503, 504})
"""Statuses after which an answer is sent again; None stands for no answer."""


class QuestionQueue:
    """Questions to answer, one after another by one thread. The inbox replaces them."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: list[Question] = []
        self._finished: set[str] = set()
        self._retries: dict[str, float] = {}
        self._closed = False

    def replace(self, questions: Sequence[Question]) -> None:
        """Set the questions to the questions of an inbox, which may still have some that were answered meanwhile."""
        with self._changed:
            present = {question.id for question in questions}
            self._finished &= present
            self._retries = {name: due for name, due in self._retries.items() if name in present}
            self._waiting = [question for question in questions if question.id not in self._finished]
            self._changed.notify_all()

    def next(self) -> Question | None:
        """Wait for the question to work at, which stays in the queue; return None after `close`."""
        with self._changed:
            while not self._closed:
                due = [question for question in self._waiting if self._wait_s(question) <= 0]
                if due:
                    return min(due, key=lambda question: (question.kind != ADVICE, question.asked_at))
                self._changed.wait(min(map(self._wait_s, self._waiting), default=None))
            return None

    def finish(self, question: Question) -> None:
        """Remove a question."""
        with self._changed:
            self._finished.add(question.id)
            self._waiting = [other for other in self._waiting if other.id != question.id]

    def retry(self, question: Question) -> None:
        """Leave a question for later."""
        with self._changed:
            self._retries[question.id] = time.monotonic() + RETRY_INTERVAL_S

    @property
    def is_closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    def close(self) -> None:
        """Return no further question."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _wait_s(self, question: Question) -> float:
        return self._retries.get(question.id, 0.0) - time.monotonic()


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
        """Return the review as far as it is; `read` is called for the game of a review that is not kept."""
        if question not in self._kept:
            self._kept[question] = ReviewProgress(read(), [])
            if len(self._kept) > MAX_KEPT_REVIEWS:
                self._kept.popitem(last=False)
        return self._kept[question]


class Answerer:
    """Answers questions until `stop`. A question stays in the inbox, for this process or the next one, until then."""

    def __init__(
        self, name: str, session: Session, player: BotPlayer, log: PlayLog | None = None, *, reviews: bool = True
    ) -> None:
        self._name, self._session, self._player, self._reviewing = name, session, player, reviews
        self._log = log or PlayLog(name)
        self._queue = QuestionQueue()
        self._reviews = KeptReviews()
        self.replace = self._queue.replace

    def run(self) -> None:
        """Answer questions until `stop`."""
        while question := self._queue.next():
            try:
                self._work(question)
            except (ApiError, httpx.HTTPError) as error:
                self._after_refusal(question, error)
            except Exception as error:  # noqa: BLE001 - of the bot, or of a record that this version cannot read
                self._give_up(question, error)

    def stop(self) -> None:
        """Answer no further question, and end the bot."""
        self._queue.close()
        self._player.close()

    def _work(self, question: Question) -> None:
        """Answer a question for advice, or review the next action of a game. Other kinds are refused."""
        if question.kind == ADVICE:
            self._advise(question)
        elif question.kind != REVIEW:
            self._refuse(question, f"unknown kind {question.kind!r:.40}")
        elif self._reviewing:
            self._review(question)
        else:
            self._refuse(question, "the bot gives no reviews")

    def _refuse(self, question: Question, why: str) -> None:
        self._session.fail_question(question)
        self._queue.finish(question)
        self._log.refused(question, why)

    def _finish(self, question: Question) -> None:
        self._queue.finish(question)
        self._log.answered(question)

    def _advise(self, question: Question) -> None:
        view = cast(View, question.view.to_dict() if question.view else {})
        considered = advised_actions(self._player.advise(view).actions, view)
        actions = [ActionRating(**action) for action in considered[: question.limit]]
        self._session.answer_advice(question, actions, considered=len(considered))
        self._finish(question)

    def _review(self, question: Question) -> None:
        progress = self._reviews.get(question.id, partial(self._read, question))
        if not progress.is_complete:
            move = progress.game.moves[len(progress.moves)]
            view = seat_view(move.before, move.seat)
            rate = rated_action(self._player.review(view, move.action), view)
            progress.moves.append(move_review(move, rate))
        if progress.is_complete:
            self._session.answer_review(question, [*map(_move_rating, bounded(progress.moves))])
            self._finish(question)

    def _read(self, question: Question) -> RecordedGame:
        """Read the game of a question. Raises UnusableFile, and the errors of `Session.get_record`."""
        return recorded_game(self._session.get_record(question.game).to_dict(), question.game)

    def _give_up(self, question: Question, error: Exception) -> None:
        """Tell the asker that there will be no answer, unless it is this agent that ends."""
        if isinstance(error, PlayerClosed) or self._queue.is_closed:
            return
        try:
            self._session.fail_question(question)
            self._queue.finish(question)
            self._log.unanswered(question, str(error))
        except (ApiError, httpx.HTTPError) as refusal:
            self._after_refusal(question, refusal)

    def _after_refusal(self, question: Question, error: Exception) -> None:
        """Retry where the server may accept the answer later."""
        if isinstance(error, httpx.HTTPError) or (isinstance(error, ApiError) and error.status in SERVER_FAILURES):
            LOG.debug("%s: a question in game %s is retried: %s", self._name, question.game, error)
            self._queue.retry(question)
            return
        if not isinstance(error, UnknownQuestion):  # which has expired, or was answered by another process
            self._log.unanswered(question, f"the server refuses the answer: {error}")
        self._queue.finish(question)


def bounded(moves: list[MoveReview]) -> list[MoveReview]:
    """Return moves that fit into a request: with their best action alone if they are too many."""
    if len(json.dumps(moves, separators=(",", ":"))) <= MAX_REVIEW_BYTES:
        return moves
    return [{**move, "best": move["best"][:1]} for move in moves]


def _move_rating(move: MoveReview) -> MoveRating:
    return MoveRating.from_dict(move)
