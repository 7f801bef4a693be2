"""Questions to agents: advice about a turn, from the view of its seat, and the review of all actions of a game.

A question waits in the inbox of its agent. It lives for a short time until it is answered, once, and then as long as
answers are kept.

In a running game the seat to act asks for advice, and an event says so to everyone, without the answer. The event is
committed before the question is stored: no seat gets advice of which the others do not know. If the process ends in
between, the event stands for advice that the seat does not get until it asks again, which makes no further event. The
view is made from the game as it is when it is shown: a question about a running game contains no cards. One about a
finished game contains the game as it was then, so that its events are replayed once.

The record of a finished game is public, and so are advice about its turns and reviews. A question for a review contains
no view: the agent reads the record. Each agent is asked once for each game, until the answer expires.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

import orjson
from redis.exceptions import RedisError

from regicide import Action, Message, apply
from regicide_api.core.errors import InvalidBody, InvalidMember, TokenRequired, UnknownGame
from regicide_api.core.refusals import AdviserBusy, UnknownAdvice, UnknownQuestion
from regicide_api.core.work import in_parts
from regicide_api.domain import daily_deal, questions, seat_rules
from regicide_api.domain.clock import now_ms
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame
from regicide_api.domain.history import game_at
from regicide_api.domain.questions import (
    MAX_MOVES,
    AnswerStatus,
    Question,
    QuestionKind,
    Queue,
    Subject,
    agent_of,
    question_id,
)
from regicide_api.domain.seat import Principal
from regicide_api.services.inbox import Asked
from regicide_api.services.indexes import Stored
from regicide_api.services.repository import GameRepository, Transition
from regicide_api.services.serializer import decode, encode
from regicide_api.storage.fair_queues import FairQueue, Leaving, Waiting

MAX_WAITING: Final = 200
"""The most questions that wait for one agent in each queue: more than one address can ask while one of them lives."""


class OpenQuestion(NamedTuple):
    """A question that can be answered, with the game and the seat whose view the agent gets, if it gets one."""

    question: Question
    game: HostedGame | None = None
    viewer: int | None = None


Opened: TypeAlias = OpenQuestion | RedisError | None
"""A question as the agent gets it; None if it cannot be answered any more, an error if its game is unreachable."""


class Kind(NamedTuple):
    """A kind of question: the member of its answers, its functions, its queues, and how long it waits at least.

    `open` returns questions of the kind as the agent gets them. `check` returns the stored form of an answer, and
    raises the errors of a wrong one. Questions with public answers wait in `public_queue`.
    """

    member: str
    open: Callable[[GameRepository, Sequence[Question]], Sequence[Opened]]
    check: Callable[[GameRepository, OpenQuestion, Mapping[str, Any]], Any]
    queue: Queue
    public_queue: Queue
    shortest_wait_s: int = 0


def is_at_turn(game: HostedGame, question: Question) -> bool:
    """Whether a question is about the turn that a game is at."""
    subject = question.subject
    return (game.last_action_version, game.position.turn) == (subject.version, subject.seat) and not game.is_over


def _advised_turns(repository: GameRepository, questions: Sequence[Question]) -> list[Opened]:
    """The questions with the views of their seats; None for one whose turn is over."""
    running = [question.subject.game for question in questions if question.state is None]
    found = dict(zip(running, repository.get_many(running) if running else [], strict=True))
    return [_advised_turn(question, found.get(question.subject.game)) for question in in_parts(questions)]


def _advised_turn(question: Question, running: Stored) -> Opened:
    game = decode(question.subject.game, question.state.encode()) if question.state else running
    if not isinstance(game, HostedGame):
        return game
    return OpenQuestion(question, game, question.subject.seat) if is_at_turn(game, question) else None


def _checked_advice(_: GameRepository, question: OpenQuestion, answer: Mapping[str, Any]) -> dict[str, Any]:
    """The actions in canonical form. Raises MalformedAction or IllegalAction."""
    actions = [_canonical(rated) for rated in answer["actions"]]
    for rated in in_parts(actions):
        if question.game:
            apply(question.game.position, Action.parse(rated["action"]))
    return {"actions": actions, "considered": answer.get("considered", len(actions))}


def _reviewed_games(_: GameRepository, questions: Sequence[Question]) -> list[Opened]:
    """The questions, without views: a finished game stays finished."""
    return [OpenQuestion(question) for question in questions]


def _checked_review(repository: GameRepository, question: OpenQuestion, answer: Mapping[str, Any]) -> dict[str, Any]:
    """The moves with their actions in canonical form.

    Raises InvalidBody if they do not fit the record, UnknownQuestion if the record has expired.
    """
    try:
        recorded = questions.recorded_moves(*repository.get_with_events(question.question.subject.game))
    except UnknownGame as error:
        raise UnknownQuestion(question.question.id) from error
    moves = [_canonical(move) | {"best": list(map(_canonical, move["best"]))} for move in in_parts(answer["moves"])]
    if faults := questions.faults_of_moves(moves, recorded):
        raise InvalidBody({"moves": faults})
    return {"moves": moves}


def _canonical(rated: Mapping[str, Any]) -> dict[str, Any]:
    """A move, or an action with its chances, with the canonical text of the action, which the schema has checked."""
    return {**rated, "action": str(Action.parse(rated["action"]))}


KINDS: Final[Mapping[QuestionKind, Kind]] = {
    QuestionKind.ADVICE: Kind("actions", _advised_turns, _checked_advice, Queue.ADVICE, Queue.STUDY),
    # an agent needs many seconds for each of the reviews before it
    QuestionKind.REVIEW: Kind("moves", _reviewed_games, _checked_review, Queue.REVIEW, Queue.REVIEW, 10 * 60),
}


class AdviceRequest(NamedTuple):
    """The agent that is asked, the version of the view that the question is about, the seat, if given, the asker."""

    agent: str
    version: int
    seat: int | None = None
    asker: str = ""


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions about the games of a repository.

    A question lives for `pending_s` without an answer, unless its kind waits longer, and for `answered_s` with one.
    """

    repository: GameRepository
    pending_s: int
    answered_s: int
    kinds: Mapping[QuestionKind, Kind] = field(default_factory=lambda: KINDS)

    def ask_advice(self, game_id: str, principal: Principal | None, request: AdviceRequest) -> Question:
        """Ask an agent for advice. The same question again returns the same one, with its answer.

        Raises UnknownGame, UnknownToken, NoAdviser, AdviserBusy; DealNotTold and InvalidMember for a finished game;
        TokenRequired, NotYourSeat and the errors of `domain.questions.ask` for a game in progress.
        """
        game = self.repository.get(game_id, principal)
        self.repository.agents.require_adviser(request.agent)
        if game.position.outcome:
            return self._ask_about_past(game, request)
        self.require_room(request.agent, _turn_of(game))
        turn = _turn_of(self._announce(game_id, principal, request))
        return self.ask(request.agent, turn, request.asker)

    def _announce(self, game_id: str, principal: Principal | None, request: AdviceRequest) -> HostedGame:
        """Commit the event that the seat to act in a running game asks. Returns the game after it."""
        if principal is None:
            raise TokenRequired
        holder = principal

        def step(game: HostedGame, _: list[Event]) -> Transition:
            """Let the seat to act ask."""
            seat = seat_rules.acting_seat(game, seat_rules.player(game, holder), request.seat)
            return Transition(*questions.ask(game, seat, request.version, request.agent, now_ms()))

        return self.repository.update(game_id, step, holder).game

    def _ask_about_past(self, game: HostedGame, request: AdviceRequest) -> Question:
        """Ask about a turn of a finished game, whose state the question gets. Raises DealNotTold or InvalidMember."""
        daily_deal.require_revealed(game.deal_date)
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
        return self.ask(request.agent, _turn_of(past, is_public=True), request.asker, encode(past).decode())

    def get_advice(self, game_id: str, name: str, principal: Principal | None) -> Question:
        """The question of advice with an id, for those who may see the answer.

        It has failed if the game has moved on before the answer. Raises UnknownGame, UnknownToken, TokenRequired for
        a game that is not finished, NotYourSeat or UnknownAdvice.
        """
        game = self.repository.get(game_id, principal)
        if principal is None and not game.position.outcome:
            raise TokenRequired
        question = self.get(name)
        if question is None or question.subject[:2] != (QuestionKind.ADVICE, game_id):
            raise UnknownAdvice(name)
        if question.subject.is_public:
            return question
        if principal is None:
            raise UnknownAdvice(name)
        seat_rules.acting_seat(game, seat_rules.player(game, principal), question.subject.seat)
        is_late = question.status is AnswerStatus.PENDING and not is_at_turn(game, question)
        return question._replace(status=AnswerStatus.FAILED) if is_late else question

    def get_review(self, game_id: str, agent: str, asker: str) -> Question:
        """The question for the review of a game, with its answer. An agent that was not asked before is asked.

        A game without actions, and one with too many, has an answer at once. Raises UnknownGame, GameNotOver,
        GameCancelled, DealNotTold, NoReviewer or AdviserBusy.
        """
        if found := self.find_review(game_id, agent):
            return found
        game, events = self.repository.get_with_events(game_id)
        game.require_over()
        daily_deal.require_revealed(game.deal_date)
        self.repository.agents.require_reviewer(agent)
        actions = sum(event.type is EventType.ACTION for event in events)
        if 0 < actions <= MAX_MOVES:
            return self.ask(agent, _whole(game_id), asker)
        now = now_ms()
        question = Question(agent, _whole(game_id), now, now + 1000 * self.pending_s, AnswerStatus.FAILED)
        return question if actions else question._replace(status=AnswerStatus.READY, answer={"moves": []})

    def find_review(self, game_id: str, agent: str) -> Question | None:
        """The question for a review that the agent was asked for, in one round trip."""
        return self.get(question_id(agent, _whole(game_id)))

    def require_room(self, agent: str, subject: Subject) -> None:
        """Raises AdviserBusy for a new question to an agent for which as many questions wait as may wait."""
        if not self.repository.store.questions.has_room(
            self._queue(agent, subject), question_id(agent, subject), now_ms(), MAX_WAITING
        ):
            raise AdviserBusy(agent, MAX_WAITING)

    def ask(self, agent: str, subject: Subject, asker: str, state: str | None = None) -> Question:
        """Ask an agent, unless the same question exists. Returns the question. Raises AdviserBusy.

        The agent gets the questions of a queue in a fair order over their askers.
        """
        now, ttl_s = now_ms(), max(self.pending_s, self.kinds[subject.kind].shortest_wait_s)
        question = Question(agent, subject, now, now + 1000 * ttl_s, state=state)
        new = Waiting(self._queue(agent, subject), question.id, asker, now, ttl_s)
        stored = self.repository.store.questions.ask(new, _encode(question), MAX_WAITING)
        if stored is None:
            raise AdviserBusy(agent, MAX_WAITING)
        return _decode(stored)

    def get(self, name: str) -> Question | None:
        """The question with an id, if it has not expired."""
        agent = agent_of(name)
        stored = self.repository.store.questions.load(agent, name) if agent else None
        question = _decode(stored) if stored else None
        return question if question and question.expires_at > now_ms() else None

    def open(self, agent: str, asked: Sequence[Asked]) -> list[OpenQuestion]:
        """The questions that wait for an agent. Others are removed from their places, unless they are asked again."""
        names, store = [each.name for each in asked], self.repository.store
        records = store.questions.load_all(agent, names) if names else []
        waiting = [_decode(record) for record in records if record]
        found = self._open([question for question in waiting if question.status is AnswerStatus.PENDING])
        closed = [each for each in asked if not found.get(each.name)]
        for queue in {each.queue for each in closed}:
            store.queues.remove(queue, {each.name: each.place for each in closed if each.queue == queue})
        return [shown for shown in map(found.get, names) if isinstance(shown, OpenQuestion)]

    def _open(self, questions: Sequence[Question]) -> dict[str, Opened]:
        """The results of `Kind.open` for several questions, by their ids."""
        found: dict[str, Opened] = {}
        for kind in self.kinds:
            of_kind = [question for question in questions if question.subject.kind is kind]
            opened = self.kinds[kind].open(self.repository, of_kind)
            found.update(zip((question.id for question in of_kind), opened, strict=True))
        return found

    def require(self, agent: Principal, name: str) -> Question:
        """The question of an agent. Raises UnknownAgentToken or UnknownQuestion."""
        self.repository.agents.authenticate(agent)
        question = self.get(name) if agent_of(name) == agent.agent else None
        if question is None:
            raise UnknownQuestion(name)
        return question

    def answer(self, question: Question, answer: Mapping[str, Any] | None) -> None:
        """Answer a question; None: there will be no answer. The first answer counts, others change nothing.

        Raises InvalidBody for one of another kind, UnknownQuestion if the question cannot be answered any more, and
        the errors of its kind for a wrong answer.
        """
        kind = self.kinds[question.subject.kind]
        if answer is not None and kind.member not in answer:
            fault = Message("required for a question of the kind {kind}", kind=question.subject.kind)
            raise InvalidBody({kind.member: [fault]})
        if question.status is not AnswerStatus.PENDING:
            return
        [found] = kind.open(self.repository, [question])
        if isinstance(found, RedisError):
            raise found
        if found is None:
            raise UnknownQuestion(question.id)
        self._keep(question, None if answer is None else kind.check(self.repository, found, answer))

    def _keep(self, question: Question, answer: Any) -> None:
        ttl_s = self.pending_s if answer is None else self.answered_s
        status = AnswerStatus.FAILED if answer is None else AnswerStatus.READY
        answered = question._replace(status=status, answer=answer, expires_at=now_ms() + 1000 * ttl_s, state=None)
        waiting = Leaving(self._queue(question.agent, question.subject), question.id)
        is_kept = self.repository.store.questions.answer(waiting, _encode(question), _encode(answered), ttl_s)
        if not is_kept and self.get(question.id) is None:
            raise UnknownQuestion(question.id)

    def _queue(self, agent: str, subject: Subject) -> FairQueue:
        kind = self.kinds[subject.kind]
        return FairQueue(kind.public_queue if subject.is_public else kind.queue, agent)


def _turn_of(game: HostedGame, *, is_public: bool = False) -> Subject:
    """The turn that a game is at, as the subject of a question."""
    return Subject(QuestionKind.ADVICE, game.id, game.position.turn, game.last_action_version, is_public)


def _whole(game_id: str) -> Subject:
    """A whole game as the subject of a question."""
    return Subject(QuestionKind.REVIEW, game_id, is_public=True)


def _encode(question: Question) -> bytes:
    agent, subject, *rest = question
    return orjson.dumps([agent, [*subject], *rest])


def _decode(stored: bytes) -> Question:
    agent, (kind, *subject), asked_at, expires_at, status, *rest = orjson.loads(stored)
    about = Subject(QuestionKind(kind), *subject)
    return Question(agent, about, asked_at, expires_at, AnswerStatus(status), *rest)
