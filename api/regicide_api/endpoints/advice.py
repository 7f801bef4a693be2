"""Endpoints of advice: asking an agent what it would do, and fetching its answer."""

from __future__ import annotations

from typing import Any, Final

from flask import url_for

from regicide_api.core import errors, refusals
from regicide_api.domain.clock import format_timestamp
from regicide_api.domain.question import AnswerStatus, Question
from regicide_api.endpoints import examples
from regicide_api.endpoints.components import ADVICE_LOCATION, CACHING, RETRY_AFTER, TOKEN_OR_NONE
from regicide_api.endpoints.following import wait_for_advice
from regicide_api.http.auth import current_principal
from regicide_api.http.conditional import PRIVATE, WaitPreference, wait_preference
from regicide_api.http.decorators import ApiBlueprint, Result
from regicide_api.http.services import services
from regicide_api.http.source import current_source
from regicide_api.schemas import advice as schemas
from regicide_api.schemas.parameters import PreferHeaders
from regicide_api.services.advice import AdviceRequest

RETRY_S: Final = 1
"""The seconds after which to ask for pending advice again."""


advice: Final = ApiBlueprint("advice", __name__, url_prefix="/v1/games", description="Asking agents for advice.")


@advice.post("/<game_id>/advice")
@advice.rate_limit("ask-advice")
@advice.arguments(schemas.AdviceRequest, example=examples.ADVICE_REQUEST)
@advice.arguments(schemas.AdviceWaitQuery, location="query")
@advice.response(200, schemas.Advice, headers=CACHING | ADVICE_LOCATION, example=examples.ADVICE)
@advice.alt_response(
    202,
    schemas.Advice,
    description="The agent has not answered within the waiting time.",
    headers=CACHING | ADVICE_LOCATION | RETRY_AFTER,
    example=examples.PENDING_ADVICE,
)
@advice.errors(
    errors.InvalidMember,
    errors.TokenRequired,
    errors.NotYourSeat,
    refusals.GameNotStarted,
    refusals.GameCancelled,
    refusals.DealNotTold,
    refusals.GameOver,
    errors.VersionConflict,
    errors.NotYourTurn,
    refusals.AdviceNotAllowed,
    refusals.NoAdviser,
    refusals.AdviserBusy,
    refusals.UnknownAdvice,
)
@advice.arguments(PreferHeaders, location="headers")
@advice.doc(security=TOKEN_OR_NONE)
def ask_advice(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Result:
    """Ask an agent for advice

    What it would do in your place: the agent gets the view of your seat, and nothing else. While the game runs, the
    holder of the seat to act asks, if the game allows it; everyone sees that it asks, and your seat alone what the
    answer is. In a finished game anyone can ask about any turn, by `seat` and `version`.

    With `Prefer: wait=N` (or `?wait=N`) the server responds as soon as the agent has answered, or with 202 after N
    seconds. The same question again is the same one: it needs no `Idempotency-Key`.
    """
    preference = wait_preference(query.get("wait"))
    asked = AdviceRequest(body["agent"], body["version"], body.get("seat"), current_source())
    question = services().advice.ask(game_id, current_principal(), asked)
    if question.status is AnswerStatus.PENDING and preference.seconds:
        question = wait_for_advice(game_id, question.id, preference)
    return _answered(question, body["limit"], preference)


@advice.get("/<game_id>/advice/<advice_id>")
@advice.arguments(schemas.AdviceQuery, location="query")
@advice.response(200, schemas.Advice, headers=CACHING, example=examples.ADVICE)
@advice.errors(errors.TokenRequired, errors.NotYourSeat, refusals.UnknownAdvice)
@advice.arguments(PreferHeaders, location="headers")
@advice.doc(security=TOKEN_OR_NONE)
def get_advice(query: dict[str, Any], game_id: str, advice_id: str) -> Result:
    """Get advice

    From the seat that asked for it; advice about a finished game is public. With `Prefer: wait=N` (or `?wait=N`)
    the server responds as soon as the agent has answered, or after N seconds.
    """
    preference = wait_preference(query.get("wait"))
    question = wait_for_advice(game_id, advice_id, preference)
    return _json(question, query["limit"]), PRIVATE | preference.headers


def _answered(question: Question, limit: int, preference: WaitPreference) -> Result:
    """The response to a question: 202 while it is pending."""
    is_pending = question.status is AnswerStatus.PENDING
    place = url_for("advice.get_advice", game_id=question.subject.game, advice_id=question.id, limit=limit)
    headers = PRIVATE | preference.headers | {"Location": place}
    retry = {"Retry-After": str(RETRY_S)} if is_pending else {}
    return _json(question, limit), 202 if is_pending else 200, headers | retry


def _json(question: Question, limit: int) -> dict[str, Any]:
    answer = question.answer or {}
    return {
        "id": question.id,
        "game": question.subject.game,
        "version": question.subject.version,
        "seat": question.subject.seat,
        "agent": question.agent,
        "status": question.status,
        "actions": answer.get("actions", [])[:limit],
        "considered": answer.get("considered"),
        "expires_at": format_timestamp(question.expires_at),
    }
