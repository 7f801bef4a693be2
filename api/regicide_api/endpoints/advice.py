"""Endpoints of the questions to agents: asking for advice and reviews, fetching them, and answering."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from flask import Response, request, url_for

from regicide_api.core import errors, refusals
from regicide_api.domain.player_name import AGENT_NAME_PATTERN
from regicide_api.domain.questions import AnswerStatus, Question
from regicide_api.endpoints.bodies import advice_json, review_json
from regicide_api.endpoints.services import current_source, poll, services
from regicide_api.http.auth import current_principal, require_agent
from regicide_api.http.components import (
    ADVICE_LOCATION,
    AGENT_TOKEN,
    CACHING,
    NO_TOKEN,
    RETRY_AFTER,
    TOKEN_OR_NONE,
)
from regicide_api.http.decorators import ApiBlueprint, Result
from regicide_api.http.negotiation import PRIVATE, wait_seconds
from regicide_api.realtime.hub import PollResult, Topics
from regicide_api.schemas import agents as schemas
from regicide_api.schemas.agents import DEFAULT_REVIEWER, AnswerRequest, Review, ReviewQuery
from regicide_api.services.questions import AdviceRequest
from regicide_api.storage.channels import game_topic, question_topic


def wait_for_advice(game_id: str, advice_id: str, seconds: int) -> Question:
    """Advice, as soon as it is answered, the game has moved on, it expires, or the seconds have passed.

    Each look verifies that the sender may see it. Raises the errors of `Questions.get_advice`, Overloaded or
    TooManyWaiting.
    """
    principal = current_principal()

    def load(_: float) -> Question:
        return services().questions.get_advice(game_id, advice_id, principal)

    return _wait_for_answer((game_topic(game_id), question_topic(advice_id)), load, seconds)


def wait_for_review(question: Question, seconds: int) -> Question:
    """The question for a review, as soon as it is answered or the seconds have passed; failed if it expires meanwhile.

    Raises Overloaded or TooManyWaiting.
    """

    def load(_: float) -> Question:
        return services().questions.get(question.id) or question._replace(status=AnswerStatus.FAILED)

    is_answered = question.status is not AnswerStatus.PENDING
    return question if is_answered else _wait_for_answer((question_topic(question.id),), load, seconds)


def _wait_for_answer(topics: Topics, load: Callable[[float], Question], seconds: int) -> Question:
    """A question, as soon as it is answered, ends or expires, or the seconds have passed."""

    def check(question: Question) -> PollResult:
        return PollResult(question.status is not AnswerStatus.PENDING, question.expires_at)

    return poll(topics, load, check, seconds)


RETRY_S: Final = 1
"""The seconds after which to ask for pending advice again."""


advice: Final = ApiBlueprint("advice", __name__, url_prefix="/v1/games", description="Asking agents for advice.")


@advice.post("/<game_id>/advice")
@advice.rate_limit("ask-advice")
@advice.arguments(schemas.AdviceRequest)
@advice.arguments(schemas.AdviceWaitQuery, location="query")
@advice.response(200, schemas.Advice, headers=CACHING | ADVICE_LOCATION)
@advice.alt_response(
    202,
    schemas.Advice,
    description="The agent has not answered within the waiting time.",
    headers=CACHING | ADVICE_LOCATION | RETRY_AFTER,
)
@advice.errors(
    errors.InvalidMember,
    errors.TokenRequired,
    errors.NotYourSeat,
    refusals.GameNotStarted,
    refusals.GameCancelled,
    refusals.DealNotTold,
    refusals.GameOver,
    errors.AdviceConflict,
    errors.NotYourTurn,
    refusals.AdviceNotAllowed,
    refusals.NoAdviser,
    refusals.AdviserBusy,
    refusals.UnknownAdvice,
)
@advice.doc(security=TOKEN_OR_NONE)
def ask_advice(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Result:
    """Ask an agent for advice

    What it would do in your place: the agent gets the view of your seat, and nothing else. While the game runs, the
    holder of the seat to act asks, if the game allows it; everyone sees that it asks, and your seat alone what the
    answer is. In a finished game anyone can ask about any turn, by `seat` and `version`.

    With `Prefer: wait=N` (or `?wait=N`) the server responds as soon as the agent has answered, or with 202 after N
    seconds. The same question again is the same one: it needs no `Idempotency-Key`.
    """
    seconds = wait_seconds(query)
    asked = AdviceRequest(body["agent"], body["version"], body.get("seat"), current_source())
    question = services().questions.ask_advice(game_id, current_principal(), asked)
    if question.status is AnswerStatus.PENDING and seconds:
        question = wait_for_advice(game_id, question.id, seconds)
    place = url_for("advice.get_advice", game_id=game_id, advice_id=question.id, limit=body["limit"])
    return _answered(question, advice_json(question, body["limit"]), {"Location": place}, RETRY_S)


@advice.get("/<game_id>/advice/<advice_id>")
@advice.arguments(schemas.AdviceQuery, location="query")
@advice.response(200, schemas.Advice, headers=CACHING)
@advice.errors(errors.TokenRequired, errors.NotYourSeat, refusals.UnknownAdvice)
@advice.doc(security=TOKEN_OR_NONE)
def get_advice(query: dict[str, Any], game_id: str, advice_id: str) -> Result:
    """Get advice

    From the seat that asked for it; advice about a finished game is public. With `Prefer: wait=N` (or `?wait=N`)
    the server responds as soon as the agent has answered, or after N seconds.
    """
    question = wait_for_advice(game_id, advice_id, wait_seconds(query))
    return advice_json(question, query["limit"]), PRIVATE


def _answered(question: Question, body: dict[str, Any], headers: dict[str, str], retry_s: int) -> Result:
    """The response to a question: 202 while it is pending."""
    if question.status is AnswerStatus.PENDING:
        return body, 202, PRIVATE | headers | {"Retry-After": str(retry_s)}
    return body, PRIVATE | headers


REVIEW_RETRY_S: Final = 2
"""The seconds after which to ask for a pending review again: one takes an agent some seconds."""

reviews: Final = ApiBlueprint("reviews", __name__, url_prefix="/v1/games", description="Reviews of finished games.")


def _is_asked(game_id: str) -> bool:
    """Whether the review that the request is for was asked for before."""
    agent = request.args.get("agent", DEFAULT_REVIEWER)
    is_name = re.fullmatch(AGENT_NAME_PATTERN, agent) is not None
    return is_name and services().questions.find_review(game_id, agent) is not None


@reviews.get("/<game_id>/review")
@reviews.rate_limit("ask-review", unless=_is_asked)
@reviews.arguments(ReviewQuery, location="query")
@reviews.response(200, Review, headers=CACHING)
@reviews.alt_response(
    202,
    Review,
    description="The agent has not answered within the waiting time.",
    headers=CACHING | RETRY_AFTER,
)
@reviews.errors(
    refusals.GameNotOver, refusals.GameCancelled, refusals.DealNotTold, refusals.NoReviewer, refusals.AdviserBusy
)
@reviews.doc(security=NO_TOKEN)
def get_review(query: dict[str, Any], game_id: str) -> Result:
    """Get the review of a finished game

    What an agent says about each action: the chance to win before and after it as its seat saw the game, the best
    actions, and what the one that was played cost. Anyone can ask, as the record is public. The agent is asked
    once, and its answer is kept for a while; the review of a game without actions is empty.

    With `Prefer: wait=N` (or `?wait=N`) the server responds as soon as the review is there, or with 202 after N
    seconds. A review that has failed can be asked for again after some minutes.
    """
    question = services().questions.get_review(game_id, query["agent"], current_source())
    question = wait_for_review(question, wait_seconds(query))
    return _answered(question, review_json(question), {}, REVIEW_RETRY_S)


questions: Final = ApiBlueprint(
    "questions", __name__, url_prefix="/v1/agents", description="Questions that agents answer."
)


def _asked(question_id: str) -> Question:
    return services().questions.require(require_agent(), question_id)


@questions.put("/me/questions/<question_id>")
@questions.subject(_asked)
@questions.arguments(AnswerRequest)
@questions.alt_response(204, description="The question is answered.")
@questions.errors(refusals.UnknownQuestion, errors.IllegalAction)
@questions.doc(security=AGENT_TOKEN)
def answer_question(question: Question, body: dict[str, Any]) -> Response:
    """Answer a question

    One of those in your agent's inbox: with `actions` for `advice`, with `moves` for a `review`. The first answer
    counts; a later one changes nothing. A question that has expired, or is about a turn that has ended, is unknown.
    """
    services().questions.answer(question, None if body.get("failed") else body)
    return Response(status=204)
