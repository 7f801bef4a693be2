"""Problem responses (RFC 9457): an error as its problem, in the language of the client."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any
from urllib.parse import quote

import orjson
from flask import Response

from regicide_api.core.errors import ApiError, InvalidRequest, TokenRequired, UnknownToken, quoted
from regicide_api.languages import translate
from regicide_api.problems.framework_messages import match_message
from regicide_api.problems.registry import PROBLEM_MEDIA_TYPE, HttpError, api_error, status_of, translated
from regicide_api.schemas.problem import MAX_FAULTS


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
        return own | {"errors": [{"parameter": quoted(error.parameter), "detail": translate(error.detail, language)}]}
    return own | (_described(error.faults, language) if error.faults else {})


def _described(messages: Any, language: str) -> dict[str, Any]:
    """The nested messages of marshmallow: a list of the first ones, and the number of the others if there are any."""
    faults = [
        {"pointer": pointer, "detail": translate(match_message(message), language)}
        for pointer, message in islice(_places("", messages), MAX_FAULTS)
    ]
    others = _count(messages) - len(faults)
    return {"errors": faults} | ({"further_errors": others} if others else {})


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
