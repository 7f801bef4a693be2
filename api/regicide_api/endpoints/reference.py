"""What does not change from game to game: the cards and the rules, for front ends."""

from __future__ import annotations

from functools import wraps
from hashlib import sha256
from typing import Any, Final

from flask import Response, request
from flask.views import MethodView

from regicide_api.http.decorators import Contract, Handler
from regicide_api.http.language import HEADER, in_language, language
from regicide_api.languages import ENGLISH, LANGUAGES
from regicide_api.reference.cards import cards
from regicide_api.reference.rules import rules
from regicide_api.schemas import reference as schemas

MAX_AGE: Final = 60 * 60
"""Seconds. The reference changes only with the server."""


def _header(description: str) -> dict[str, Any]:
    return {"description": description, "required": True, "schema": {"type": "string"}}


KEPT_HEADERS: Final = {
    "ETag": _header("The version of the answer, for `If-None-Match`."),
    "Cache-Control": _header("Anybody may keep the answer for a while."),
    "Vary": _header("What of the request the answer depends on: the language."),
}
HEADERS: Final = KEPT_HEADERS | {"Content-Language": _header("The language of the texts.")}
IF_NONE_MATCH: Final = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The ETag of the answer that you have. If it is still the right one, you get 304 and no body.",
}
ACCEPT_LANGUAGE: Final = {
    "in": "header",
    "name": HEADER,
    "schema": {"type": "string"},
    "description": f"The languages that you understand (RFC 9110); texts come in one of {', '.join(LANGUAGES)}.",
    "example": "ca, es;q=0.8",
}

reference = Contract("reference", __name__, url_prefix="/v1", description="The cards and the rules, for front ends.")


def kept(handler: Handler) -> Handler:
    """Let anybody keep the handler's answer for a while, and send 304 to who has it already (RFC 9110, RFC 9111)."""

    @wraps(handler)
    def keep(*arguments: object) -> Response:
        answer: Response = handler(*arguments)
        etag = sha256(answer.data).hexdigest()[:32]
        unchanged = request.if_none_match.contains_weak(etag)
        kept_answer = Response(status=304) if unchanged else answer
        kept_answer.headers.update(_kept_headers(etag))
        return kept_answer if unchanged else in_language(kept_answer, language())

    return reference.also_gives(304, description="You have it already.", headers=KEPT_HEADERS)(keep)


def _kept_headers(etag: str) -> dict[str, str]:
    return {"ETag": f'"{etag}"', "Cache-Control": f"public, max-age={MAX_AGE}", "Vary": HEADER}


@reference.on("/cards", parameters=[IF_NONE_MATCH, ACCEPT_LANGUAGE])
class Cards(MethodView):
    """All cards."""

    init_every_request = False

    @kept
    @reference.gives(200, schemas.Cards, headers=HEADERS, example=cards(ENGLISH))
    @reference.operation("get_cards", security=[])
    def get(self) -> dict[str, Any]:
        """Get all cards

        In canonical order, with their names and what they do; for front ends that show them.
        """
        return cards(language())


@reference.on("/rules", parameters=[IF_NONE_MATCH, ACCEPT_LANGUAGE])
class Rules(MethodView):
    """The rules."""

    init_every_request = False

    @kept
    @reference.gives(200, schemas.Rules, headers=HEADERS, example=rules(ENGLISH))
    @reference.operation("get_rules", security=[])
    def get(self) -> dict[str, Any]:
        """Get the rules

        The numbers of the rulebook, and every code that a view, an event or a refusal may hold, with a sentence for
        people.
        """
        return rules(language())
