"""Questions to agents: a request for advice or for a review, which an agent answers from its inbox.

A question is the same one if the same is asked of the same agent: its id is a hash of that. The agent's name ends the
id, so that the id alone says where the question is stored.
"""

from __future__ import annotations

import re
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final, NamedTuple, assert_never

from regicide_api.domain.player_name import AGENT_NAME_PATTERN

ID_DIGITS: Final = 20
_ID: Final = re.compile(rf"[0-9a-f]{{{ID_DIGITS}}}-(?P<agent>{AGENT_NAME_PATTERN[1:-1]})")
MAX_RATED_ACTIONS: Final = 20
"""The most actions that advice has."""


class QuestionKind(StrEnum):
    """What is asked: advice for one turn, or a review of a finished game."""

    ADVICE = "advice"
    REVIEW = "review"


class Queue(StrEnum):
    """Where questions wait, the more urgent ones first: about running games, turns of finished ones, finished games."""

    ADVICE = "advice"
    STUDY = "study"
    REVIEW = "review"


class AnswerStatus(StrEnum):
    """Whether a question is answered: not yet, yes, or it will not be."""

    PENDING = "pending"
    READY = "ready"
    FAILED = "failed"


class Subject(NamedTuple):
    """What a question is about: a game, and in it the seat that is to act and the version of the last action before.

    A review is about the whole game. A question is public if anyone may read its answer: then it is about a finished
    game.
    """

    kind: QuestionKind
    game: str
    seat: int | None = None
    version: int | None = None
    is_public: bool = False

    @property
    def queue(self) -> Queue:
        """The queue in which a question about it waits."""
        match self.kind:
            case QuestionKind.ADVICE:
                return Queue.STUDY if self.is_public else Queue.ADVICE
            case QuestionKind.REVIEW:
                return Queue.REVIEW
            case _:
                assert_never(self.kind)


class Question(NamedTuple):
    """A question to an agent, and its answer. Times are milliseconds since 1970.

    `state` is the stored form of the game that it is about, if that is not the game as it is now.

    The fields are stored in this order: it never changes, and a new field comes last, with a default.
    """

    agent: str
    subject: Subject
    asked_at: int
    expires_at: int
    status: AnswerStatus = AnswerStatus.PENDING
    answer: Any = None
    state: str | None = None

    @property
    def id(self) -> str:
        """The id of the question."""
        return question_id(self.agent, self.subject)


def question_id(agent: str, subject: Subject) -> str:
    """The id of a question: a hash of its subject, and the agent."""
    digest = sha256(repr((agent, *map(str, subject))).encode()).hexdigest()[:ID_DIGITS]
    return f"{digest}-{agent}"


def agent_of(text: str) -> str | None:
    """The agent of the question with an id; None for a text that cannot be one."""
    found = _ID.fullmatch(text)
    return found["agent"] if found else None
