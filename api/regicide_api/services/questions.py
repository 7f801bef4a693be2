"""Questions to agents: asked, shown in the inbox of the agent, answered once, and expired.

What a kind of question is about is another module's: see `Kind`. A question lives for a short time until it is
answered, and then as long as answers are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, assert_never

import orjson
from redis.exceptions import RedisError

from regicide_api.core.refusals import AdviserBusy, UnknownQuestion
from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import HostedGame
from regicide_api.domain.question import AnswerStatus, Question, QuestionKind, Subject, agent_of, question_id
from regicide_api.domain.seat import Principal
from regicide_api.services.agents import AgentService
from regicide_api.services.inbox import Asked
from regicide_api.storage.channels import inbox_topic, question_topic
from regicide_api.storage.fair_queues import NewQuestion, QuestionKey
from regicide_api.storage.game_store import Store

__all__ = ["MAX_WAITING", "Kind", "OpenQuestion", "QuestionLifetimes", "Questions", "question_topic"]

MAX_WAITING: Final = 200
"""The most questions that wait for one agent in each queue: more than one address can ask while one of them lives."""

PENDING_REVIEW_S: Final = 10 * 60
"""The shortest lifetime of a question for a review: an agent needs many seconds for each of those before it."""


class OpenQuestion(NamedTuple):
    """A question that can be answered, with the game and the seat whose view the agent gets, if it gets one."""

    question: Question
    game: HostedGame | None
    viewer: int | None


class Kind(Protocol):
    """What questions of one kind are about."""

    def open(self, questions: Sequence[Question]) -> list[OpenQuestion | RedisError | None]:
        """The questions as the agent gets them; None if a question cannot be answered any more.

        An error for one whose game is on an unreachable node of a cluster.
        """

    def check(self, question: OpenQuestion, answer: Any) -> Any:
        """The stored form of an answer. Raises the errors of a wrong one."""


class QuestionLifetimes(NamedTuple):
    """The seconds that a question lives without an answer, and with one."""

    pending_s: int
    answered_s: int

    def waiting_s(self, kind: QuestionKind) -> int:
        """The seconds that a question of a kind lives without an answer."""
        match kind:
            case QuestionKind.ADVICE:
                return self.pending_s
            case QuestionKind.REVIEW:
                return max(self.pending_s, PENDING_REVIEW_S)
            case _:
                assert_never(kind)


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions in a store. Raises ValueError unless there is a `Kind` for every kind of question."""

    store: Store
    agents: AgentService
    kinds: Mapping[QuestionKind, Kind]
    lifetimes: QuestionLifetimes

    def __post_init__(self) -> None:
        if missing := {*QuestionKind} - self.kinds.keys():
            raise ValueError(f"no Kind for {', '.join(sorted(missing))}: expected one for each kind of question")

    def require_room(self, agent: str, subject: Subject) -> None:
        """Raises AdviserBusy for a new question to an agent for which as many questions wait as may wait."""
        key = QuestionKey(agent, subject.queue, question_id(agent, subject))
        if not self.store.questions.has_room(key, now_ms(), MAX_WAITING):
            raise AdviserBusy(agent, MAX_WAITING)

    def ask(self, agent: str, subject: Subject, asker: str, state: str | None = None) -> Question:
        """Ask an agent, unless the same question exists. Returns the question. Raises AdviserBusy.

        The agent gets the questions of a queue in a fair order over their askers.
        """
        now, ttl_s = now_ms(), self.lifetimes.waiting_s(subject.kind)
        question = Question(agent, subject, now, now + 1000 * ttl_s, state=state)
        new = NewQuestion(_key(question), asker, _encode(question), now, ttl_s)
        stored = self.store.questions.ask(new, MAX_WAITING, inbox_topic(agent))
        if stored is None:
            raise AdviserBusy(agent, MAX_WAITING)
        return _decode(stored)

    def find(self, agent: str, subject: Subject) -> Question | None:
        """The question that an agent was asked about a subject."""
        return self.get(question_id(agent, subject))

    def get(self, name: str) -> Question | None:
        """The question with an id, if it has not expired."""
        agent = agent_of(name)
        stored = self.store.questions.load(agent, name) if agent else None
        question = _decode(stored) if stored else None
        return question if question and question.expires_at > now_ms() else None

    def open(self, agent: str, asked: Sequence[Asked]) -> list[OpenQuestion]:
        """The questions that wait for an agent. Others are removed from their places, unless they are asked again."""
        names = [each.name for each in asked]
        records = self.store.questions.load_all(agent, names) if names else []
        waiting = [_decode(record) for record in records if record]
        found = self._open([question for question in waiting if question.status is AnswerStatus.PENDING])
        closed = [each for each in asked if not found.get(each.name)]
        for queue in {each.queue for each in closed}:
            self.store.queues.remove(queue, {each.name: each.place for each in closed if each.queue == queue})
        return [shown for shown in map(found.get, names) if isinstance(shown, OpenQuestion)]

    def _open(self, questions: Sequence[Question]) -> dict[str, OpenQuestion | RedisError | None]:
        """The results of `Kind.open` for several questions, by their ids."""
        found: dict[str, OpenQuestion | RedisError | None] = {}
        for kind, subjects in self.kinds.items():
            of_kind = [question for question in questions if question.subject.kind is kind]
            found.update(zip((question.id for question in of_kind), subjects.open(of_kind), strict=True))
        return found

    def require(self, agent: Principal, name: str) -> Question:
        """The question of an agent. Raises UnknownAgentToken or UnknownQuestion."""
        self.agents.authenticate(agent)
        question = self.get(name) if agent_of(name) == agent.agent else None
        if question is None:
            raise UnknownQuestion(name)
        return question

    def answer(self, question: Question, answer: Any) -> None:
        """Answer a question; None: there will be no answer. The first answer counts, others change nothing.

        Raises UnknownQuestion if it cannot be answered any more, and the errors of its kind for a wrong answer.
        """
        if question.status is not AnswerStatus.PENDING:
            return
        kind = self.kinds[question.subject.kind]
        [found] = kind.open([question])
        if isinstance(found, RedisError):
            raise found
        if found is None:
            raise UnknownQuestion(question.id)
        self._keep(question, None if answer is None else kind.check(found, answer))

    def _keep(self, question: Question, answer: Any) -> None:
        ttl_s = self.lifetimes.pending_s if answer is None else self.lifetimes.answered_s
        status = AnswerStatus.FAILED if answer is None else AnswerStatus.READY
        answered = question._replace(status=status, answer=answer, expires_at=now_ms() + 1000 * ttl_s, state=None)
        is_kept = self.store.questions.answer(_key(question), _encode(question), _encode(answered), ttl_s)
        if not is_kept and self.get(question.id) is None:
            raise UnknownQuestion(question.id)


def _key(question: Question) -> QuestionKey:
    return QuestionKey(question.agent, question.subject.queue, question.id)


def _encode(question: Question) -> bytes:
    agent, subject, *rest = question
    return orjson.dumps([agent, [*subject], *rest])


def _decode(stored: bytes) -> Question:
    agent, (kind, *subject), asked_at, expires_at, status, *rest = orjson.loads(stored)
    about = Subject(QuestionKind(kind), *subject)
    return Question(agent, about, asked_at, expires_at, AnswerStatus(status), *rest)
