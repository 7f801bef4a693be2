"""Advice and reviews: what agents say about a turn, from the view of its seat, and about all actions of a game.

In a running game the seat to act asks for advice, and an event tells everyone that it did, not what the answer is. The
event is committed before the question is stored: so no seat gets advice that the others do not know of. If the process
ends in between, the event stands for advice that the seat does not get until it asks again, which makes no further
event. The view is made from the game as it is when it is shown: a question about a running game contains no cards. One
about a finished game contains the game as it was then, so that its events are replayed once.

The record of a finished game is public, and so are advice about its turns and reviews. A question for a review contains
no view: the agent reads the record. Each agent is asked once for each game, until the answer expires.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from redis.exceptions import RedisError

from regicide import Action, Message, apply
from regicide_api.core.errors import InvalidMember, TokenRequired, UnknownGame
from regicide_api.core.refusals import UnknownAdvice, UnknownQuestion
from regicide_api.core.work import in_parts
from regicide_api.domain import advice, daily_deal, rights
from regicide_api.domain.advice import MAX_MOVES, RefusedReview, faults_of_moves, recorded_moves
from regicide_api.domain.clock import now_ms
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame
from regicide_api.domain.history import game_at
from regicide_api.domain.question import AnswerStatus, Question, QuestionKind, Subject
from regicide_api.domain.seat import Principal
from regicide_api.services.agents import AgentService
from regicide_api.services.questions import OpenQuestion, Questions
from regicide_api.services.repository import GameRepository, Transition
from regicide_api.services.serializer import decode, encode


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
    return (game.last_action_version, game.position.turn) == (subject.version, subject.seat) and not game.is_over


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
    return Subject(QuestionKind.ADVICE, game.id, game.position.turn, game.last_action_version, is_public)


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
