"""Every problem that the server answers with, in one table: RFC 9457 `application/problem+json`.

The same table makes the answers, the pages at `/problems/{code}` and the responses in the OpenAPI document.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from marshmallow import ValidationError
from redis.exceptions import RedisError
from werkzeug.exceptions import (
    HTTPException,
    InternalServerError,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
    UnsupportedMediaType,
)

import regicide
from regicide_api.core import errors

MEDIA_TYPE: Final = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Problem:
    """A kind of problem: its code, status, title, and what to do about it, for the page that describes it."""

    code: str
    status: int
    title: str
    advice: str

    @property
    def title_key(self) -> str:
        """What catalogues know the title by."""
        return f"problem.{self.code}.title"

    @property
    def advice_key(self) -> str:
        """What catalogues know the advice by."""
        return f"problem.{self.code}.advice"


OVERLOADED: Final = Problem(
    "overloaded",
    503,
    "The server has too much to do",
    "Look without waiting, or send the request again after as many seconds as Retry-After says.",
)

INVALID_REQUEST: Final = Problem(
    "invalid-request",
    422,
    "The request does not fit its schema",
    "`errors` names each place in the body by an RFC 6901 pointer, or the parameter, and what is wrong there.",
)

PROBLEMS: Final[dict[type[Exception], Problem]] = {
    errors.MalformedBody: Problem(
        "malformed-json",
        400,
        "The body is not a JSON object",
        "Send one JSON object (RFC 8259) in UTF-8, each member once.",
    ),
    errors.TokenRequired: Problem(
        "token-required",
        401,
        "A token is required",
        "Send the token of the seat, which came with the answer that gave you the seat: Authorization: Bearer TOKEN.",
    ),
    errors.UnknownToken: Problem(
        "unknown-token",
        401,
        "The token is unknown",
        "A seat's token is good for its own game alone. Check that token and game belong together.",
    ),
    errors.NotYourSeat: Problem(
        "not-your-seat",
        403,
        "The seat is not yours",
        "`seats` lists the seats of this game that are yours; leave `seat` out to act from the one whose turn it is.",
    ),
    errors.NameTaken: Problem(
        "name-taken",
        409,
        "The name is taken",
        "Choose another name. If the agent is yours, use the token that you got when you registered it.",
    ),
    errors.UnknownGame: Problem(
        "unknown-game",
        404,
        "There is no such game",
        "Check the id. A game that nobody has touched for a long time expires.",
    ),
    errors.VersionConflict: Problem(
        "version-conflict",
        409,
        "The game has moved on",
        "Get the view again, and choose from its legal actions. `version` is the game's version now.",
    ),
    errors.NotYourTurn: Problem(
        "not-your-turn",
        409,
        "It is another seat's turn",
        "Wait until `turn` in your view is your own seat.",
    ),
    regicide.GameOver: Problem(
        "game-over",
        409,
        "The game is over",
        "Nothing can be done in a game that has ended; its record can be had.",
    ),
    errors.GameNotStarted: Problem(
        "game-not-started",
        409,
        "The game has not started",
        "It starts when every seat is held. `open_seats` lists those that anyone can take.",
    ),
    errors.GameNotOver: Problem(
        "game-not-over",
        409,
        "The game is not over",
        "Its record holds every secret of the game, and a rematch follows it: both can be had when it has ended.",
    ),
    errors.UnknownSeat: Problem(
        "unknown-seat",
        404,
        "There is no such seat",
        "The seats of a game of n are 0 to n - 1.",
    ),
    errors.SeatTaken: Problem(
        "seat-taken",
        409,
        "The seat is taken",
        "`open_seats` lists those that anyone can take.",
    ),
    errors.SignalsClosed: Problem(
        "signals-closed",
        409,
        "Nothing may be signalled now",
        "Players may only say whether they would like to go next, and only until a jester's player has chosen.",
    ),
    errors.IdempotencyKeyReused: Problem(
        "idempotency-key-reused",
        422,
        "The Idempotency-Key belongs to another request",
        "A key stands for one request and its repeats. Make a new one, such as a UUID, for each new request.",
    ),
    errors.IdempotencyKeyInUse: Problem(
        "idempotency-key-in-use",
        409,
        "The first request with this Idempotency-Key is not answered yet",
        "Send the same request again after a moment; it gets the first one's answer.",
    ),
    errors.Busy: OVERLOADED,
    errors.Overloaded: OVERLOADED,
    regicide.MalformedAction: Problem(
        "malformed-action",
        422,
        "The text is no action",
        "Write a play as 8D or AC+8D, a discard as -5C-7H, or yield, flip, or >2 to appoint seat 2.",
    ),
    regicide.IllegalAction: Problem(
        "illegal-action",
        422,
        "The rules do not allow this action",
        "`reason` and `rule` say why; `legal_actions` lists all that may be done.",
    ),
    ValidationError: INVALID_REQUEST,
    errors.InvalidParameter: INVALID_REQUEST,
    errors.RateLimited: Problem(
        "rate-limited",
        429,
        "Too many requests",
        "Wait as many seconds as Retry-After says; RateLimit tells how much is left. Actions and looks have no limit.",
    ),
    RedisError: Problem(
        "store-unavailable",
        503,
        "The store does not answer",
        "Send the same request again after a moment. An action is applied at most once, however often it is sent.",
    ),
    NotFound: Problem(
        "not-found",
        404,
        "There is nothing at this path",
        "The paths are listed in the OpenAPI document.",
    ),
    MethodNotAllowed: Problem(
        "method-not-allowed",
        405,
        "The method does not go with this path",
        "The header Allow lists the methods that do.",
    ),
    RequestEntityTooLarge: Problem(
        "content-too-large",
        413,
        "The body is too large",
        "No request of this API needs more than 16 KiB.",
    ),
    UnsupportedMediaType: Problem(
        "unsupported-media-type",
        415,
        "The body is not said to be JSON",
        "Send Content-Type: application/json.",
    ),
    InternalServerError: Problem(
        "internal-error",
        500,
        "The server failed",
        "This is a fault of the server's. An action may be sent again: it is applied at most once.",
    ),
    HTTPException: Problem(
        "http-error",
        400,
        "The request was refused",
        "The status and `detail` say what was wrong.",
    ),
}
"""The problem of each error. The first entry that an error is an instance of counts."""


def problem_of(error: Exception) -> Problem:
    """The problem that an error is answered with."""
    return next(problem for kind, problem in PROBLEMS.items() if isinstance(error, kind))
