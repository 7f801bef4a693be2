"""The decorators that a handler's contract is written with: each enforces a thing and writes it into the document.

flask-smorest documents an operation by what its decorators leave on the function. Its own ones would also run webargs
and a marshmallow dump on every request; these leave the same documentation and do only what is needed: requests are
loaded with their schema, answers are built from plain values and written by orjson. That they fit their schemas is
proved by the tests, which check every answer against the document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import urlencode

import orjson
from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from regicide_api import schemas
from regicide_api.operations import examples
from regicide_api.problems import answers as problem_answers
from regicide_api.problems import document as refusals
from regicide_api.problems import errors
from regicide_api.requests import idempotency, load, rate_limits
from regicide_api.requests.body import json_object
from regicide_api.requests.query import parameters

Handler: TypeAlias = Callable[..., Any]
Decorator: TypeAlias = Callable[[Handler], Handler]
Refusals: TypeAlias = tuple[type[Exception], ...]

GAME_ID: Final = {
    "in": "path",
    "name": "game_id",
    "required": True,
    "schema": {"type": "string"},
    "description": "The game.",
    "example": examples.GAME_ID,
}
LOCATION: Final = {
    "Location": {
        "description": "The path of the game.",
        "required": True,
        "schema": {"type": "string", "format": "uri-reference"},
    }
}
ETAG: Final = {
    "ETag": {"description": "The version that you see (RFC 9110).", "required": True, "schema": {"type": "string"}}
}
NEXT_PAGE: Final = {"Link": {"description": 'The next page, rel="next" (RFC 8288).', "schema": {"type": "string"}}}
TOKEN: Final[list[dict[str, list[str]]]] = [{"token": []}]
TOKEN_OR_NONE: Final[list[dict[str, list[str]]]] = [{"token": []}, {}]
AGENT_TOKEN: Final[list[dict[str, list[str]]]] = [{"agentToken": []}]
BODY_ERRORS: Final = (errors.MalformedBody, RequestEntityTooLarge, UnsupportedMediaType, ValidationError)

_NOTES: Final = "_apidoc"
"""Where flask-smorest notes what it documents of a handler …"""
_REFUSALS: Final = "_refusals"
"""… and we, what it refuses."""

_RETRY_AFTER: Final = {"description": "The seconds to wait.", "schema": {"type": "integer"}, "required": True}


class Answer(NamedTuple):
    """What a handler returns where it sets headers, or another status than that of its first `gives`."""

    content: object
    headers: Mapping[str, str]
    status: int | None = None


class Contract(Blueprint):
    """A blueprint whose handlers say what they take and what they give."""

    def takes(self, schema: type[Schema], example: object) -> Decorator:
        """The body is a JSON object of this schema; the handler gets what it loads to as its next argument."""
        loaded: Final = schema()

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def take(*arguments: object, **path: str) -> object:
                return handler(*arguments, loaded.load(json_object()), **path)

            return _documented(take, self.arguments(schema, example=example))

        return decorate

    def asks(self, schema: type[Schema]) -> Decorator:
        """The query has parameters of this schema; the handler gets what they load to as its next argument."""
        loaded: Final = schema()

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def ask(*arguments: object, **path: str) -> object:
                return handler(*arguments, parameters(loaded), **path)

            return _documented(ask, self.arguments(schema, location="query"))

        return decorate

    def gives(self, status: int, schema: type[Schema], **documentation: Any) -> Decorator:
        """The answer has this status, and the handler's result as its JSON body, which is of this schema."""

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def give(*arguments: object, **path: str) -> Response:
                result = handler(*arguments, **path)
                if isinstance(result, Response):
                    return result
                content, headers, other = result if isinstance(result, Answer) else (result, None, None)
                return Response(orjson.dumps(content), other or status, headers, mimetype="application/json")

            return _documented(give, self.response(status, schema, **documentation))

        return decorate

    def also_gives(self, status: int, **documentation: Any) -> Decorator:
        """The answer may have this status instead."""
        return lambda handler: _documented(handler, self.alt_response(status, success=True, **documentation))

    def streams(self, media_type: str, example: str) -> Decorator:
        """The answer may be a stream of this media type instead, if the client asks for it by `Accept`."""
        schema = {"type": "string", "description": "Events as they happen."}
        documents = self.alt_response(200, schema=schema, content_type=media_type, example=example)
        return lambda handler: _documented(self._hears(schemas.StreamHeaders)(handler), documents)

    def prefers_to_wait(self, handler: Handler) -> Handler:
        """The client can wait for a change."""
        return self._hears(schemas.WaitHeaders)(handler)

    def once(self, handler: Handler) -> Handler:
        """The same request sent again gets the same answer, if it bears an `Idempotency-Key`."""

        @wraps(handler)
        def repeatable(*arguments: object, **path: str) -> Response:
            return idempotency.once(lambda: handler(*arguments, **path))

        documented = self.refuses(errors.InvalidParameter, errors.IdempotencyKeyReused, errors.IdempotencyKeyInUse)
        return self._hears(schemas.CreationHeaders)(documented(repeatable))

    def refuses(self, *refused: type[Exception]) -> Decorator:
        """These errors are answered with their problems. All problems of one status share one response."""

        def decorate(handler: Handler) -> Handler:
            known: Refusals = (*getattr(handler, _REFUSALS, ()), *refused)
            for status, response in refusals.responses(known).items():
                shape = {"schema": schemas.Problem, "content_type": problem_answers.MEDIA_TYPE}
                _forget_response(handler, status)
                handler = _documented(handler, self.alt_response(status, **shape, **response))
            setattr(handler, _REFUSALS, known)
            return handler

        return decorate

    def limits(self, policy: str) -> Decorator:
        """Requests count against this rate limit, whatever comes of them; beyond what the server can bear they do not
        even count. Stands above `gives`.
        """

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def limit(*arguments: object, **path: str) -> object:
                load.check()
                rate_limits.enforce(policy)
                return handler(*arguments, **path)

            headers = rate_limits.documented_headers(policy)
            limited = {429: {"headers": headers | {"Retry-After": _RETRY_AFTER}}}
            given = {status: {"headers": headers} for status in handler._apidoc["success_status_codes"]}  # type: ignore[attr-defined]  # noqa: SLF001 - where flask-smorest notes it
            return _documented(
                self.refuses(errors.RateLimited, errors.Busy)(limit), self.doc(responses=given | limited)
            )

        return decorate

    def _hears(self, schema: type[Schema]) -> Decorator:
        """The request may have headers of this schema, which is a documentation of them."""
        return lambda handler: _documented(handler, self.arguments(schema, location="headers"))

    def operation(self, operation_id: str, **documentation: Any) -> Decorator:
        """The operation's id, which names the function in generated clients, and whatever else it documents."""
        return lambda handler: _documented(handler, self.doc(operationId=operation_id, **documentation))


def link(cursor: str | None) -> dict[str, str]:
    """The header that leads to the next page of a list (RFC 8288); none at the end."""
    if cursor is None:
        return {}
    query = urlencode({**request.args, "cursor": cursor})
    return {"Link": f'<{request.path}?{query}>; rel="next"'}


def _documented(handler: Handler, documents: Decorator) -> Handler:
    """The handler itself, with what flask-smorest notes about it.

    A function without notes is what it is given, because it copies all that it finds: that took a fifth of our start.
    """
    more = documents(_unknown)._apidoc  # type: ignore[attr-defined]  # noqa: SLF001 - its way of noting
    handler._apidoc = _joined(getattr(handler, _NOTES, {}), more)  # type: ignore[attr-defined]  # noqa: SLF001 - the same
    return handler


def _unknown() -> None:
    """Do nothing: a function of which nothing has been noted."""


def _joined(notes: Any, more: Any) -> Any:
    """Notes and more notes: what both say something of is joined, item by item, or said anew."""
    if isinstance(notes, dict) and isinstance(more, dict):
        return notes | {key: _joined(notes[key], note) if key in notes else note for key, note in more.items()}
    return [*notes, *more] if isinstance(notes, list) and isinstance(more, list) else more


def _forget_response(handler: Handler, status: int) -> None:
    """Drop what has been noted of a response: with one more problem, it is documented anew."""
    notes = getattr(handler, _NOTES, {})
    notes.get("response", {}).get("responses", {}).pop(status, None)
