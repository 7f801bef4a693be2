"""An example error of each problem, for the OpenAPI document and the pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

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
from regicide_api.problems.registry import PROBLEMS, Problem
from regicide_api.schemas.fields import INTEGER_FAULT

_ID: Final = "0f3c9a5be2d1874c6e20"
_QUESTION: Final = "91c04be2d1874c6e20aa-planner"
_GAMES: Final = "/v1/games"
_GAME: Final = f"{_GAMES}/{_ID}"
_ACTIONS: Final = f"{_GAME}/actions"


def _error_of(call: Callable[[], object]) -> Exception:
    """The error that a call raises."""
    try:
        call()
    except Exception as error:  # noqa: BLE001 - the example is any error
        return error
    raise AssertionError("the call of an example raises its error")


def _illegal_action() -> object:
    return regicide.apply(regicide.Position.new("long-live-the-king", players=4), regicide.Action.parse("KS"))


class Example(NamedTuple):
    """An error, and the path of a request that may raise it."""

    path: str
    error: Exception


EXAMPLES: Final[dict[type[Exception], Example]] = {
    errors.MalformedBody: Example(
        _GAMES,
        errors.MalformedBody(regicide.Message("expected a JSON object")),
    ),
    errors.TokenRequired: Example(_ACTIONS, errors.TokenRequired()),
    errors.OwnerTokenRequired: Example("/v1/records", errors.OwnerTokenRequired()),
    errors.AgentTokenRequired: Example("/v1/agents/me", errors.AgentTokenRequired()),
    errors.UnknownToken: Example(_GAME, errors.UnknownToken()),
    errors.UnknownAgentToken: Example("/v1/agents/me", errors.UnknownAgentToken()),
    errors.UnknownOwner: Example(_GAMES, errors.UnknownOwner()),
    errors.UnknownGameOwner: Example(_GAME, errors.UnknownGameOwner()),
    errors.NotYourSeat: Example(_GAME, errors.NotYourSeat(2, [0, 1])),
    errors.NotTheHolder: Example(f"{_GAME}/seats/1", errors.NotTheHolder(1, [0])),
    errors.NotTheOwner: Example(_GAME, errors.NotTheOwner()),
    errors.HeldByAgent: Example(f"{_GAME}/give-up", errors.HeldByAgent()),
    errors.NameTaken: Example("/v1/agents", errors.NameTaken("deep-thought")),
    errors.AgentDeclines: Example(
        _GAMES,
        errors.NotInvited("deep-thought", {"seats": {1: {"agent": [errors.NotInvited("deep-thought").detail]}}}),
    ),
    errors.HouseAgent: Example("/v1/agents/me", errors.HouseAgent("greedy")),
    errors.HouseSeatsTaken: Example(_GAMES, errors.HouseSeatsTaken(64)),
    errors.AgentBusy: Example(_GAMES, errors.AgentBusy("deep-thought", 4, 8, for_creator=False)),
    errors.UnknownGame: Example(_GAME, errors.UnknownGame(_ID)),
    errors.VersionConflict: Example(_ACTIONS, errors.VersionConflict(3, 5)),
    errors.AdviceNotAllowed: Example(f"{_GAME}/advice", errors.AdviceNotAllowed()),
    errors.NoAdviser: Example(f"{_GAME}/advice", errors.NoAdviser("random")),
    errors.NoReviewer: Example(f"{_GAME}/review", errors.NoReviewer("random")),
    errors.AdviserBusy: Example(f"{_GAME}/advice", errors.AdviserBusy("planner", 200)),
    errors.UnknownAdvice: Example(f"{_GAME}/advice/{_QUESTION}", errors.UnknownAdvice(_QUESTION)),
    errors.UnknownQuestion: Example(f"/v1/agents/me/questions/{_QUESTION}", errors.UnknownQuestion(_QUESTION)),
    errors.NotYourTurn: Example(_ACTIONS, errors.NotYourTurn(0, 1)),
    errors.UnknownSeat: Example(f"{_GAME}/seats/1", errors.UnknownSeat(1, 1)),
    errors.SeatTaken: Example(f"{_GAME}/seats/1", errors.SeatTaken(1, [2])),
    errors.GameNotStarted: Example(_ACTIONS, errors.GameNotStarted([2])),
    errors.SignalsClosed: Example(f"{_GAME}/signals", errors.SignalsClosed()),
    errors.IdempotencyKeyReused: Example(_GAMES, errors.IdempotencyKeyReused()),
    errors.IdempotencyKeyInUse: Example(_GAMES, errors.IdempotencyKeyInUse()),
    errors.RateLimited: Example(_GAMES, errors.RateLimited(120, 60, 42)),
    errors.Busy: Example(_GAMES, errors.Busy()),
    errors.Overloaded: Example(_GAME, errors.Overloaded()),
    errors.TooManyWaiting: Example(_GAME, errors.TooManyWaiting(224)),
    errors.StoreFull: Example(_GAMES, errors.StoreFull()),
    errors.GameStarted: Example(_GAME, errors.GameStarted()),
    errors.GameCancelled: Example(f"{_GAME}/record", errors.GameCancelled()),
    errors.TooManyChanges: Example(f"{_GAME}/seats/1", errors.TooManyChanges(1, 50)),
    errors.GameNotOver: Example(f"{_GAME}/record", errors.GameNotOver()),
    errors.DealNotTold: Example(f"{_GAME}/record", errors.DealNotTold("2026-11-24T00:00:00.000Z")),
    errors.StandInNotAllowed: Example(f"{_GAME}/seats/0/stand-in", errors.StandInNotAllowed()),
    regicide.GameOver: Example(_ACTIONS, regicide.GameOver(regicide.Message("the game is over"))),
    regicide.MalformedAction: Example(_ACTIONS, _error_of(lambda: regicide.Action.parse("8 of diamonds"))),
    regicide.IllegalAction: Example(_ACTIONS, _error_of(_illegal_action)),
    errors.InvalidParameter: Example(_GAMES, errors.InvalidParameter("limit", INTEGER_FAULT)),
    errors.InvalidMember: Example(
        f"{_GAME}/advice",
        errors.InvalidMember("seat", regicide.Message("required for a finished game: the seat that was to act")),
    ),
    ValidationError: Example(
        _GAMES, _error_of(lambda: schemas.CreateGameRequest().load({"players": "2", "seets": []}))
    ),
    RedisError: Example(_GAME, RedisError()),
    NotFound: Example("/v1/game", NotFound()),
    MethodNotAllowed: Example(_GAME, MethodNotAllowed(["DELETE", "GET", "HEAD", "OPTIONS"])),
    RequestEntityTooLarge: Example(_GAMES, RequestEntityTooLarge("the body exceeds 65536 bytes")),
    UnsupportedMediaType: Example(
        _GAMES, UnsupportedMediaType("expected JSON with the header Content-Type: application/json")
    ),
    InternalServerError: Example(_GAME, InternalServerError()),
    HTTPException: Example(_GAME, BadRequest()),
}
"""An example of each error class."""


def example_of(problem: Problem) -> Example | None:
    """The example of the first error class with this problem, if there is one."""
    kind = next(kind for kind, listed in PROBLEMS.items() if listed is problem)
    return EXAMPLES.get(kind)
