"""The turns that agents are asked about: the view of one seat, and the legal actions of an answer.

The view is made from the game whenever it is shown: a question contains no cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from regicide import Action, apply
from regicide_api.core.errors import UnknownGame
from regicide_api.domain.game import HostedGame
from regicide_api.domain.history import game_at
from regicide_api.domain.question import Question
from regicide_api.services.questions import OpenQuestion
from regicide_api.services.repository import GameRepository


@dataclass(frozen=True, slots=True)
class AdvisedTurns:
    """The turns of the games of a repository."""

    repository: GameRepository

    def open(self, questions: Sequence[Question]) -> list[OpenQuestion | None]:
        """The questions with the views of their seats; None for one whose turn is over."""
        return list(map(self._open, questions))

    def _open(self, question: Question) -> OpenQuestion | None:
        game = self._game(question)
        if game is None or not is_at_turn(game, question):
            return None
        return OpenQuestion(question, game, question.subject.seat)

    def _game(self, question: Question) -> HostedGame | None:
        """The game now; at the version of the question, if that is about a finished game."""
        subject = question.subject
        if not subject.is_public or subject.version is None:
            return self.repository.get_or_none(subject.game)
        try:
            return game_at(*self.repository.get_with_events(subject.game), subject.version)
        except UnknownGame:
            return None

    def check(self, question: OpenQuestion, answer: Any) -> Any:
        """The answer with its actions in canonical form. Raises MalformedAction or IllegalAction."""
        return answer | {"actions": [_checked(question.game, rated) for rated in answer["actions"]]}


def is_at_turn(game: HostedGame, question: Question) -> bool:
    """Whether a question is about the turn that a game is at."""
    subject = question.subject
    return (game.acted, game.position.turn) == (subject.version, subject.seat) and not game.is_over


def _checked(game: HostedGame | None, rated: dict[str, Any]) -> dict[str, Any]:
    action = Action.parse(rated["action"])
    if game:
        apply(game.position, action)
    return rated | {"action": str(action)}
