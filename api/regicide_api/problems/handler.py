"""Problem responses (RFC 9457): an error as its problem from the registry, in the language of the client."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any
from urllib.parse import quote

import orjson
from flask import Response
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException, InternalServerError

import regicide
from regicide_api.core import errors
from regicide_api.core.errors import quoted
from regicide_api.languages import text_of, translate
from regicide_api.problems.framework_messages import match_message
from regicide_api.problems.registry import PROBLEM_MEDIA_TYPE, Problem, problem_of
from regicide_api.schemas.problem import MAX_FAULTS


def problem_response(error: Exception, path: str, language: str) -> Response:
    """The response to an error that a request to this path raised."""
    body = problem_body(error, path, language)
    return Response(orjson.dumps(body), body["status"], problem_of(error).headers(error), mimetype=PROBLEM_MEDIA_TYPE)


def problem_body(error: Exception, path: str, language: str) -> dict[str, Any]:
    """The JSON of the problem of an error."""
    problem = problem_of(error)
    extra = _extra_members(error, language)
    status = error.code if isinstance(error, HTTPException) and error.code else problem.status
    return {
        "type": problem.uri,
        "title": text_of(problem.title_key, problem.title, language),
        "status": status,
        "detail": _detail(error, problem, extra, language),
        "instance": quote(path),
        "code": problem.code,
        **extra,
    }


def _detail(error: Exception, problem: Problem, extra: Mapping[str, Any], language: str) -> str:
    """The description of this error. Messages of other libraries may reveal internals; the advice replaces them."""
    advice = text_of(problem.advice_key, problem.advice, language)
    match error:
        case errors.InvalidParameter() | errors.InvalidMember() | ValidationError():
            return _first_fault(extra["errors"][0])
        case HTTPException(description=str(detail)) if not isinstance(error, InternalServerError):
            return translate(match_message(detail), language)
        case errors.ApiError(detail=detail):
            return translate(detail, language)
        case regicide.RegicideError(args=(str(detail),)):
            return translate(detail, language)
    return advice


def _first_fault(fault: Mapping[str, str]) -> str:
    """The first fault of an invalid request, after its place."""
    place = fault.get("parameter", fault.get("pointer"))
    return f"{place}: {fault['detail']}" if place else fault["detail"]


def _extra_members(error: Exception, language: str) -> dict[str, Any]:
    """The members of this problem beside the common ones."""
    match error:
        case errors.InvalidParameter(parameter=name, fault=fault):
            return {"errors": [{"parameter": quoted(name), "detail": translate(fault, language)}]}
        case ValidationError(messages=faults):
            return _described(faults, language)
        case errors.NoReviewer():
            return error.extras | {"errors": [{"parameter": "agent", "detail": translate(error.detail, language)}]}
        case errors.ApiError():
            return error.extras | (_described(error.faults, language) if error.faults else {})
        case regicide.IllegalAction(position=position, refusal=refusal):
            return {"reason": refusal.reason, "rule": refusal.rule, "legal_actions": position.legal_action_texts}
    return {}


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
