"""Answers the questions in an agent's inbox, in a thread and a process of its own, so that no turn waits for them.

A review is computed action by action: advice that is asked for meanwhile waits for one action at most. What is computed
is kept for a while: a review that is asked for again goes on where it was.
"""

from __future__ import annotations

import json
import logging
from functools import lru_cache
from typing import Final, cast

import httpx

from regicide_arena.agent.play_log import PlayLog, QuestionEvent
from regicide_arena.agent.work_queue import WorkQueue
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


class Answerer:
    """Answers questions until `stop`. A question stays in the inbox, for this process or the next one, until then."""

    def __init__(
        self, name: str, session: Session, player: BotPlayer, log: PlayLog | None = None, *, reviews: bool = True
    ) -> None:
        self._name, self._session, self._player, self._reviewing = name, session, player, reviews
        self._log = log or PlayLog(name)
        self._queue = WorkQueue[Question](priority=lambda question: question.kind != ADVICE)
        self.replace = self._queue.replace
        self._begun_review = lru_cache(MAX_KEPT_REVIEWS)(self._begin_review)

    def run(self) -> None:
        """Answer questions until `stop`."""
        while question := self._queue.take():
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
        elif question.kind == REVIEW and self._reviewing:
            self._review(question)
        else:
            is_review = question.kind == REVIEW
            self._fail(
                question, "refused", "the bot gives no reviews" if is_review else f"unknown kind {question.kind!r:.40}"
            )

    def _fail(self, question: Question, event: QuestionEvent, why: str) -> None:
        """Tell the asker that there will be no answer."""
        self._session.advice.fail(question)
        self._finish(question, event, why)

    def _finish(self, question: Question, event: QuestionEvent = "answered", why: str = "") -> None:
        self._queue.leave(question)
        self._log.question(question, event, why)

    def _advise(self, question: Question) -> None:
        view = cast(View, question.view.to_dict() if question.view else {})
        considered = advised_actions(self._player.advise(view).actions, view)
        actions = [ActionRating(**action) for action in considered[: question.limit]]
        self._session.advice.answer(question, actions, considered=len(considered))
        self._finish(question)

    def _review(self, question: Question) -> None:
        game, moves = self._begun_review(question.id, question.game)
        if move := next(iter(game.moves[len(moves) :]), None):
            view = seat_view(move.before, move.seat)
            moves.append(move_review(move, rated_action(self._player.review(view, move.action), view)))
        if len(moves) < len(game.moves):
            self._queue.retry(question, pause_s=0)
        else:
            self._session.advice.answer_review(question, [*map(MoveRating.from_dict, bounded(moves))])
            self._finish(question)

    def _begin_review(self, _question: str, game: str) -> tuple[RecordedGame, list[MoveReview]]:
        """Return the game of a question, and no reviewed action. Raises UnusableFile and what `get_record` raises."""
        return recorded_game(self._session.games.record(game).to_dict(), game), []

    def _give_up(self, question: Question, error: Exception) -> None:
        """Fail, unless it is this agent that ends."""
        if isinstance(error, PlayerClosed) or self._queue.is_closed:
            return
        try:
            self._fail(question, "unanswered", str(error))
        except (ApiError, httpx.HTTPError) as refusal:
            self._after_refusal(question, refusal)

    def _after_refusal(self, question: Question, error: Exception) -> None:
        """Retry where the server may accept the answer later."""
        if isinstance(error, httpx.HTTPError) or (isinstance(error, ApiError) and error.status in SERVER_FAILURES):
            LOG.debug("%s: a question in game %s is retried: %s", self._name, question.game, error)
            self._queue.retry(question)
            return
        if isinstance(error, UnknownQuestion):  # it has expired, or was answered by another process
            self._queue.leave(question)
        else:
            self._finish(question, "unanswered", f"the server refuses the answer: {error}")


def bounded(moves: list[MoveReview]) -> list[MoveReview]:
    """Return moves that fit into a request: with their best action alone if they are too many."""
    if len(json.dumps(moves, separators=(",", ":"))) <= MAX_REVIEW_BYTES:
        return moves
    return [{**move, "best": move["best"][:1]} for move in moves]
