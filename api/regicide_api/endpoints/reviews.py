"""The endpoint of reviews of finished games."""

from __future__ import annotations

import re
from typing import Any, Final

from flask import request

from regicide_api.core import refusals
from regicide_api.domain.clock import format_timestamp
from regicide_api.domain.player_name import AGENT_NAME_PATTERN
from regicide_api.domain.question import AnswerStatus, Question
from regicide_api.endpoints import examples
from regicide_api.endpoints.components import CACHING, NO_TOKEN, RETRY_AFTER
from regicide_api.endpoints.following import wait_for_review
from regicide_api.http.conditional import PRIVATE, wait_preference
from regicide_api.http.decorators import ApiBlueprint, Result
from regicide_api.http.services import services
from regicide_api.http.source import current_source
from regicide_api.schemas.advice import DEFAULT_REVIEWER, Review, ReviewQuery
from regicide_api.schemas.parameters import PreferHeaders

RETRY_S: Final = 2
"""The seconds after which to ask for a pending review again: one takes an agent some seconds."""

reviews: Final = ApiBlueprint("reviews", __name__, url_prefix="/v1/games", description="Reviews of finished games.")


def _is_asked(game_id: str) -> bool:
    """Whether the review that the request is for was asked for before."""
    agent = request.args.get("agent", DEFAULT_REVIEWER)
    return bool(re.fullmatch(AGENT_NAME_PATTERN, agent)) and services().reviews.find(game_id, agent) is not None


@reviews.get("/<game_id>/review")
@reviews.rate_limit("ask-review", unless=_is_asked)
@reviews.arguments(ReviewQuery, location="query")
@reviews.response(200, Review, headers=CACHING, example=examples.REVIEW)
@reviews.alt_response(
    202,
    Review,
    description="The agent has not answered within the waiting time.",
    headers=CACHING | RETRY_AFTER,
    example=examples.PENDING_REVIEW,
)
@reviews.errors(
    refusals.GameNotOver, refusals.GameCancelled, refusals.DealNotTold, refusals.NoReviewer, refusals.AdviserBusy
)
@reviews.arguments(PreferHeaders, location="headers")
@reviews.doc(security=NO_TOKEN)
def get_review(query: dict[str, Any], game_id: str) -> Result:
    """Get the review of a finished game

    What an agent says about each action: the chance to win before and after it as its seat saw the game, the best
    actions, and what the one that was played cost. Anyone can ask, as the record is public. The agent is asked
    once, and its answer is kept for a while; the review of a game without actions is empty.

    With `Prefer: wait=N` (or `?wait=N`) the server responds as soon as the review is there, or with 202 after N
    seconds. A review that has failed can be asked for again after some minutes.
    """
    preference = wait_preference(query.get("wait"))
    question = wait_for_review(services().reviews.get(game_id, query["agent"], current_source()), preference)
    headers = PRIVATE | preference.headers
    if question.status is AnswerStatus.PENDING:
        return _json(question), 202, headers | {"Retry-After": str(RETRY_S)}
    return _json(question), headers


def _json(question: Question) -> dict[str, Any]:
    return {
        "game": question.subject.game,
        "agent": question.agent,
        "status": question.status,
        "moves": question.answer["moves"] if question.answer else None,
        "expires_at": format_timestamp(question.expires_at),
    }
