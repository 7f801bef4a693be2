"""The problems in the OpenAPI document: an example of each, answered by the code that answers the real ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from flask import Flask
from marshmallow import ValidationError
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

import regicide
from regicide_api import errors, examples, problems, schemas

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
    for error in refused:
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
    with _APP.test_request_context():
        answer = problems.answer(_example(error))
    return Refusal(problems.PROBLEMS[error].code, answer.get_json(), HEADERS.keys() & answer.headers.keys())


def _example(error: type[Exception]) -> Exception:
    """An error of this class: one that was provoked, or else one that says no more than its class does."""
    if error not in _PROVOKED:
        return error()
    call, *arguments = _PROVOKED[error]
    try:
        raise call(*arguments)
    except error as provoked:
        return provoked


_APP: Final = Flask("regicide_api")
_PROVOKED: Final[dict[type[Exception], tuple[Callable[..., Any], *tuple[Any, ...]]]] = {
    errors.MalformedBody: (errors.MalformedBody, "the member 'players' stands twice in one object"),
    errors.UnknownGame: (errors.UnknownGame, examples.GAME_ID),
    errors.VersionConflict: (errors.VersionConflict, 5, 6),
    errors.NotYourTurn: (errors.NotYourTurn, 1, 0),
    regicide.GameOver: (regicide.GameOver, "the game is over"),
    regicide.MalformedAction: (regicide.parse_action, "eight of diamonds"),
    regicide.IllegalAction: (regicide.act, examples.UNDER_ATTACK.position, regicide.parse_action("-AD")),
    ValidationError: (schemas.RequestSchema().load, {"colour": "red"}),
    RequestEntityTooLarge: (RequestEntityTooLarge, "the body has to be 16384 bytes or less"),
    UnsupportedMediaType: (UnsupportedMediaType, "send JSON, and say so: Content-Type: application/json"),
}
"""How to come by an error of a class that has to be told something: what to call, and with what."""
