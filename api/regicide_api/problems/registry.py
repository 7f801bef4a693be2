"""The problems (RFC 9457, `application/problem+json`): errors of the API with their statuses, and errors of libraries.

From them come the responses, the pages at `/problems/{code}` and the error responses in the OpenAPI document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Final

from marshmallow import ValidationError
from redis.exceptions import RedisError
from werkzeug import exceptions as http

import regicide
from regicide_api.core import errors, refusals
from regicide_api.core.errors import ApiError
from regicide_api.languages import text_of
from regicide_api.problems.framework_messages import match_message
from regicide_api.schemas.requests import CreateGameRequest

PROBLEM_MEDIA_TYPE: Final = "application/problem+json"


class HttpError(ApiError):
    """An error of werkzeug, with its status and headers."""

    text: str = ""
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    title = "The request was rejected"
    meaning = "The request is rejected by a general rule of HTTP, not by one of this API."
    advice = "The status and `detail` describe the reason."


class NotFound(HttpError):
    """No operation and no page has the path."""

    title = "The path does not exist"
    meaning = "The server has no page and no operation at this path."
    advice = "The OpenAPI document lists the paths."
    example = ("/v1/game", {})


class MethodNotAllowed(HttpError):
    """The path has no operation with the method."""

    title = "The method is not supported at this path"
    meaning = "The path exists, but does not support this method."
    advice = "The header Allow lists the supported methods."


class ContentTooLarge(HttpError):
    """The body exceeds the limit."""

    title = "The body is too large"
    meaning = "The body exceeds the size limit, and was not read."
    advice = "The limit is 64 KiB."
    example = (errors.GAMES, {})


class UnsupportedMediaType(HttpError):
    """The body is not declared as JSON."""

    title = "The body is not declared as JSON"
    meaning = "The header Content-Type is missing, or names another type than JSON."
    advice = "Send Content-Type: application/json."
    example = (errors.GAMES, {})


class InternalError(HttpError):
    """The server has failed. Its message may reveal internals, so it is not shown."""

    title = "The server failed"
    meaning = "An unexpected error occurred in the server; its log has the details."
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
    """An error as an error of the API."""
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
            return problem(match_message(description or ""), error.code or 0, headers)
    return InternalError()


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
    errors.InvalidRequest: _raised(lambda: CreateGameRequest().load({"players": "2", "seets": []})),
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
