"""The problems in the OpenAPI document: an example of each, answered by the code that answers the real ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from flask import Flask

from regicide_api.problems import handler as problem_answers
from regicide_api.problems import registry as problems
from regicide_api.problems.examples import EXAMPLES

HEADERS: Final = {
    "WWW-Authenticate": "How to send a token (RFC 6750).",
    "Retry-After": "After how many seconds to try again.",
}
"""The headers of problems that clients act on."""


class Refusal(NamedTuple):
    """A problem as one error is answered: its code, the body, and the names of the headers that clients act on."""

    code: str
    body: dict[str, Any]
    headers: set[str]


def responses(refused: Sequence[type[Exception]]) -> dict[int, dict[str, Any]]:
    """The responses to these errors by status, as OpenAPI has them. All problems of one status share one response."""
    by_status: dict[int, list[Refusal]] = {}
    for error in {problems.PROBLEMS[error]: error for error in refused}.values():
        by_status.setdefault(problems.PROBLEMS[error].status, []).append(_refusal(error))
    return {status: _response(refusals) for status, refusals in by_status.items()}


def _response(refusals: list[Refusal]) -> dict[str, Any]:
    there = set.intersection(*(refusal.headers for refusal in refusals))
    return {
        "description": " or ".join(f"`{refusal.code}`" for refusal in refusals),
        "examples": {refusal.code: {"summary": refusal.body["title"], "value": refusal.body} for refusal in refusals},
        "headers": {
            name: {"description": HEADERS[name], "required": True, "schema": {"type": "string"}}
            for name in HEADERS
            if name in there
        },
    }


def _refusal(error: type[Exception]) -> Refusal:
    path, example = EXAMPLES[error]
    with _APP.test_request_context(path):
        answer = problem_answers.answer(example)
    return Refusal(problems.PROBLEMS[error].code, answer.get_json(), HEADERS.keys() & answer.headers.keys())


_APP: Final = Flask("regicide_api")
