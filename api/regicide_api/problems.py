"""The problems (RFC 9457, `application/problem+json`): errors of the API with their statuses, and errors of libraries.

From them come the responses, the pages at `/problems/{code}` and the error responses in the OpenAPI document. Messages
of marshmallow are matched against known templates so that they can be translated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from itertools import islice
from typing import Any, Final
from urllib.parse import quote

import orjson
from flask import Response
from marshmallow import ValidationError
from redis.exceptions import RedisError
from werkzeug import exceptions as http

import regicide
from regicide import Message
from regicide_api.core import errors, refusals
from regicide_api.core.errors import ApiError, InvalidRequest, TokenRequired, UnknownToken, quoted
from regicide_api.languages import text_of, translate
from regicide_api.schemas.values import MAX_FAULTS

TEMPLATES: Final = (
    "Missing data for required field.",
    "Field may not be null.",
    "Unknown field.",
    "Invalid input type.",
    "Not a valid string.",
    "Not a valid integer.",
    "Not a valid list.",
    "Not a valid delimited list.",
    "Must be greater than or equal to {min} and less than or equal to {max}.",
    "Must be one of: {choices}.",
    "Length must be between {min} and {max}.",
    "Longer than maximum length {max}.",
)
"""The messages of marshmallow that the schemas of this API can cause; the catalogues translate them."""


def _pattern(template: str) -> re.Pattern[str]:
    """A regular expression for a template, with a named group for each placeholder."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*)", re.escape(template)), re.DOTALL)


_PATTERNS: Final = {template: _pattern(template) for template in TEMPLATES}


def match_message(message: str) -> str:
    """The message as a translatable `Message` if it fits a template; the message itself otherwise."""
    if isinstance(message, Message):
        return message
    found = ((template, pattern.fullmatch(message)) for template, pattern in _PATTERNS.items())
    return next((Message(template, **match.groupdict()) for template, match in found if match), message)


PROBLEM_MEDIA_TYPE: Final = "application/problem+json"


class HttpError(ApiError):
    """The request is rejected by a general rule of HTTP, not by one of this API.

    An error of werkzeug, with its status and headers.
    """

    text: str = ""
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    title = "The request was rejected"
    advice = "The status and `detail` describe the reason."


class NotFound(HttpError):
    """The server has no page and no operation at this path."""

    title = "The path does not exist"
    advice = "/openapi.json lists the paths of all operations. They begin with /v1."
    example = ("/v1/game", {})


class MethodNotAllowed(HttpError):
    """The path exists, but does not support this method."""

    title = "The method is not supported at this path"
    advice = "The header Allow lists the methods of the path."


class ContentTooLarge(HttpError):
    """The body exceeds the size limit, and was not read."""

    title = "The body is too large"
    advice = "The limit is 64 KiB."
    example = (errors.GAMES, {})


class UnsupportedMediaType(HttpError):
    """The header Content-Type is missing, or names another type than JSON."""

    title = "The body is not declared as JSON"
    advice = "Send Content-Type: application/json."
    example = (errors.GAMES, {})


class InternalError(HttpError):
    """An unexpected error occurred in the server; its log has the details.

    The message of the error may reveal internals, so it is not shown.
    """

    title = "The server failed"
    advice = "This is an error in the server. An action can be sent again: it is applied at most once."


HTTP_PROBLEMS: Final[dict[type[Exception], type[HttpError]]] = {
    http.NotFound: NotFound,
    http.MethodNotAllowed: MethodNotAllowed,
    http.RequestEntityTooLarge: ContentTooLarge,
    http.UnsupportedMediaType: UnsupportedMediaType,
    http.InternalServerError: InternalError,
    http.HTTPException: HttpError,
}
"""The problems of werkzeug's errors; the last covers all others."""

PROBLEMS: Final = (*errors.problems_in(errors, refusals), *HTTP_PROBLEMS.values())

HANDLED: Final = (
    *(ApiError, regicide.GameOver, regicide.IllegalAction, regicide.MalformedAction),
    *(ValidationError, RedisError, http.HTTPException),
)
"""The errors that are answered as their own problems; others are errors of the server."""

STATUSES: Final[dict[type[ApiError], int]] = {
    errors.Malformed: 400,
    errors.Unauthenticated: 401,
    errors.Forbidden: 403,
    errors.Missing: 404,
    errors.Conflict: 409,
    errors.Invalid: 422,
    errors.Excess: 429,
    errors.Unavailable: 503,
    NotFound: 404,
    MethodNotAllowed: 405,
    ContentTooLarge: 413,
    UnsupportedMediaType: 415,
    InternalError: 500,
    HttpError: 400,
}


def status_of(problem: type[ApiError]) -> int:
    """The status of a problem."""
    return next(STATUSES[kind] for kind in problem.__mro__ if kind in STATUSES)


def texts(problem: type[ApiError]) -> dict[str, str]:
    """The texts of a problem by their keys in the catalogues."""
    return {f"problem.{problem.code}.{name}": getattr(problem, name) for name in ("title", "meaning", "advice")}


def translated(problem: type[ApiError], language: str) -> tuple[str, str, str]:
    """The title, the meaning and the advice of a problem in a language."""
    title, meaning, advice = (text_of(key, english, language) for key, english in texts(problem).items())
    return title, meaning, advice


def api_error(error: Exception) -> ApiError:
    """An error as an error of the API, without the messages of werkzeug, which are for readers of its pages."""
    match error:
        case ApiError():
            return error
        case regicide.RegicideError():
            return _refused_action(error)
        case ValidationError():
            return errors.InvalidBody(error.normalized_messages())  # type: ignore[no-untyped-call] # marshmallow's
        case RedisError():
            return errors.StoreUnavailable()
        case http.HTTPException(description=description) if not isinstance(error, http.InternalServerError):
            problem = next(problem for kind, problem in HTTP_PROBLEMS.items() if isinstance(error, kind))
            headers = {name: text for name, text in error.get_headers() if name != "Content-Type"}
            text = description if isinstance(description, Message) else ""
            return problem(text or _method_fault(error), error.code or 0, headers)
    return InternalError()


def _method_fault(error: http.HTTPException) -> str:
    """The message about a method that a path does not have; empty for another error."""
    methods = error.valid_methods if isinstance(error, http.MethodNotAllowed) else None
    return Message("this path has the methods {methods}", methods=", ".join(sorted(methods))) if methods else ""


def _refused_action(error: regicide.RegicideError) -> ApiError:
    """An error of the rules as an error of the API."""
    match error:
        case regicide.IllegalAction(position=position, refusal=refusal):
            return errors.IllegalAction(error.args[0], refusal.reason, refusal.rule, position.legal_action_texts)
        case regicide.GameOver():
            return refusals.GameOver(error.args[0])
    return errors.MalformedAction(error.args[0])


def _raised(call: Callable[[], object]) -> Exception:
    """The error that a call raises."""
    try:
        call()
    except Exception as error:  # noqa: BLE001 - the example is any error
        return error
    raise AssertionError("the call of an example raises its error")


_START: Final = regicide.Position.new("long-live-the-king", players=4)

_EXAMPLES: Final[dict[type[ApiError], Exception]] = {
    errors.MalformedAction: _raised(lambda: regicide.Action.parse("8 of diamonds")),
    errors.IllegalAction: _raised(lambda: regicide.apply(_START, regicide.Action.parse("KS"))),
    errors.InvalidRequest: ValidationError({"seets": ["Unknown field."]}),
    NotFound: http.NotFound(),
    MethodNotAllowed: http.MethodNotAllowed(["DELETE", "GET", "HEAD", "OPTIONS"]),
    ContentTooLarge: http.RequestEntityTooLarge("the body exceeds 65536 bytes"),
    UnsupportedMediaType: http.UnsupportedMediaType("expected JSON with the header Content-Type: application/json"),
    InternalError: http.InternalServerError(),
    HttpError: http.BadRequest(),
}
"""The examples of problems that are errors of libraries."""


def example_of(kind: type[ApiError]) -> tuple[str, Exception]:
    """The path of a request that may get an error, and an example of the error."""
    path, values = kind.example
    return path, _EXAMPLES[kind] if kind in _EXAMPLES else kind(**values)


def problem_response(error: Exception, path: str, language: str) -> Response:
    """The response to an error that a request to this path raised."""
    problem = api_error(error)
    body = problem_body(problem, path, language)
    return Response(orjson.dumps(body), body["status"], _headers(problem), mimetype=PROBLEM_MEDIA_TYPE)


def problem_body(error: Exception, path: str, language: str) -> dict[str, Any]:
    """The JSON of the problem of an error."""
    problem = api_error(error)
    title, _, advice = translated(type(problem), language)
    extra = _extra_members(problem, language)
    detail = _first_fault(extra["errors"][0]) if isinstance(problem, InvalidRequest) else problem.detail
    return {
        "type": f"/problems/{problem.code}",
        "title": title,
        "status": getattr(problem, "status", 0) or status_of(type(problem)),
        "detail": translate(detail, language) if detail else advice,
        "instance": quote(path),
        "code": problem.code,
        **extra,
    }


def _headers(problem: ApiError) -> Mapping[str, str]:
    """The headers of a problem: werkzeug's, such as `Allow`, or a challenge (RFC 6750), or the time of a retry."""
    match problem:
        case HttpError(headers=headers):
            return headers
        case TokenRequired():
            return {"WWW-Authenticate": 'Bearer realm="regicide"'}
        case UnknownToken():
            return {"WWW-Authenticate": 'Bearer realm="regicide", error="invalid_token"'}
        case ApiError(retry_after=seconds) if seconds:
            return {"Retry-After": str(seconds)}
    return {}


def _first_fault(fault: Mapping[str, str]) -> str:
    """The first fault of an invalid request, after its place."""
    place = fault.get("parameter", fault.get("pointer"))
    return f"{place}: {fault['detail']}" if place else fault["detail"]


def _extra_members(error: ApiError, language: str) -> dict[str, Any]:
    """The members of this problem beside the common ones."""
    own = {name: getattr(error, name) for name in error.members()}
    if error.parameter is not None:
        return own | {"errors": [{"parameter": quoted(error.parameter), "detail": _translated(error.detail, language)}]}
    return own | (_described(error.faults, language) if error.faults else {})


def _described(messages: Any, language: str) -> dict[str, Any]:
    """The nested messages of marshmallow: a list of the first ones, and the number of the others if there are any."""
    faults = [
        {"pointer": pointer, "detail": _translated(message, language)}
        for pointer, message in islice(_places("", messages), MAX_FAULTS)
    ]
    others = _count(messages) - len(faults)
    return {"errors": faults} | ({"further_errors": others} if others else {})


def _translated(message: str, language: str) -> str:
    """The translation of a message, also of a library's."""
    return translate(match_message(message), language)


def _places(pointer: str, messages: Any) -> Iterator[tuple[str, str]]:
    """Each message, with its RFC 6901 pointer into the body."""
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            yield from _places(pointer if name == "_schema" else f"{pointer}/{_escape(name)}", inner)
    else:
        yield from ((pointer, message) for message in messages)


def _count(messages: Any) -> int:
    return sum(map(_count, messages.values())) if isinstance(messages, Mapping) else len(messages)


def _escape(name: object) -> str:
    return quoted(str(name)).replace("~", "~0").replace("/", "~1")
