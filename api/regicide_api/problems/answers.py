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
from regicide_api.problems import errors
from regicide_api.problems.table import Problem, problem_of

MEDIA_TYPE: Final = "application/problem+json"


def answer(error: Exception) -> Response:
    """The answer to an error: its problem, with every header that HTTP asks for."""
    problem = problem_of(error)
    g.problem = problem.code
    response = _without_body(error, problem)
    body = {
        "type": f"/problems/{problem.code}",
        "title": problem.title,
        "status": response.status_code,
        "detail": _detail(error, problem),
        "instance": quote(request.path),
        "code": problem.code,
    }
    response.data = orjson.dumps(body | _members(error))
    response.mimetype = MEDIA_TYPE
    return response


def _without_body(error: Exception, problem: Problem) -> Response:
    match error:
        case HTTPException():
            return Response(status=error.code, headers=Headers(error.get_headers()))
        case errors.ApiError():
            return Response(status=problem.status, headers=error.headers)
        case RedisError():
            return Response(status=problem.status, headers={"Retry-After": "1"})
    return Response(status=problem.status)


def _detail(error: Exception, problem: Problem) -> str:
    """A sentence on this very error; what other libraries say of theirs is not for everybody's eyes."""
    match error:
        case InternalServerError():
            return problem.advice
        case HTTPException():
            return error.description or problem.advice
        case errors.ApiError() | regicide.RegicideError():
            return str(error)
    return problem.advice


def _members(error: Exception) -> dict[str, object]:
    """What the problem of this very error has beside the members that all have."""
    match error:
        case errors.ApiError():
            return error.extras
        case regicide.IllegalAction(position=position, refusal=refusal):
            return {"reason": refusal.why, "rule": refusal.rule, "legal_actions": legal_texts(position)}
        case ValidationError(messages=messages):
            return {"errors": list(_faults("", messages))}
    return {}


def _faults(pointer: str, messages: Any) -> Iterator[dict[str, str]]:
    """The faults that marshmallow found, each with the RFC 6901 pointer to its place."""
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            yield from _faults(pointer if name == "_schema" else f"{pointer}/{_escaped(name)}", inner)
    else:
        for message in messages:
            yield {"pointer": pointer, "detail": message}


def _escaped(name: object) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")
