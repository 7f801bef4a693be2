"""The decorators that a handler's contract is written with: each enforces a thing and writes it into the document.

flask-smorest documents an operation by what its decorators leave on the function. Its own ones would also run webargs
and a marshmallow dump on every request; these leave the same documentation and do only what is needed: requests are
loaded with their schema, answers are built from plain values and written by orjson. That they fit their schemas is
proved by the tests, which check every answer against the document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, TypeAlias

import orjson
from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from regicide_api import problems, refusals, schemas
from regicide_api.body import json_object

Handler: TypeAlias = Callable[..., Any]
Decorator: TypeAlias = Callable[[Handler], Handler]


class Answer:
    """What a handler returns where it sets headers: the content, and the headers."""

    def __init__(self, content: object, headers: Mapping[str, str]) -> None:
        self.content = content
        self.headers = headers


class Contract(Blueprint):
    """A blueprint whose handlers say what they take and what they give."""

    def takes(self, schema: type[Schema], example: object) -> Decorator:
        """The body is a JSON object of this schema; the handler gets what it loads to as its first argument."""
        loaded: Final = schema()

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def take(self: object, **path: str) -> object:
                return handler(self, loaded.load(json_object()), **path)

            return _documented(take, self.arguments(schema, example=example))

        return decorate

    def gives(self, status: int, schema: type[Schema], **documentation: Any) -> Decorator:
        """The answer has this status, and the handler's result as its JSON body, which is of this schema."""

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def give(*arguments: object, **path: str) -> Response:
                result = handler(*arguments, **path)
                content, headers = (result.content, result.headers) if isinstance(result, Answer) else (result, None)
                return Response(orjson.dumps(content), status, headers, mimetype="application/json")

            return _documented(give, self.response(status, schema, **documentation))

        return decorate

    def refuses(self, *errors: type[Exception]) -> Decorator:
        """These errors are answered with their problems, which `refusals` has examples of."""
        responses: Final = refusals.responses(errors)

        def decorate(handler: Handler) -> Handler:
            for status, response in responses.items():
                shape = {"schema": schemas.Problem, "content_type": problems.MEDIA_TYPE}
                handler = _documented(handler, self.alt_response(status, **shape, **response))
            return handler

        return decorate

    def operation(self, operation_id: str, **documentation: Any) -> Decorator:
        """The operation's id, which names the function in generated clients, and whatever else it documents."""
        return lambda handler: _documented(handler, self.doc(operationId=operation_id, **documentation))


def _documented(handler: Handler, documents: Decorator) -> Handler:
    """The handler itself, with what flask-smorest would have noted about it."""
    handler._apidoc = documents(handler)._apidoc  # type: ignore[attr-defined]  # noqa: SLF001 - its way of noting
    return handler
