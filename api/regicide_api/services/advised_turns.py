"""The turns that agents are asked about: the view of one seat, and the legal actions of an answer.

The view is made from the game as it is when the view is shown: a question about a running game contains no cards. One
about a finished game contains the game as it was then, so that its events are replayed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from redis.exceptions import RedisError

from regicide import Action, apply
from regicide_api.core.work import in_parts
from regicide_api.domain.game import HostedGame
from regicide_api.domain.question import Question
from regicide_api.services.questions import OpenQuestion
from regicide_api.services.repository import GameRepository
from regicide_api.services.serializer import decode


@dataclass(frozen=True, slots=True)
class AdvisedTurns:
    """The turns of the games of a repository."""

    repository: GameRepository

    def open(self, questions: Sequence[Question]) -> list[OpenQuestion | RedisError | None]:
        """The questions with the views of their seats; None for one whose turn is over."""
        running = [question.subject.game for question in questions if question.state is None]
        found = dict(zip(running, self.repository.get_many(running) if running else [], strict=True))
        return [_shown(question, found.get(question.subject.game)) for question in in_parts(questions)]

    def check(self, question: OpenQuestion, answer: Any) -> Any:
        """The answer with its actions in canonical form. Raises MalformedAction or IllegalAction."""
        return answer | {"actions": [_checked(question.game, rated) for rated in in_parts(answer["actions"])]}


def is_at_turn(game: HostedGame, question: Question) -> bool:
    """Whether a question is about the turn that a game is at."""
    subject = question.subject
    return (game.acted, game.position.turn) == (subject.version, subject.seat) and not game.is_over


def _shown(question: Question, running: HostedGame | RedisError | None) -> OpenQuestion | RedisError | None:
    game = decode(question.subject.game, question.state.encode()) if question.state else running
    if not isinstance(game, HostedGame):
        return game
    return OpenQuestion(question, game, question.subject.seat) if is_at_turn(game, question) else None


def _checked(game: HostedGame | None, rated: dict[str, Any]) -> dict[str, Any]:
    action = Action.parse(rated["action"])
    if game:
        apply(game.position, action)
    return rated | {"action": str(action)}
