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

PROBLEM_MEDIA_TYPE: Final = "application/problem+json"


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
    """The headers of werkzeug's errors, such as `Allow`, except headers of its HTML body."""
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
    "The server is overloaded",
    "Request without waiting, or retry after the seconds in Retry-After.",
    _retry_after(5),
)

INVALID_REQUEST: Final = Problem(
    "invalid-request",
    422,
    "The request is invalid",
    "`errors` lists each fault with its place: an RFC 6901 pointer into the body, or a parameter.",
)

TOKEN_REQUIRED: Final = Problem(
    "token-required",
    401,
    "A token is required",
    "Send the token that the operation requires, of your seat, the game's owner or your agent, from the response that "
    "gave it to you: Authorization: Bearer TOKEN.",
    _authenticate('Bearer realm="regicide"'),
)

UNKNOWN_TOKEN: Final = Problem(
    "unknown-token",
    401,
    "The token is unknown",
    "The token of a seat is valid only in its own game, and that of an agent until it is replaced. `detail` says which "
    "token the operation requires.",
    _authenticate('Bearer realm="regicide", error="invalid_token"'),
)

NO_ADVISER: Final = Problem(
    "no-adviser",
    422,
    "The agent gives no advice",
    "Ask an agent whose `advises` is true in the list of agents; for a review, one whose `reviews` is true.",
)

NOT_YOUR_SEAT: Final = Problem(
    "not-your-seat",
    403,
    "The seat is not yours",
    "`seats` lists your seats in this game; omit `seat` to act from the one whose turn it is.",
)

PROBLEMS: Final[dict[type[Exception], Problem]] = {
    errors.MalformedBody: Problem(
        "malformed-json",
        400,
        "The body is not a JSON object",
        "Send one JSON object (RFC 8259) in UTF-8, without duplicate members.",
    ),
    errors.TokenRequired: TOKEN_REQUIRED,
    errors.OwnerTokenRequired: TOKEN_REQUIRED,
    errors.AgentTokenRequired: TOKEN_REQUIRED,
    errors.UnknownToken: UNKNOWN_TOKEN,
    errors.UnknownAgentToken: UNKNOWN_TOKEN,
    errors.UnknownOwner: UNKNOWN_TOKEN,
    errors.UnknownGameOwner: UNKNOWN_TOKEN,
    errors.NotYourSeat: NOT_YOUR_SEAT,
    errors.NotTheHolder: NOT_YOUR_SEAT,
    errors.NotTheOwner: Problem(
        "not-the-owner",
        403,
        "The game has another owner",
        "Send the `token` of `owner` from the response that created the game.",
    ),
    errors.HeldByAgent: Problem(
        "held-by-agent",
        403,
        "An agent holds the seat",
        "Send the token of a seat that a person holds. An agent gets a new token at /v1/agents/me/token.",
    ),
    errors.NameTaken: Problem(
        "name-taken",
        409,
        "The name is taken",
        "Choose another name. If the agent is yours, use the token from its registration.",
    ),
    errors.HouseSeatsTaken: Problem(
        "house-seats-taken",
        409,
        "Too many house bots play in your games",
        "Finish one of your games with house bots, or create games with fewer of them. `limit` is the number of seats.",
    ),
    errors.AgentBusy: Problem(
        "agent-busy",
        409,
        "The agent plays in too many games",
        "Wait until one of its games ends, or choose another agent. `limit` is the number of games.",
    ),
    errors.AgentDeclines: Problem(
        "agent-declines",
        403,
        "The agent declines the seat",
        "Choose another agent, or send the `invitation` of this one with the seat. `seating` in the list of agents "
        "says who may give each of them a seat.",
    ),
    errors.HouseAgent: Problem(
        "house-agent",
        403,
        "House bots are managed by the server",
        "Register an agent of your own to choose its settings.",
    ),
    errors.UnknownGame: Problem(
        "unknown-game",
        404,
        "The game does not exist",
        "Check the id. A game expires after a long time without actions.",
    ),
    errors.VersionConflict: Problem(
        "version-conflict",
        409,
        "The game has moved on",
        "Get the view again, and choose from its legal actions. `version` is the current version.",
    ),
    errors.AdviceNotAllowed: Problem(
        "advice-not-allowed",
        403,
        "No advice may be asked",
        "Decide yourself. The creator of a game chooses by `advice` whether its seats may ask; a finished game may be "
        "studied by everyone.",
    ),
    errors.NoAdviser: NO_ADVISER,
    errors.NoReviewer: NO_ADVISER,
    errors.AdviserBusy: Problem(
        "adviser-busy",
        503,
        "Too many questions wait for the agent",
        "Ask again after the seconds in Retry-After, or ask another agent. `limit` is the number of questions.",
        _retry_after(5),
    ),
    errors.UnknownAdvice: Problem(
        "unknown-advice",
        404,
        "The advice does not exist",
        "Ask again: advice expires, and a question without an answer sooner.",
    ),
    errors.UnknownQuestion: Problem(
        "unknown-question",
        404,
        "The question does not exist",
        "Get your turns again, with `questions`: the answer is not needed any more.",
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
        "A finished game accepts no actions; its record is available.",
    ),
    errors.GameNotStarted: Problem(
        "game-not-started",
        409,
        "The game has not started",
        "It starts when all seats are taken. `open_seats` lists the open ones.",
    ),
    errors.GameStarted: Problem(
        "game-started",
        409,
        "The game has started",
        "In a running game a seat can be handed to an agent, and the game can be given up.",
    ),
    errors.GameCancelled: Problem(
        "game-cancelled",
        409,
        "The game was cancelled",
        "Create another game. A cancelled game has no result, no record and no rematch.",
    ),
    errors.TooManyChanges: Problem(
        "too-many-changes",
        409,
        "The seat has changed too often",
        "Keep the seat as it is. `limit` is the number of changes. The owner can fill an open seat with an agent.",
    ),
    errors.GameNotOver: Problem(
        "game-not-over",
        409,
        "The game is not over",
        "The record contains the secrets of the game, and a rematch follows it: both are available after its end.",
    ),
    errors.DealNotTold: Problem(
        "deal-not-told",
        409,
        "The deal is not told yet",
        "The deal of a day is secret until the day (UTC) is over. `told_at` is the time of its end; then the game has "
        "its seed, its record, its review and advice, as every finished game.",
    ),
    errors.StandInNotAllowed: Problem(
        "stand-in-not-allowed",
        409,
        "No agent may stand in",
        "Play on yourself, or give the game up. A game with the deal of a day has no stand-ins, as it has no advice.",
    ),
    errors.UnknownSeat: Problem(
        "unknown-seat",
        404,
        "The seat does not exist",
        "A game of n players has the seats 0 to n - 1.",
    ),
    errors.SeatTaken: Problem(
        "seat-taken",
        409,
        "The seat is taken",
        "`open_seats` lists the open ones.",
    ),
    errors.SignalsClosed: Problem(
        "signals-closed",
        409,
        "Signals are not allowed now",
        "Players may signal whether they want to go next, until the player of a jester has chosen.",
    ),
    errors.IdempotencyKeyReused: Problem(
        "idempotency-key-reused",
        422,
        "The Idempotency-Key belongs to another request",
        "A key identifies one request and its repeats. Use a new one, such as a UUID, for each new request.",
    ),
    errors.IdempotencyKeyInUse: Problem(
        "idempotency-key-in-use",
        409,
        "The first request with this Idempotency-Key is in progress",
        "Retry after a moment; the repeat gets the response of the first request.",
        _retry_after(1),
    ),
    errors.Busy: OVERLOADED,
    errors.Overloaded: OVERLOADED,
    errors.TooManyWaiting: Problem(
        "too-many-waiting",
        429,
        "Too many requests of one address are waiting",
        "Close streams and long polls that you do not need, request without waiting, or retry after the seconds in "
        "Retry-After. An agent gets all of its turns from one long poll.",
        _retry_after(5),
    ),
    errors.StoreFull: Problem(
        "store-full",
        503,
        "The store has no room for anything new",
        "Play the games that exist, and retry after the seconds in Retry-After: room is left for them, and old games "
        "expire.",
        _retry_after(60),
    ),
    regicide.MalformedAction: Problem(
        "malformed-action",
        422,
        "The text is not an action",
        "Write a play as 8D or AC+8D, a discard as -5C-7H, or yield, flip, or >2 to appoint seat 2.",
    ),
    regicide.IllegalAction: Problem(
        "illegal-action",
        422,
        "The rules do not allow this action",
        "`reason` and `rule` explain it; `legal_actions` lists the legal actions.",
    ),
    ValidationError: INVALID_REQUEST,
    errors.InvalidParameter: INVALID_REQUEST,
    errors.InvalidMember: INVALID_REQUEST,
    errors.RateLimited: Problem(
        "rate-limited",
        429,
        "Too many requests",
        "Wait the seconds in Retry-After; RateLimit shows the remaining requests. Actions and views have no limit.",
        lambda error: {"Retry-After": str(error.reset_s)},
    ),
    RedisError: Problem(
        "store-unavailable",
        503,
        "The store is unavailable",
        "Retry after a moment. An action is applied at most once, even if it is sent several times.",
        _retry_after(1),
    ),
    NotFound: Problem(
        "not-found",
        404,
        "The path does not exist",
        "The OpenAPI document lists the paths.",
        _http_headers,
    ),
    MethodNotAllowed: Problem(
        "method-not-allowed",
        405,
        "The method is not supported at this path",
        "The header Allow lists the supported methods.",
        _http_headers,
    ),
    RequestEntityTooLarge: Problem(
        "content-too-large",
        413,
        "The body is too large",
        "The limit is 64 KiB.",
        _http_headers,
    ),
    UnsupportedMediaType: Problem(
        "unsupported-media-type",
        415,
        "The body is not declared as JSON",
        "Send Content-Type: application/json.",
        _http_headers,
    ),
    InternalServerError: Problem(
        "internal-error",
        500,
        "The server failed",
        "This is an error in the server. An action can be sent again: it is applied at most once.",
        _http_headers,
    ),
    HTTPException: Problem(
        "http-error",
        400,
        "The request was rejected",
        "The status and `detail` describe the reason.",
        _http_headers,
    ),
}
"""The problem of each error class. The first one that matches an error counts."""


def problem_of(error: Exception) -> Problem:
    """The problem of an error."""
    return next(problem for kind, problem in PROBLEMS.items() if isinstance(error, kind))
