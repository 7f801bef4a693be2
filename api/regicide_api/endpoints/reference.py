"""Endpoints of the reference: the cards and the rules, for front ends."""

from __future__ import annotations

from functools import wraps
from hashlib import sha256
from typing import Any, Final

from flask import Response, make_response

from regicide_api.http.components import CONTENT_LANGUAGE, NO_TOKEN, header
from regicide_api.http.decorators import ApiBlueprint, Decorator, Handler
from regicide_api.http.negotiation import (
    LANGUAGE_HEADER,
    etag_matches,
    negotiate_language,
    not_modified,
    set_content_language,
)
from regicide_api.reference.rules import CardReference, Rules, cards, rules
from regicide_api.schemas.parameters import RulesQuery

MAX_AGE_S: Final = 60 * 60
"""The reference changes only with the server."""


CACHE_HEADERS: Final = (
    header("ETag", "The version of the response, for `If-None-Match`.")
    | header("Cache-Control", "How long caches may store the response.")
    | header("Vary", "The request header that selects the response: the language.")
)
HEADERS: Final = CACHE_HEADERS | CONTENT_LANGUAGE
IF_NONE_MATCH: Final = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The ETag of your copy: 304 without a body if it is current.",
}

reference: Final = ApiBlueprint(
    "reference", __name__, url_prefix="/v1", description="The cards and the rules, for front ends."
)


def cacheable(handler: Handler) -> Handler:
    """Let caches store the handler's response (RFC 9111); 304 if the client's ETag is current (RFC 9110)."""

    @wraps(handler)
    def respond(*arguments: object) -> Response:
        """The handler's response with its validator and its lifetime, or 304."""
        response = make_response(handler(*arguments))
        etag = sha256(response.data).hexdigest()[:32]
        headers = {"ETag": f'"{etag}"', "Cache-Control": f"public, max-age={MAX_AGE_S}", "Vary": LANGUAGE_HEADER}
        if etag_matches(etag):
            return not_modified(headers)
        response.headers.update(headers)
        return set_content_language(response, negotiate_language())

    document: Decorator = reference.alt_response(304, description="Your copy is current.", headers=CACHE_HEADERS)
    return document(respond)


@reference.get("/cards", parameters=[IF_NONE_MATCH])
@cacheable
@reference.response(200, CardReference, headers=HEADERS)
@reference.doc(security=NO_TOKEN)
def get_cards() -> CardReference:
    """Get all cards

    In canonical order, with names and powers, for front ends.
    """
    return cards(negotiate_language())


@reference.get("/rules", parameters=[IF_NONE_MATCH])
@cacheable
@reference.arguments(RulesQuery, location="query")
@reference.response(200, Rules, headers=HEADERS)
@reference.doc(security=NO_TOKEN)
def get_rules(query: dict[str, Any]) -> Rules:
    """Get the rules

    The numbers of the rulebook, and all codes in views, events and problems, each with a description.
    `include=sections` adds the rules of the game for players, as sections of paragraphs.
    """
    return rules(negotiate_language(), with_sections="sections" in query.get("include", ()))
