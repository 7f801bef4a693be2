"""Answers the questions in an agent's inbox, in a thread and a process of its own, so that no turn waits for them.

A review is computed action by action: advice that is asked for meanwhile waits for one action at most. What is computed
is kept for a while: a review that is asked for again goes on where it was.
"""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from typing import Final, NamedTuple, cast

import httpx

from regicide_arena.agent.asked_process import AskedProcess
from regicide_arena.agent.question_queue import ADVICE, QuestionQueue
from regicide_arena.bots.advice import RatedAction
from regicide_arena.bots.safe_chooser import ChoiceCancelled
from regicide_arena.bots.view_types import seat_view
from regicide_arena.review.computation import MoveReview, move_review
from regicide_arena.review.game_record import RecordedGame, recorded_game
from regicide_client import ActionRating, ApiError, MoveRating, Question, Session, UnknownQuestion

LOG: Final = logging.getLogger(__name__)

MAX_QUESTIONS: Final = 20
"""The questions of one inbox."""
MAX_KEPT_REVIEWS: Final = 20
MAX_REVIEW_BYTES: Final = 60_000
"""The size from which the moves of a review list their best action alone: the server accepts 64 KiB."""
SERVER_FAILURES: Final = frozenset({None, 401, 429, 500, 502, 503, 504})
"""Statuses after which an answer is sent again; None stands for no answer."""


class _Progress(NamedTuple):
    """A review in progress: the game, and the actions reviewed."""

    game: RecordedGame
    moves: list[MoveReview]

    @property
    def is_complete(self) -> bool:
        return len(self.moves) == len(self.game.moves)


class Answerer:
    """Answers questions until `stop`. A question stays in the inbox, for this process or the next one, until then."""

    def __init__(self, name: str, session: Session, asked: AskedProcess) -> None:
        self._name, self._session, self._asked = name, session, asked
        self._queue = QuestionQueue()
        self._progress: OrderedDict[str, _Progress] = OrderedDict()
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
        self._asked.end()

    def _work(self, question: Question) -> None:
        """Answer a question for advice, or review the next action of a game."""
        if question.kind == ADVICE:
            self._advise(question)
        elif self._asked.reviews:
            self._review(question)
        else:
            self._session.fail_question(question)
            self._queue.finish(question)

    def _advise(self, question: Question) -> None:
        view = question.view.to_dict() if question.view else {}
        answer = self._asked.ask({"view": view, "limit": question.limit})
        actions = [ActionRating(**action) for action in answer["actions"]]
        self._session.answer_advice(question, actions, considered=answer["considered"])
        self._queue.finish(question)

    def _review(self, question: Question) -> None:
        progress = self._begun(question)
        if not progress.is_complete:
            move = progress.game.moves[len(progress.moves)]
            rate = self._asked.ask({"view": seat_view(move.before, move.seat), "action": move.action})
            progress.moves.append(move_review(move, cast(RatedAction, rate)))
        if progress.is_complete:
            self._session.answer_review(question, [*map(_move_rating, _bounded(progress.moves))])
            self._queue.finish(question)

    def _begun(self, question: Question) -> _Progress:
        """Return the review as far as it is. Raises UnusableRecord, and the errors of `Session.get_record`."""
        if question.id not in self._progress:
            record = self._session.get_record(question.game).to_dict()
            self._progress[question.id] = _Progress(recorded_game(record, question.game), [])
            if len(self._progress) > MAX_KEPT_REVIEWS:
                self._progress.popitem(last=False)
        return self._progress[question.id]

    def _give_up(self, question: Question, error: Exception) -> None:
        """Tell the asker that there will be no answer, unless it is this agent that ends."""
        if isinstance(error, ChoiceCancelled) or self._queue.is_closed:
            return
        LOG.warning("%s: game %s: no %s: %s", self._name, question.game, question.kind, error)
        try:
            self._session.fail_question(question)
            self._queue.finish(question)
        except (ApiError, httpx.HTTPError) as refusal:
            self._after_refusal(question, refusal)

    def _after_refusal(self, question: Question, error: Exception) -> None:
        """Retry where the server may accept the answer later."""
        if isinstance(error, httpx.HTTPError) or (isinstance(error, ApiError) and error.status in SERVER_FAILURES):
            LOG.debug("%s: a question in game %s is retried: %s", self._name, question.game, error)
            self._queue.retry(question)
            return
        if not isinstance(error, UnknownQuestion):  # which has expired, or was answered by another process
            LOG.warning("%s: game %s: the answer is refused: %s", self._name, question.game, error)
        self._queue.finish(question)


def _bounded(moves: list[MoveReview]) -> list[MoveReview]:
    """Return moves that fit into a request: with their best action alone if they are too many."""
    if len(json.dumps(moves, separators=(",", ":"))) <= MAX_REVIEW_BYTES:
        return moves
    return [{**move, "best": move["best"][:1]} for move in moves]


def _move_rating(move: MoveReview) -> MoveRating:
    return MoveRating.from_dict(move)
