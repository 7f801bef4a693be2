"""Endpoints of the questions that agents answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, assert_never

from flask import Response
from marshmallow import ValidationError

from regicide import Message
from regicide_api.core import errors, refusals
from regicide_api.domain.advice import RefusedReview
from regicide_api.domain.clock import format_timestamp
from regicide_api.domain.question import MAX_RATED_ACTIONS, Question, QuestionKind
from regicide_api.domain.views import view
from regicide_api.endpoints import examples
from regicide_api.endpoints.components import AGENT_TOKEN
from regicide_api.http.auth import require_agent
from regicide_api.http.decorators import ApiBlueprint
from regicide_api.http.services import services
from regicide_api.schemas.advice import AnswerRequest
from regicide_api.services.questions import OpenQuestion

questions: Final = ApiBlueprint(
    "questions", __name__, url_prefix="/v1/agents", description="Questions that agents answer."
)


def _asked(question_id: str) -> Question:
    return services().questions.require(require_agent(), question_id)


@questions.put("/me/questions/<question_id>")
@questions.subject(_asked)
@questions.arguments(AnswerRequest, example=examples.ANSWER)
@questions.alt_response(204, description="The question is answered.")
@questions.errors(refusals.UnknownQuestion, errors.IllegalAction)
@questions.doc(security=AGENT_TOKEN)
def answer_question(question: Question, body: dict[str, Any]) -> Response:
    """Answer a question

    One of those in your agent's inbox: with `actions` for `advice`, with `moves` for a `review`. The first answer
    counts; a later one changes nothing. A question that has expired, or is about a turn that has ended, is unknown.
    """
    with _checking_moves():
        services().questions.answer(question, _answer(body, question.subject.kind))
    return Response(status=204)


@contextmanager
def _checking_moves() -> Iterator[None]:
    """Raises ValidationError, as a schema would, for a review that does not fit the record."""
    try:
        yield
    except RefusedReview as refused:
        raise ValidationError({"moves": refused.faults}) from refused


def _answer(body: dict[str, Any], kind: QuestionKind) -> dict[str, Any] | None:
    """The answer in a loaded body; None: the agent cannot answer. Raises ValidationError for one of another kind."""
    if body.get("failed"):
        return None
    match kind:
        case QuestionKind.ADVICE:
            actions = _required(body, "actions", kind)
            return {"actions": actions, "considered": body.get("considered", len(actions))}
        case QuestionKind.REVIEW:
            return {"moves": _required(body, "moves", kind)}
        case _:
            assert_never(kind)


def _required(body: dict[str, Any], name: str, kind: QuestionKind) -> Any:
    if name not in body:
        raise ValidationError({name: [Message("required for a question of the kind {kind}", kind=kind)]})
    return body[name]


def question_json(found: OpenQuestion) -> dict[str, Any]:
    """A question as its agent gets it, with the view of the seat and nothing else."""
    question, game, viewer = found
    return _public(question) | {"view": view(game, viewer) if game else None}


def _public(question: Question) -> dict[str, Any]:
    return {
        "id": question.id,
        "kind": question.subject.kind,
        "game": question.subject.game,
        "seat": question.subject.seat,
        "version": question.subject.version,
        "limit": MAX_RATED_ACTIONS,
        "asked_at": format_timestamp(question.asked_at),
        "expires_at": format_timestamp(question.expires_at),
    }
