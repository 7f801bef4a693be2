"""The answers to errors: RFC 9457 `application/problem+json`, by the table of problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote

import orjson
from flask import Response, g, request
from marshmallow import ValidationError
from redis.exceptions import RedisError
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException, InternalServerError

import regicide
from regicide.view import legal_texts
from regicide_api.core import errors
from regicide_api.http.language import in_language, language
from regicide_api.languages import said, text_of
from regicide_api.problems.library_messages import recognised
from regicide_api.problems.registry import Problem, problem_of

MEDIA_TYPE: Final = "application/problem+json"


def answer(error: Exception) -> Response:
    """The answer to an error: its problem in the client's language, with every header that HTTP asks for."""
    problem, spoken = problem_of(error), language()
    g.problem = problem.code
    response = _without_body(error, problem)
    body = {
        "type": f"/problems/{problem.code}",
        "title": text_of(problem.title_key, problem.title, spoken),
        "status": response.status_code,
        "detail": _detail(error, problem, spoken),
        "instance": quote(request.path),
        "code": problem.code,
    }
    response.data = orjson.dumps(body | _members(error, spoken))
    response.mimetype = MEDIA_TYPE
    return in_language(response, spoken)


def _without_body(error: Exception, problem: Problem) -> Response:
    match error:
        case HTTPException():
            return Response(status=error.code, headers=Headers(error.get_headers()))
        case errors.ApiError():
            return Response(status=problem.status, headers=error.headers)
        case RedisError():
            return Response(status=problem.status, headers={"Retry-After": "1"})
    return Response(status=problem.status)


def _detail(error: Exception, problem: Problem, spoken: str) -> str:
    """A sentence on this very error; what other libraries say of theirs is not for everybody's eyes."""
    match error:
        case HTTPException(description=str(detail)) if not isinstance(error, InternalServerError):
            return said(recognised(detail), spoken)
        case errors.ApiError(detail=detail):
            return said(detail, spoken)
        case regicide.RegicideError(args=(str(detail),)):
            return said(detail, spoken)
    return text_of(problem.advice_key, problem.advice, spoken)


def _members(error: Exception, spoken: str) -> dict[str, object]:
    """What the problem of this very error has beside the members that all have."""
    match error:
        case errors.InvalidParameter():
            return {"errors": [{"parameter": error.parameter, "detail": said(error.fault, spoken)}]}
        case errors.ApiError():
            return error.extras
        case regicide.IllegalAction(position=position, refusal=refusal):
            return {"reason": refusal.why, "rule": refusal.rule, "legal_actions": legal_texts(position)}
        case ValidationError(messages=messages):
            return {"errors": list(_faults("", messages, spoken))}
    return {}


def _faults(pointer: str, messages: Any, spoken: str) -> Iterator[dict[str, str]]:
    """The faults that marshmallow found, each with the RFC 6901 pointer to its place."""
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            yield from _faults(pointer if name == "_schema" else f"{pointer}/{_escaped(name)}", inner, spoken)
    else:
        for message in messages:
            yield {"pointer": pointer, "detail": said(recognised(message), spoken)}


def _escaped(name: object) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")
