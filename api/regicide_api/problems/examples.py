"""An example of each problem: a real error, answered by the code that answers all others."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

import orjson
from flask import Flask, Response
from marshmallow import ValidationError
from redis.exceptions import RedisError
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    InternalServerError,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
    UnsupportedMediaType,
)

import regicide
from regicide_api import schemas
from regicide_api.core import errors
from regicide_api.http.language import HEADER
from regicide_api.problems import handler as problem_answers
from regicide_api.problems import registry as problems
from regicide_api.problems.registry import Problem

_ID: Final = "0f3c9a5be2d1874c6e20"
_GAMES: Final = "/v1/games"
_GAME: Final = f"{_GAMES}/{_ID}"
_ACTIONS: Final = f"{_GAME}/actions"


def _raised(by: Callable[[], object]) -> Exception:
    """The error that a call raises."""
    try:
        by()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the example
        return error
    raise AssertionError("an example of an error raises it")


def _illegal_action() -> object:
    return regicide.act(regicide.start("long-live-the-king", players=4), regicide.parse_action("KS"))


EXAMPLES: Final[dict[type[Exception], tuple[str, Exception]]] = {
    errors.MalformedBody: (
        _GAMES,
        errors.MalformedBody(regicide.Sentence("the member {name!r} stands twice in one object", name="players")),
    ),
    errors.TokenRequired: (_ACTIONS, errors.TokenRequired()),
    errors.UnknownToken: (_GAME, errors.UnknownToken()),
    errors.NotYourSeat: (_GAME, errors.NotYourSeat(2, [0, 1])),
    errors.NameTaken: ("/v1/agents", errors.NameTaken("deep-thought")),
    errors.UnknownGame: (_GAME, errors.UnknownGame(_ID)),
    errors.VersionConflict: (_ACTIONS, errors.VersionConflict(3, 5)),
    errors.NotYourTurn: (_ACTIONS, errors.NotYourTurn(0, 1)),
    errors.UnknownSeat: (f"{_GAME}/seats/4", errors.UnknownSeat(4, 3)),
    errors.SeatTaken: (f"{_GAME}/seats/1", errors.SeatTaken(1, [2])),
    errors.GameNotStarted: (_ACTIONS, errors.GameNotStarted([2])),
    errors.SignalsClosed: (f"{_GAME}/signals", errors.SignalsClosed()),
    errors.IdempotencyKeyReused: (_GAMES, errors.IdempotencyKeyReused()),
    errors.IdempotencyKeyInUse: (_GAMES, errors.IdempotencyKeyInUse()),
    errors.RateLimited: (_GAMES, errors.RateLimited(120, 60, 42)),
    errors.Busy: (_GAMES, errors.Busy()),
    errors.Overloaded: (_GAME, errors.Overloaded()),
    errors.GameNotOver: (f"{_GAME}/record", errors.GameNotOver()),
    regicide.GameOver: (_ACTIONS, regicide.GameOver(regicide.Sentence("the game is over"))),
    regicide.MalformedAction: (_ACTIONS, _raised(lambda: regicide.parse_action("8 of diamonds"))),
    regicide.IllegalAction: (_ACTIONS, _raised(_illegal_action)),
    errors.InvalidParameter: (_GAMES, errors.InvalidParameter("limit", "Must be at most 100.")),
    ValidationError: (_GAMES, _raised(lambda: schemas.GameWish().load({"players": "2", "seets": []}))),
    RedisError: (_GAME, RedisError()),
    NotFound: ("/v1/game", NotFound()),
    MethodNotAllowed: (_GAME, MethodNotAllowed(["GET", "HEAD", "OPTIONS"])),
    RequestEntityTooLarge: (_GAMES, RequestEntityTooLarge("the body has to be 16384 bytes or less")),
    UnsupportedMediaType: (_GAMES, UnsupportedMediaType("send JSON, and say so: Content-Type: application/json")),
    InternalServerError: (_GAME, InternalServerError()),
    HTTPException: (_GAME, BadRequest()),
}
"""For each error where it may come, and one of its kind."""


def example(app: Flask, problem: Problem, language: str) -> str | None:
    """An answer with this problem as HTTP sends it, laid out to be read; None where there is no example of it."""
    kind = next(kind for kind, listed in problems.PROBLEMS.items() if listed is problem)
    if kind not in EXAMPLES:
        return None
    path, error = EXAMPLES[kind]
    with app.test_request_context(path, headers={HEADER: language}):
        return _written(problem_answers.answer(error))


def _written(answer: Response) -> str:
    status = f"{answer.status_code} {HTTPStatus(answer.status_code).phrase}"
    headers = [f"{name}: {content}" for name, content in answer.headers if name != "Content-Length"]
    body: dict[str, Any] = orjson.loads(answer.data)
    return "\n".join([f"HTTP/1.1 {status}", *headers, "", orjson.dumps(body, option=orjson.OPT_INDENT_2).decode()])
