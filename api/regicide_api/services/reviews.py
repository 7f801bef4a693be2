"""Reviews: what an agent says about each action of a finished game.

The record is public, so a review is, and a question for one contains no view: the agent reads the record. Each agent is
asked once for each game, until the answer expires.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from redis.exceptions import RedisError

from regicide import Action
from regicide_api.core.errors import UnknownGame
from regicide_api.core.refusals import UnknownQuestion
from regicide_api.core.work import in_parts
from regicide_api.domain import daily_deal
from regicide_api.domain.clock import now_ms
from regicide_api.domain.event import EventType
from regicide_api.domain.question import AnswerStatus, Question, QuestionKind, Subject
from regicide_api.domain.review import MAX_MOVES, RefusedReview, faults_of_moves, recorded_moves
from regicide_api.services.agents import AgentService
from regicide_api.services.questions import OpenQuestion, Questions
from regicide_api.services.repository import GameRepository


@dataclass(frozen=True, slots=True)
class ReviewService:
    """Reviews of the games of a repository."""

    repository: GameRepository
    agents: AgentService
    questions: Questions

    def get(self, game_id: str, agent: str, asker: str) -> Question:
        """The question for the review of a game, with its answer. An agent that was not asked before is asked.

        Raises UnknownGame, GameNotOver, GameCancelled, DealNotTold, NoReviewer or AdviserBusy.
        """
        return self.find(game_id, agent) or self._ask(game_id, agent, asker)

    def find(self, game_id: str, agent: str) -> Question | None:
        """The question for a review that the agent was asked for, in one round trip."""
        return self.questions.find(agent, _subject(game_id))

    def _ask(self, game_id: str, agent: str, asker: str) -> Question:
        """A new question. A game without actions, and one with too many, has an answer at once."""
        game, events = self.repository.get_with_events(game_id)
        game.require_over()
        daily_deal.require_told(game)
        self.agents.require_reviewer(agent)
        actions = sum(event.type is EventType.ACTION for event in events)
        if 0 < actions <= MAX_MOVES:
            return self.questions.ask(agent, _subject(game_id), asker)
        now = now_ms()
        expires_at = now + 1000 * self.questions.lifetimes.pending_s
        question = Question(agent, _subject(game_id), now, expires_at, AnswerStatus.FAILED)
        return question if actions else question._replace(status=AnswerStatus.READY, answer={"moves": []})


@dataclass(frozen=True, slots=True)
class ReviewedGames:
    """The finished games that agents are asked to review."""

    repository: GameRepository

    def open(self, questions: Sequence[Question]) -> list[OpenQuestion | RedisError | None]:
        """The questions, without views: a finished game stays finished."""
        return [OpenQuestion(question, None, None) for question in questions]

    def check(self, question: OpenQuestion, answer: Any) -> Any:
        """The answer with its actions in canonical form.

        Raises RefusedReview if it does not fit the record, UnknownQuestion if the record has expired.
        """
        subject = question.question.subject
        try:
            recorded = recorded_moves(*self.repository.get_with_events(subject.game))
        except UnknownGame as error:
            raise UnknownQuestion(question.question.id) from error
        moves = [_canonical(move) | {"best": list(map(_canonical, move["best"]))} for move in in_parts(answer["moves"])]
        if faults := faults_of_moves(moves, recorded):
            raise RefusedReview(faults)
        return {"moves": moves}


def _subject(game_id: str) -> Subject:
    return Subject(QuestionKind.REVIEW, game_id, is_public=True)


def _canonical(rated: dict[str, Any]) -> dict[str, Any]:
    """A move, or an action with its chances, with the canonical text of the action, which the schema has checked."""
    return rated | {"action": str(Action.parse(rated["action"]))}
