"""The registry of problems (RFC 9457, `application/problem+json`): error class -> code, status, title, advice, headers.

From it come the responses, the pages at `/problems/{code}` and the error responses in the OpenAPI document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

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


Headers: TypeAlias = Mapping[str, str]


def _no_headers(_: Any) -> Headers:
    return {}


def _retry_after(seconds: int) -> Callable[[Any], Headers]:
    """Clients may send the request again after this time."""
    headers = {"Retry-After": str(seconds)}
    return lambda _: headers


def _authenticate(challenge: str) -> Callable[[Any], Headers]:
    """A challenge of RFC 6750."""
    headers = {"WWW-Authenticate": challenge}
    return lambda _: headers


def _http_headers(error: HTTPException) -> Headers:
    """The headers of werkzeug's errors, such as `Allow`, except for those that describe its HTML body."""
    return {name: text for name, text in error.get_headers() if name != "Content-Type"}


@dataclass(frozen=True, slots=True)
class Problem:
    """A kind of problem.

    `advice` is what to do about it, for its page. `headers` makes the response's headers from the error's values.
    """

    code: str
    status: int
    title: str
    advice: str
    headers: Callable[[Any], Headers] = _no_headers

    @property
    def uri(self) -> str:
        """The `type` of the problem: the path of its page."""
        return f"/problems/{self.code}"

    @property
    def title_key(self) -> str:
        """The key of the title in the catalogues."""
        return f"problem.{self.code}.title"

    @property
    def advice_key(self) -> str:
        """The key of the advice in the catalogues."""
        return f"problem.{self.code}.advice"


OVERLOADED: Final = Problem(
    "overloaded",
    503,
    "The server has too much to do",
    "Look without waiting, or send the request again after as many seconds as Retry-After says.",
    _retry_after(5),
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
        _authenticate('Bearer realm="regicide"'),
    ),
    errors.UnknownToken: Problem(
        "unknown-token",
        401,
        "The token is unknown",
        "A seat's token is good for its own game alone. Check that token and game belong together.",
        _authenticate('Bearer realm="regicide", error="invalid_token"'),
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
        _retry_after(1),
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
        lambda error: {"Retry-After": str(error.reset_s)},
    ),
    RedisError: Problem(
        "store-unavailable",
        503,
        "The store does not answer",
        "Send the same request again after a moment. An action is applied at most once, however often it is sent.",
        _retry_after(1),
    ),
    NotFound: Problem(
        "not-found",
        404,
        "There is nothing at this path",
        "The paths are listed in the OpenAPI document.",
        _http_headers,
    ),
    MethodNotAllowed: Problem(
        "method-not-allowed",
        405,
        "The method does not go with this path",
        "The header Allow lists the methods that do.",
        _http_headers,
    ),
    RequestEntityTooLarge: Problem(
        "content-too-large",
        413,
        "The body is too large",
        "No request of this API needs more than 16 KiB.",
        _http_headers,
    ),
    UnsupportedMediaType: Problem(
        "unsupported-media-type",
        415,
        "The body is not said to be JSON",
        "Send Content-Type: application/json.",
        _http_headers,
    ),
    InternalServerError: Problem(
        "internal-error",
        500,
        "The server failed",
        "This is a fault of the server's. An action may be sent again: it is applied at most once.",
        _http_headers,
    ),
    HTTPException: Problem(
        "http-error",
        400,
        "The request was refused",
        "The status and `detail` say what was wrong.",
        _http_headers,
    ),
}
"""The problem of each error class; of those that match an error, the first one."""


def problem_of(error: Exception) -> Problem:
    """The problem of an error."""
    return next(problem for kind, problem in PROBLEMS.items() if isinstance(error, kind))
