"""flask-smorest's blueprint with this API's decorators: each one enforces a part of the contract and documents it.

`route`, `arguments`, `response`, `alt_response` and `doc` are flask-smorest's, with these differences for strictness
and speed (a whole request takes 200 microseconds):

- Requests are loaded by StrictParser: webargs' own reading is lenient (see `http.json_body`), and takes 45 microseconds
  where the load alone takes 9.
- Handlers return plain values, which orjson writes in 2 microseconds; a marshmallow dump of a view takes 200. The tests
  prove that every response fits its schema: they validate all responses against the document.
- Decorators that only document leave the handler unwrapped: see `_annotate`.
- Errors and rate limits are extensions of the operation (`x-errors`, `x-rate-limit`), which
  `regicide_api.openapi.builder` replaces when the document is generated; a server does not pay for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, TypeAlias
from urllib.parse import urlencode

import orjson
from flask import Response, request
from flask_smorest import Blueprint
from flask_smorest.utils import unpack_tuple_response
from marshmallow import Schema
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import Headers

from regicide_api import schemas
from regicide_api.core import errors, refusals
from regicide_api.http.admission import reject_if_overloaded
from regicide_api.http.idempotency import idempotent, idempotent_by_key, repeatable
from regicide_api.http.json_body import JSON, read_json_object, read_optional_object
from regicide_api.http.query_params import load_query
from regicide_api.http.services import services

Handler: TypeAlias = Callable[..., Any]
Decorator: TypeAlias = Callable[[Handler], Handler]
Result: TypeAlias = (
    "dict[str, Any] | tuple[dict[str, Any] | bytes, dict[str, str]] | tuple[dict[str, Any], int, dict[str, str]]"
)
"""What a handler returns, as in Flask: the content, perhaps a status other than the documented one, and headers.

The content is JSON, or the bytes of JSON.
"""

ERRORS_EXTENSION: Final = "x-errors"
RATE_LIMIT_EXTENSION: Final = "x-rate-limit"
LIMIT_ERRORS_EXTENSION: Final = "x-limit-errors"
IDEMPOTENT_EXTENSION: Final = "x-idempotent"


class _JsonResponse(Response):
    """A response with JSON, whose headers are complete."""

    def get_wsgi_headers(self, environ: dict[str, Any]) -> Headers:  # noqa: ARG002 - the signature is werkzeug's
        """The headers themselves. Those of other responses are copied, and corrected for statuses without a body."""
        return self.headers


class StrictParser(FlaskParser):
    """Loads bodies and queries strictly. Headers are documented only: the modules that use one parse it."""

    def use_args(
        self, argmap: Any, *_: Any, location: str | None = None, is_optional: bool = False, **__: Any
    ) -> Decorator:
        """A decorator that appends the loaded body or query to the handler's arguments. An optional body may be empty.

        Raises TypeError for a schema that does not bound its fields. Raises at a request: see `read_json_object` and
        `load_query`; ValidationError for an invalid body.
        """
        if location == "headers":
            return lambda handler: handler
        schema = argmap()
        if not isinstance(schema, schemas.RequestSchema):
            raise TypeError(f"{schema}: expected a RequestSchema")
        read = read_optional_object if is_optional else read_json_object
        load = (lambda: load_query(schema)) if location == "query" else (lambda: schema.load(read()))

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def parse(*arguments: object, **path: object) -> object:
                return handler(*arguments, load(), **path)

            return parse

        return decorate


class ApiBlueprint(Blueprint):  # type: ignore[misc] # flask-smorest has no types
    """A blueprint whose handlers' decorators, read top to bottom, are the contract of the operation."""

    ARGUMENTS_PARSER = StrictParser()

    @staticmethod
    def subject(find: Callable[..., object]) -> Decorator:
        """What the request is about, or its sender, is found before its body is read. Stands above `body`.

        `find` is called with the parameters of the path; the handler gets its result instead of them.
        """

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def about(*arguments: object, **path: object) -> object:
                return handler(*arguments, find(**path))

            return about

        return decorate

    def body(self, schema: type[schemas.RequestSchema], example: object, *, is_optional: bool = False) -> Decorator:
        """The body is a JSON object of this schema; the handler gets the loaded object as its next argument.

        An optional body may be left out, like an empty object.
        """
        decorator: Decorator = self.arguments(
            schema, example=example, required=not is_optional, is_optional=is_optional
        )
        return decorator

    def query(self, schema: type[schemas.RequestSchema]) -> Decorator:
        """The query has parameters of this schema; the handler gets them as its next argument."""
        decorator: Decorator = self.arguments(schema, location="query")
        return decorator

    def response(self, status_code: int, schema: type[Schema] | Mapping[str, Any], **documentation: Any) -> Decorator:
        """The response has this status, and the handler's result as its JSON body, documented by the schema.

        If the handler returns a response itself, the schema may be an object of the document.
        """
        document: Decorator = super().response(status_code, schema, **documentation)

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def respond(*arguments: object, **path: object) -> Response:
                return _json_response(handler(*arguments, **path), status_code)

            return _annotate(respond, document)

        return decorate

    def alt_response(self, status_code: int, **documentation: Any) -> Decorator:
        """The response may have this status, or this content, instead."""
        document: Decorator = super().alt_response(status_code, success=True, **documentation)
        return lambda handler: _annotate(handler, document)

    @staticmethod
    def doc(**documentation: Any) -> Decorator:
        """Members of the operation in the document: `operationId` names the function in generated clients."""
        document: Decorator = Blueprint.doc(**documentation)
        return lambda handler: _annotate(handler, document)

    def event_stream(
        self,
        media_type: str,
        example: str,
        schema: Mapping[str, Any] = schemas.EVENT_STREAM,
        headers: type[Schema] = schemas.StreamHeaders,
    ) -> Decorator:
        """The response is a stream of this media type, perhaps only if the client asks for it by `Accept`."""
        document = self.alt_response(200, schema=schema, content_type=media_type, example=example)
        return lambda handler: document(self._request_headers(headers)(handler))

    def long_poll(self, handler: Handler) -> Handler:
        """The client can wait for a change, by `If-None-Match` and `Prefer`."""
        return self._request_headers(schemas.WaitHeaders)(handler)

    def waiting(self, handler: Handler) -> Handler:
        """The client can wait for something new, by `Prefer`."""
        return self._request_headers(schemas.PreferHeaders)(handler)

    def idempotent(self, handler: Handler) -> Handler:
        """Repeats of a request with the same `Idempotency-Key` get the same response. Stands above `response`."""
        return self._request_headers(schemas.CreationHeaders)(self._repeatable(handler, idempotent))

    def idempotent_by_key(self, handler: Handler) -> Handler:
        """As `idempotent`, and a request without a key is rejected."""
        return self._request_headers(schemas.RepeatHeaders)(self._repeatable(handler, idempotent_by_key))

    def repeatable(self, handler: Handler) -> Handler:
        """As `idempotent`, for a handler that recognizes its repeats by the tokens that it grants. It needs a key."""
        return self._request_headers(schemas.RepeatHeaders)(self._repeatable(handler, repeatable))

    def _repeatable(self, handler: Handler, repeat: Callable[[Callable[[], Response]], Response]) -> Handler:
        @wraps(handler)
        def answer(*arguments: object, **path: object) -> Response:
            return repeat(lambda: handler(*arguments, **path))

        refuse = self.errors(errors.InvalidParameter, errors.IdempotencyKeyReused, errors.IdempotencyKeyInUse)
        document = self.doc(**{IDEMPOTENT_EXTENSION: True})
        return document(refuse(answer))

    def errors(self, *kinds: type[errors.ApiError]) -> Decorator:
        """The operation has these errors beside the ones that `openapi.builder` derives from its contract."""
        return self.doc(**{ERRORS_EXTENSION: dict.fromkeys(kinds, True)})

    def stream_limit(self, policy: str) -> Decorator:
        """Streams of this operation count against this policy, which the handler enforces itself."""
        document = self.doc(**{RATE_LIMIT_EXTENSION: policy})
        return lambda handler: self.errors(refusals.RateLimited)(document(handler))

    def rate_limit(
        self,
        policy: str,
        *,
        sheds_load: bool = True,
        units: Callable[[], int] | None = None,
        unless: Callable[..., bool] | None = None,
    ) -> Decorator:
        """Requests count against this policy, also refused ones. Stands above `body` and `response`.

        `units` returns the units of it that a request counts as, by its body before that is validated. `unless`, called
        with the parameters of the path, says that a request creates nothing: it has no limit.

        Unless they belong to a game in progress (`sheds_load`), an overloaded process and a full store reject them, and
        they do not count. Below `idempotent`, repeats of a request are not counted.
        """
        of_load = (refusals.Busy, refusals.StoreFull) if sheds_load else ()
        kinds = dict.fromkeys((refusals.RateLimited, *of_load), True)

        def decorate(handler: Handler) -> Handler:
            """The handler behind the limit, with its policy and its refusals in the document."""

            @wraps(handler)
            def limited(*arguments: object, **path: object) -> object:
                """Call the handler, unless load, the policy or the store refuses the request."""
                if unless and unless(**path):
                    return handler(*arguments, **path)
                process = services()
                if sheds_load:
                    reject_if_overloaded(process.in_flight)
                    process.capacity.require_room()
                process.rate_limits.enforce(policy, units() if units else 1)
                return handler(*arguments, **path)

            document = self.doc(**{RATE_LIMIT_EXTENSION: policy, LIMIT_ERRORS_EXTENSION: kinds})
            return document(limited)

        return decorate

    def _request_headers(self, schema: type[Schema]) -> Decorator:
        """The request may have headers of this schema."""
        document: Decorator = self.arguments(schema, location="headers")
        return lambda handler: _annotate(handler, document)


def _annotate(handler: Handler, document: Decorator) -> Handler:
    """The handler with the documentation that a decorator of flask-smorest attaches to a function's attributes.

    The decorator's wrapper is left out: it only calls the handler, and costs 1 to 2 microseconds a request.
    """
    annotated = vars(document(handler))
    vars(handler).update({name: value for name, value in annotated.items() if name != "__wrapped__"})
    return handler


def _json_response(result: Response | Result, status_code: int) -> Response:
    """The result of a handler as a response; a response stays as it is."""
    if isinstance(result, Response):
        return result
    content, status, headers = unpack_tuple_response(result)
    rendered = content if isinstance(content, bytes) else orjson.dumps(content)
    return _JsonResponse(rendered, status or status_code, headers, content_type=JSON)


def next_page_link(cursor: str | None) -> dict[str, str]:
    """The header `Link` to the next page of a list (RFC 8288); empty on the last page."""
    if cursor is None:
        return {}
    query = urlencode({**request.args, "cursor": cursor})
    return {"Link": f'<{request.path}?{query}>; rel="next"'}
