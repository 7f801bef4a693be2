"""Advice: what an agent would do at a turn, from the view of the seat to act.

In a running game the seat to act asks, and an event tells everyone that it did, not what the answer is. The event is
committed before the question is stored: so no seat gets advice that the others do not know of. If the process ends in
between, the event stands for advice that the seat does not get until it asks again, which makes no further event.

The record of a finished game is public, and so is advice about its turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from regicide import Message
from regicide_api.core.errors import InvalidMember, TokenRequired
from regicide_api.core.refusals import UnknownAdvice
from regicide_api.domain import advice, daily_deal, rights
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
from regicide_api.services.serializer import encode


class AdviceRequest(NamedTuple):
    """The agent that is asked, the version of the view that the question is about, the seat, if given, the asker."""

    agent: str
    version: int
    seat: int | None = None
    asker: str = ""


@dataclass(frozen=True, slots=True)
class AdviceService:
    """Advice about the games of a repository."""

    repository: GameRepository
    agents: AgentService
    questions: Questions

    def ask(self, game_id: str, principal: Principal | None, request: AdviceRequest) -> Question:
        """Ask an agent for advice. The same question again returns the same one, with its answer.

        Raises UnknownGame, UnknownToken, NoAdviser, AdviserBusy; DealNotTold and InvalidMember for a finished game;
        TokenRequired, NotYourSeat and the errors of `domain.advice.ask` for one that is not.
        """
        game = self.repository.get(game_id, principal)
        self.agents.require_adviser(request.agent)
        if game.position.outcome:
            return self._ask_about_past(game, request)
        self.questions.require_room(request.agent, _turn_of(game))
        turn = _turn_of(self._announce(game_id, principal, request))
        return self.questions.ask(request.agent, turn, request.asker)

    def _announce(self, game_id: str, principal: Principal | None, request: AdviceRequest) -> HostedGame:
        """Let a running game tell that the seat to act asks. Returns the game after it."""
        if principal is None:
            raise TokenRequired
        holder = principal

        def step(game: HostedGame, _: list[Event]) -> Transition:
            seat = rights.acting_seat(game, rights.player(game, holder), request.seat)
            return Transition(*advice.ask(game, seat, request.version, request.agent, now_ms()))

        return self.repository.update(game_id, step, holder).game

    def _ask_about_past(self, game: HostedGame, request: AdviceRequest) -> Question:
        """Ask about a turn of a finished game, whose state the question gets. Raises DealNotTold or InvalidMember."""
        daily_deal.require_told(game)
        if request.seat is None:
            raise InvalidMember("seat", Message("required for a finished game: the seat that was to act"))
        past = game_at(*self.repository.get_with_events(game.id), request.version)
        if past.position.outcome or past.version < request.version:
            raise InvalidMember("version", Message("the game was over then: expected an earlier version"))
        turn = past.position.turn
        if request.seat != turn:
            raise InvalidMember(
                "seat",
                Message("at version {version} it was the turn of seat {turn}", version=request.version, turn=turn),
            )
        state = encode(past).decode()
        return self.questions.ask(request.agent, _turn_of(past, is_public=True), request.asker, state)

    def get(self, game_id: str, name: str, principal: Principal | None) -> Question:
        """The question of advice with an id, for those who may see the answer.

        It has failed if the game has moved on before the answer. Raises UnknownGame, UnknownToken, TokenRequired for
        a game that is not finished, NotYourSeat or UnknownAdvice.
        """
        game = self.repository.get(game_id, principal)
        if principal is None and not game.position.outcome:
            raise TokenRequired
        question = self.questions.get(name)
        if question is None or question.subject[:2] != (QuestionKind.ADVICE, game_id):
            raise UnknownAdvice(name)
        if question.subject.is_public:
            return question
        if principal is None:
            raise UnknownAdvice(name)
        rights.acting_seat(game, rights.player(game, principal), question.subject.seat)
        is_late = question.status is AnswerStatus.PENDING and not is_at_turn(game, question)
        return question._replace(status=AnswerStatus.FAILED) if is_late else question


def _turn_of(game: HostedGame, *, is_public: bool = False) -> Subject:
    """The turn that a game is at, as the subject of a question."""
    return Subject(QuestionKind.ADVICE, game.id, game.position.turn, game.acted, is_public)
