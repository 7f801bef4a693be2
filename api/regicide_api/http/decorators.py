"""The decorators that a handler's contract is written with: each enforces a thing and writes it into the document.

flask-smorest's own decorators would run webargs and a marshmallow dump on every request, and document every operation
whenever a server starts. These do only what is needed: requests are loaded with their schema, answers are built from
plain values and written by orjson. That they fit their schemas is proved by the tests, which check every answer against
the document. What is to be written there is noted, and read when somebody asks for it: by `documentation`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias
from urllib.parse import urlencode

import orjson
from flask import Blueprint, Response, request
from flask.views import MethodView
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from regicide_api import schemas
from regicide_api.core import errors
from regicide_api.endpoints import examples
from regicide_api.http import idempotency, load_shedding, rate_limits
from regicide_api.http.json_body import json_object
from regicide_api.http.query import parameters

if TYPE_CHECKING:
    from regicide_api.openapi.builder import Addition, Documentation

Handler: TypeAlias = Callable[..., Any]
Decorator: TypeAlias = Callable[[Handler], Handler]
Refusals: TypeAlias = tuple[type[Exception], ...]
Note: TypeAlias = "Callable[[Documentation], Addition]"
"""What a decorator says of a handler."""

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

_NOTES: Final = "_notes"
"""Where it stands at a handler what its decorators say of it, the innermost first …"""
_REFUSALS: Final = "_refusals"
"""… and what it refuses."""


class Answer(NamedTuple):
    """What a handler returns where it sets headers, or another status than that of its first `gives`."""

    content: object
    headers: Mapping[str, str]
    status: int | None = None


class Operations(NamedTuple):
    """The operations on one path, and the parameters that all of them have."""

    rule: str
    view: type[MethodView]
    parameters: list[dict[str, Any]] | None


class Contract(Blueprint):
    """A blueprint whose handlers say what they take and what they give."""

    def __init__(self, name: str, module: str, url_prefix: str, description: str) -> None:
        super().__init__(name, module, url_prefix=url_prefix)
        self.description = description
        self.operations: list[Operations] = []

    def on(
        self, rule: str, parameters: list[dict[str, Any]] | None = None
    ) -> Callable[[type[MethodView]], type[MethodView]]:
        """The methods of a class are the operations on this path."""

        def register(view: type[MethodView]) -> type[MethodView]:
            self.add_url_rule(rule, view_func=view.as_view(view.__name__))
            self.operations.append(Operations(rule, view, parameters))
            return view

        return register

    def takes(self, schema: type[Schema], example: object) -> Decorator:
        """The body is a JSON object of this schema; the handler gets what it loads to as its next argument."""
        loaded: Final = schema()

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def take(*arguments: object, **path: str) -> object:
                return handler(*arguments, loaded.load(json_object()), **path)

            return _noted(take, lambda document: document.takes(schema, example=example))

        return decorate

    def asks(self, schema: type[Schema]) -> Decorator:
        """The query has parameters of this schema; the handler gets what they load to as its next argument."""
        loaded: Final = schema()

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def ask(*arguments: object, **path: str) -> object:
                return handler(*arguments, parameters(loaded), **path)

            return _noted(ask, lambda document: document.takes(schema, location="query"))

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

            return _noted(give, lambda document: document.gives(status, schema, **documentation))

        return decorate

    def also_gives(self, status: int, **documentation: Any) -> Decorator:
        """The answer may have this status instead."""
        return _noting(lambda document: document.also_gives(status, success=True, **documentation))

    def streams(self, media_type: str, example: str) -> Decorator:
        """The answer may be a stream of this media type instead, if the client asks for it by `Accept`."""
        schema = {"type": "string", "description": "Events as they happen."}
        shape: Any = {"schema": schema, "content_type": media_type, "example": example}
        noting = _noting(lambda document: document.also_gives(200, **shape))
        return lambda handler: noting(self._hears(schemas.StreamHeaders)(handler))

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
            setattr(handler, _REFUSALS, known)
            return _noted(handler, lambda document: document.refuses(known))

        return decorate

    def limits(self, policy: str) -> Decorator:
        """Requests count against this rate limit, whatever comes of them; beyond what the server can bear they do not
        even count. Stands above `gives`.
        """

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def limit(*arguments: object, **path: str) -> object:
                load_shedding.check()
                rate_limits.enforce(policy)
                return handler(*arguments, **path)

            refusing = self.refuses(errors.RateLimited, errors.Busy)(limit)
            return _noted(refusing, lambda document: document.limits(policy))

        return decorate

    def _hears(self, schema: type[Schema]) -> Decorator:
        """The request may have headers of this schema, which is a documentation of them."""
        return _noting(lambda document: document.takes(schema, location="headers"))

    def operation(self, operation_id: str, **documentation: Any) -> Decorator:
        """The operation's id, which names the function in generated clients, and whatever else it documents."""
        return _noting(lambda document: document.says(operationId=operation_id, **documentation))


def link(cursor: str | None) -> dict[str, str]:
    """The header that leads to the next page of a list (RFC 8288); none at the end."""
    if cursor is None:
        return {}
    query = urlencode({**request.args, "cursor": cursor})
    return {"Link": f'<{request.path}?{query}>; rel="next"'}


def notes_of(handler: Handler) -> Sequence[Note]:
    """What the decorators of a handler say of it."""
    return getattr(handler, _NOTES, ())


def _noted(handler: Handler, note: Note) -> Handler:
    """The handler itself, with one more note. What wraps it later has a copy of its notes."""
    setattr(handler, _NOTES, (*notes_of(handler), note))
    return handler


def _noting(note: Note) -> Decorator:
    """Adds a note."""
    return lambda handler: _noted(handler, note)
