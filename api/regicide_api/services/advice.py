"""Advice: what an agent would do at a turn, from the view of the seat to act.

In a running game the seat to act asks, and an event tells everyone that it did, not what the answer is. The event is
committed before the question is stored: so no seat gets advice that the others do not know of. If the process ends in
between, the event stands for advice that the seat does not get until it asks again, which makes no further event.

The record of a finished game is public, and so is advice about its turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from regicide_api.core.errors import TokenRequired, UnknownAdvice
from regicide_api.domain import advice, rights
from regicide_api.domain.clock import now_ms
from regicide_api.domain.event import Event
from regicide_api.domain.game import HostedGame
from regicide_api.domain.history import game_at
from regicide_api.domain.question import AnswerStatus, Question, QuestionKind, Subject
from regicide_api.domain.seat import Principal
from regicide_api.services.advised_turns import is_at_turn
from regicide_api.services.agents import AgentService
from regicide_api.services.questions import Questions
from regicide_api.services.repository import GameRepository, Transition


class AdviceRequest(NamedTuple):
    """The agent that is asked, the version of the view that the question is about, and the seat, if given."""

    agent: str
    version: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class AdviceService:
    """Advice about the games of a repository."""

    repository: GameRepository
    agents: AgentService
    questions: Questions

    def ask(self, game_id: str, principal: Principal | None, request: AdviceRequest) -> Question:
        """Ask an agent for advice. The same question again returns the same one, with its answer.

        Raises UnknownGame, UnknownToken, NoAdviser, AdviserBusy; TokenRequired, NotYourSeat and the errors of
        `domain.advice.ask` for a running game.
        """
        game = self.repository.get(game_id, principal)
        self.agents.require_adviser(request.agent)
        subject = self._past(game, request) if game.position.outcome else self._present(game_id, principal, request)
        return self.questions.ask(request.agent, subject)

    def _present(self, game_id: str, principal: Principal | None, request: AdviceRequest) -> Subject:
        """The turn of a running game that its seat asks about."""
        if principal is None:
            raise TokenRequired
        holder = principal

        def step(game: HostedGame, _: list[Event]) -> Transition:
            seat = rights.acting_seat(game, rights.player(game, holder), request.seat)
            return Transition(*advice.ask(game, seat, request.version, request.agent, now_ms()))

        game = self.repository.update(game_id, step, holder).game
        return Subject(QuestionKind.ADVICE, game_id, game.position.turn, game.acted)

    def _past(self, game: HostedGame, request: AdviceRequest) -> Subject:
        """A turn of a finished game."""
        past = game_at(*self.repository.get_with_events(game.id), request.version)
        return Subject(QuestionKind.ADVICE, game.id, past.position.turn, past.acted, is_public=True)

    def get(self, game_id: str, name: str, principal: Principal | None) -> Question:
        """The question of advice with an id, for those who may see the answer.

        It has failed if the game has moved on before the answer. Raises UnknownGame, UnknownToken, TokenRequired,
        NotYourSeat or UnknownAdvice.
        """
        game = self.repository.get(game_id, principal)
        question = self.questions.get(name)
        if question is None or question.subject[:2] != (QuestionKind.ADVICE, game_id):
            raise UnknownAdvice(name)
        if question.subject.is_public:
            return question
        if principal is None:
            raise TokenRequired
        rights.acting_seat(game, rights.player(game, principal), question.subject.seat)
        is_late = question.status is AnswerStatus.PENDING and not is_at_turn(game, question)
        return question._replace(status=AnswerStatus.FAILED) if is_late else question
