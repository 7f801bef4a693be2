"""flask-smorest's blueprint with this API's decorators: each one enforces a part of the contract and documents it.

Requests are loaded by `http.inputs`, because webargs' own reading is lenient. Errors, headers and rate limits are
extensions of the operation (`x-errors`, `x-headers`, `x-rate-limit`), which `regicide_api.openapi.operations` replaces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, Final, TypeAlias
from urllib.parse import urlencode

import orjson
from flask import Response, make_response, request
from flask.json.provider import DefaultJSONProvider
from flask_smorest import Blueprint
from marshmallow import Schema

from regicide_api.core import errors, refusals
from regicide_api.http.components import NEXT_PAGE
from regicide_api.http.idempotency import OPTIONAL_KEY, REQUIRED_KEY, respond_once
from regicide_api.http.inputs import JSON, load_body, load_query
from regicide_api.http.load import process, require_capacity
from regicide_api.schemas.fields import RequestSchema
from regicide_api.schemas.responses import schema_of

Handler: TypeAlias = Callable[..., Any]
Decorator: TypeAlias = Callable[[Handler], Handler]
Result: TypeAlias = "dict[str, Any] | tuple[Any, dict[str, str]] | tuple[dict[str, Any], int, dict[str, str]]"
"""What a handler returns, as in Flask: the JSON, perhaps a status other than 200, and headers."""

ERRORS_EXTENSION: Final = "x-errors"
RATE_LIMIT_EXTENSION: Final = "x-rate-limit"
LIMIT_ERRORS_EXTENSION: Final = "x-limit-errors"
HEADERS_EXTENSION: Final = "x-headers"

_CONTRACT: Final = "_contract"
"""The attribute of a handler with the decorators that document it, in the order in which they were applied."""


class OrjsonProvider(DefaultJSONProvider):
    """JSON of responses, which orjson writes: in a hundredth of the time for a view."""

    def response(self, *content: Any, **members: Any) -> Response:
        """A response with a JSON value."""
        return Response(orjson.dumps(self._prepare_response_obj(content, members)), mimetype=JSON)


class ApiBlueprint(Blueprint):  # type: ignore[misc] # flask-smorest has no types
    """A blueprint whose handlers' decorators, read top to bottom, are the contract of the operation.

    The decorators of flask-smorest document a handler when the document is generated; a server does not pay for it.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._operations: list[tuple[Handler, Callable[[Handler], None]]] = []

    def add_url_rule(self, rule: str, endpoint: str | None = None, view_func: Any = None, **options: Any) -> None:
        """Add an operation. Its `operationId`, by which generated clients call it, is the handler's name."""
        named = self.doc(operationId=view_func.__name__)(view_func)
        super().add_url_rule(rule, endpoint, named, **options)

    def _store_endpoint_docs(self, endpoint: str, obj: Handler, *arguments: Any, **options: Any) -> None:
        """Keep an operation for the document."""
        store = super()._store_endpoint_docs
        self._operations.append((obj, lambda documented: store(endpoint, documented, *arguments, **options)))

    def register_views_in_doc(self, *arguments: Any, **options: Any) -> None:
        """Document the operations by the decorators of their handlers."""
        for handler, store in self._operations:
            documented = handler
            for decorator in vars(handler)[_CONTRACT]:
                documented = decorator()(documented)
            store(documented)
        super().register_views_in_doc(*arguments, **options)

    def doc(self, **documentation: Any) -> Decorator:
        """The operation has these members in the document."""
        return _declare(lambda: Blueprint.doc(**documentation))

    def response(self, status_code: int, definition: Any, **documentation: Any) -> Decorator:
        """The response has this status and JSON, documented by a typed definition, or by an object of the document.

        The handler returns them as in Flask; the tests validate them against the document.
        """
        response = super().response
        return _declare(lambda: response(status_code, _schema(definition), **documentation))

    def page(
        self, definition: Any, *, headers: Mapping[str, Any] = MappingProxyType({}), parameter: str = "cursor"
    ) -> Decorator:
        """The response with the status 200 is a page of a list: its `next` is null, or this parameter of the next page.

        A header links to the next page, too.
        """
        document = self.response(200, definition, headers={**headers, **NEXT_PAGE})

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def linked(*arguments: object, **path: object) -> object:
                response = handler(*arguments, **path)
                if isinstance(response, Response) or (following := response[0]["next"]) is None:
                    return response
                return response[0], response[1] | _link(parameter, following)

            return document(linked)

        return decorate

    def alt_response(self, status_code: int, definition: Any = None, **documentation: Any) -> Decorator:
        """The response may have this status, or this content, instead."""
        alt_response = super().alt_response
        return _declare(lambda: alt_response(status_code, schema=_schema(definition), **documentation))

    def arguments(self, schema: type[Schema], *, location: str = "json", **documentation: Any) -> Decorator:
        """The handler's arguments end with the body or the query, as the schema loads it.

        A body of a schema without members may be empty. Raises TypeError for a schema that does not bound its fields.
        Raises at a request: see `load_body` and `load_query`.
        """
        arguments, bounded = super().arguments, schema()
        required = bool(bounded.fields)
        declare = _declare(lambda: arguments(schema, location=location, required=required, **documentation))
        if not isinstance(bounded, RequestSchema):
            raise TypeError(f"{bounded}: expected a RequestSchema")
        load = load_query if location == "query" else load_body

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def parse(*arguments: object, **path: object) -> object:
                return handler(*arguments, load(bounded), **path)

            return declare(parse)

        return decorate

    @staticmethod
    def subject(find: Callable[..., object]) -> Decorator:
        """What the request is about, or its sender, is found before its body is read. Stands above `arguments`.

        `find` is called with the parameters of the path; the handler gets its result instead of them.
        """

        def decorate(handler: Handler) -> Handler:
            @wraps(handler)
            def about(*arguments: object, **path: object) -> object:
                return handler(*arguments, find(**path))

            return about

        return decorate

    def idempotent(self, *, needs_key: bool = False, keeps_response: bool = True) -> Decorator:
        """Repeats of a request with the same `Idempotency-Key` get the same response: see `respond_once`."""
        refuse = self.errors(errors.InvalidParameter, errors.IdempotencyKeyReused, errors.IdempotencyKeyInUse)
        document = self.headers(REQUIRED_KEY if needs_key else OPTIONAL_KEY)

        def decorate(handler: Handler) -> Handler:
            """The handler, whose response is kept for repeats, with its refusals in the document."""

            @wraps(handler)
            def answer(*arguments: object, **path: object) -> Response:
                def handle() -> Response:
                    return make_response(handler(*arguments, **path))

                return respond_once(handle, needs_key=needs_key, keeps_response=keeps_response)

            return document(refuse(answer))

        return decorate

    def headers(self, *parameters: dict[str, Any]) -> Decorator:
        """The operation reads these headers, which are documented only: the modules that use one parse it."""
        declare: Decorator = self.doc(**{HEADERS_EXTENSION: {each["name"]: each for each in parameters}})
        return declare

    def errors(self, *kinds: type[errors.ApiError]) -> Decorator:
        """The operation has these errors beside the ones that `openapi.operations` derives from its contract."""
        declare: Decorator = self.doc(**{ERRORS_EXTENSION: dict.fromkeys(kinds, True)})
        return declare

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
        """Requests count against this policy, also refused ones. Stands above `arguments`.

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
                if sheds_load:
                    require_capacity()
                process().rate_limits.enforce(policy, units() if units else 1)
                return handler(*arguments, **path)

            document: Decorator = self.doc(**{RATE_LIMIT_EXTENSION: policy, LIMIT_ERRORS_EXTENSION: kinds})
            return document(limited)

        return decorate


def _declare(document: Callable[[], Decorator]) -> Decorator:
    """A decorator that adds one of flask-smorest's, which documents a handler, to the contract of the handler."""

    def declare(handler: Handler) -> Handler:
        vars(handler).setdefault(_CONTRACT, []).append(document)
        return handler

    return declare


def _schema(definition: Any) -> Any:
    return schema_of(definition) if isinstance(definition, type) else definition


def _link(parameter: str, following: str | int) -> dict[str, str]:
    """The header `Link` to the page that this parameter names (RFC 8288)."""
    query = urlencode({**request.args, parameter: following})
    return {"Link": f'<{request.path}?{query}>; rel="next"'}
