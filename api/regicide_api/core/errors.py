"""Errors of the API, one class for each cause, with all that is said about each problem, except its HTTP status.

This module has the errors of requests, their senders, what they are about, and of actions; `core.refusals` has the
others. A class with a `title` is a problem. Its code is the name of the class, `name-taken` for NameTaken, and the
first paragraph of its docstring is its meaning for users. Its subclasses are the same problem with other messages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from inspect import getdoc
from types import MappingProxyType, ModuleType
from typing import Any, ClassVar, Final, NamedTuple, dataclass_transform

from regicide import Message

MAX_QUOTED: Final = 64

ID: Final = "0f3c9a5be2d1874c6e20"
QUESTION: Final = "91c04be2d1874c6e20aa-planner"
GAMES: Final = "/v1/games"
GAME: Final = f"{GAMES}/{ID}"
ACTIONS: Final = f"{GAME}/actions"
"""The paths and ids of the examples."""


def code_of(name: str) -> str:
    """The name of a class as a code: `name-taken` for NameTaken."""
    return re.sub(r"\B(?=[A-Z])", "-", name).lower()


def published_text(kind: type) -> str:
    """The first paragraph of the docstring of a class, in one line."""
    return " ".join(str(getdoc(kind)).partition("\n\n")[0].split())


def quoted(text: str) -> str:
    """A text of the client as messages quote it: a long one without its end."""
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"


def member(description: str) -> Any:
    """A field that is a member of the problem document."""
    return field(metadata={"description": description})


class Errors(NamedTuple):
    """The member `errors` of a problem document, beside which `further_errors` counts others, unless it `is_single`."""

    description: str
    required: bool = False
    is_single: bool = False


@dataclass_transform(field_specifiers=(member, field))
class ApiError(Exception):
    """The base class; its subclasses are dataclasses of the values of the error.

    `text` is the template of the message, or as a field the message; without one the advice is shown. `faults` are
    messages by their place in the body, nested as the body is; `parameter` is the one at fault. Clients may repeat the
    request after `retry_after` seconds. `example` has the path of a request that gets the error, and its values.
    """

    code: ClassVar[str]
    meaning: ClassVar[str]
    title: str
    advice: str
    text: str
    faults: Mapping[Any, Any] | None = None
    parameter: str | None = None
    retry_after: int = 0
    errors: Errors | None = None
    example: tuple[str, Mapping[str, Any]] = (GAME, MappingProxyType({}))

    def __init_subclass__(cls) -> None:
        """Make the subclass a dataclass; one with a title is a problem, with a code and a meaning."""
        dataclass(eq=False, repr=False)(cls)
        if "title" in vars(cls):
            cls.code, cls.meaning = code_of(cls.__name__), published_text(cls)

    def __str__(self) -> str:
        """The message."""
        return self.detail

    @property
    def detail(self) -> str:
        """The message: the template with the values of the error."""
        return self.text if "text" in vars(self) else Message(self.text, **vars(self))

    @classmethod
    def members(cls) -> dict[str, str]:
        """The descriptions of the members of the problem document beside the common ones and `errors`."""
        return {each.name: each.metadata["description"] for each in fields(cls) if each.metadata}  # type: ignore[arg-type] # its subclasses are dataclasses


def problems_in(*modules: ModuleType) -> tuple[type[ApiError], ...]:
    """The problems that modules define, in order."""
    kinds = (kind for module in modules for kind in vars(module).values())
    return tuple(
        kind for kind in kinds if isinstance(kind, type) and issubclass(kind, ApiError) and "title" in vars(kind)
    )


class Malformed(ApiError):
    """The request cannot be read."""


class Unauthenticated(ApiError):
    """The sender is unknown."""


class Forbidden(ApiError):
    """The sender may not do this."""


class Missing(ApiError):
    """The subject of the request does not exist."""


class Conflict(ApiError):
    """The state of the subject does not permit this now."""


class Invalid(ApiError):
    """The request is readable, and its content is wrong."""


class Excess(ApiError):
    """The client does this too often, or too many times at once."""


class Unavailable(ApiError):
    """The server, or an agent, has no capacity for this now."""


class MalformedJson(Malformed):
    """The body is not valid JSON, not an object, nested too deep, or has a duplicate member."""

    text: str
    title = "The body is not a JSON object"
    advice = "Send one JSON object (RFC 8259) in UTF-8, without duplicate members."
    example = (GAMES, {"text": Message("expected a JSON object")})


class InvalidRequest(Invalid):
    """A member of the body, or a parameter, is missing, unknown, or has an invalid value."""

    text = ""
    title = "The request is invalid"
    advice = "`errors` lists each fault with its place: an RFC 6901 pointer into the body, or a parameter."
    errors = Errors(
        "The first faults. The names of an object's members are checked before their values; actions are replayed, and "
        "then agents looked up, only if the rest is valid.",
        required=True,
    )
    example = (GAMES, {})


class InvalidBody(InvalidRequest):
    """The body does not fit its schema, or what it is about."""

    faults: Mapping[Any, Any]


class InvalidParameter(InvalidRequest):
    """A query parameter or header has an invalid value."""

    parameter: str
    text: str
    example = (
        GAMES,
        {"parameter": "limit", "text": Message("expected an integer without a sign, of at most 10 digits")},
    )


class InvalidMember(InvalidRequest):
    """A member of the body does not fit the game."""

    name: str
    text: str
    example = (
        f"{GAME}/advice",
        {"name": "seat", "text": Message("required for a finished game: the seat that was to act")},
    )

    def __post_init__(self) -> None:
        """The fault is at the member."""
        self.faults = {self.name: [self.text]}


class TokenRequired(Unauthenticated):
    """The operation is that of a seat, an owner of games or an agent, and the request has no token."""

    text = "send the token of your seat: Authorization: Bearer …"
    title = "A token is required"
    advice = (
        "Send the token that the operation requires, of your seat, the game's owner or your agent, from the response "
        "that gave it to you: Authorization: Bearer TOKEN."
    )
    example = (ACTIONS, {})


class OwnerTokenRequired(TokenRequired):
    """The request has no token, and the operation requires an owner's."""

    text = "send the `token` of `owner` from the creation of the game: Authorization: Bearer …"
    example = ("/v1/records", {})


class AgentTokenRequired(TokenRequired):
    """The request has no token, and the operation requires an agent's."""

    text = "send the token of your agent: Authorization: Bearer …"
    example = ("/v1/agents/me", {})


class MalformedAuthorization(TokenRequired):
    """The header `Authorization` has another scheme than `Bearer`, or no token."""

    text = "expected the header Authorization: Bearer and a token"


class UnknownToken(Unauthenticated):
    """The token of the request is not that of a seat of this game, an owner or an agent, as required."""

    text = "this token is not that of an agent, and holds no seat of this game"
    title = "The token is unknown"
    advice = (
        "The token of a seat is valid only in its own game, and that of an agent until it is replaced. `detail` says "
        "which token the operation requires."
    )


class UnknownAgentToken(UnknownToken):
    """The token belongs to no agent, and has the form of an agent's, or the operation requires one."""

    text = "this token is not that of an agent: send the one from its registration, or its last"
    example = ("/v1/agents/me", {})


class UnknownOwner(UnknownToken):
    """The token owns no game, and the operation requires an owner's, or none."""

    text = (
        "this token owns no game, or is that of a further device, which lists none: expected the `token` of `owner` "
        "from an earlier creation; a creation without a token has a new owner"
    )
    example = (GAMES, {})


class UnknownGameOwner(UnknownToken):
    """The token matches neither the owner of the game, nor an agent, nor a seat of the game."""

    text = "this game has another owner: send the `token` of `owner` from its creation"
    example = (GAME, {})


class IdempotencyKeyReused(Invalid):
    """The same Idempotency-Key was sent before with a different request."""

    text = "this Idempotency-Key was sent with another request; use a new key for each request"
    title = "The Idempotency-Key belongs to another request"
    advice = "A key identifies one request and its repeats. Use a new one, such as a UUID, for each new request."
    example = (GAMES, {})


class IdempotencyKeyInUse(Conflict):
    """The response to the first request with this Idempotency-Key is not complete."""

    text = "the first request with this Idempotency-Key is in progress; retry in a moment"
    title = "The first request with this Idempotency-Key is in progress"
    advice = "Retry after a moment; the repeat gets the response of the first request."
    retry_after = 1
    example = (GAMES, {})


class StoreUnavailable(Unavailable):
    """The server cannot reach its store. Whether an action was applied is unknown."""

    text = ""
    title = "The store is unavailable"
    advice = "Retry after a moment. An action is applied at most once, even if it is sent several times."
    retry_after = 1


class VersionConflict(Conflict):
    """The game is not at the version of your request: another action was applied first, perhaps from your own seat, and
    yours was not. Or the game has not reached the version after which you ask for events: its store has lost the last
    ones.
    """

    chosen: int
    version: int = member("The current version of the game.")
    text = "the action was chosen at version {chosen}; the game is at version {version}"
    title = "The game has moved on"
    advice = (
        "Get the view again, and choose from its legal actions, or ask for the events after its version. `version` is "
        "the current version."
    )
    example = (ACTIONS, {"chosen": 3, "version": 5})


class AdviceConflict(VersionConflict):
    """Advice is asked for a version after which the game has moved on."""

    text = "advice was asked for version {chosen}; the game is at version {version}"


class EventsConflict(VersionConflict):
    """Events are asked for after a version that the game has not reached."""

    text = "events were asked for after version {chosen}; the game is at version {version}"


class NotYourTurn(Conflict):
    """The action was not applied, because another seat is to act."""

    seat: int
    turn: int = member("The seat to act.")
    text = "you hold seat {seat}; it is the turn of seat {turn}"
    title = "It is another seat's turn"
    advice = "Wait until `turn` in your view is your own seat."
    example = (ACTIONS, {"seat": 0, "turn": 1})


class NotYourSeat(Forbidden):
    """The token is valid, but it does not belong to this seat."""

    wanted: int | None
    seats: list[int] = member("Your seats.")
    title = "The seat is not yours"
    advice = "`seats` lists your seats in this game; omit `seat` to act from the one whose turn it is."
    example = (GAME, {"wanted": 2, "seats": [0, 1]})

    @property
    def detail(self) -> Message:
        """The seat, or the game, and the sender's seats."""
        wish = Message("this game") if self.wanted is None else Message("seat {seat}", seat=self.wanted)
        if not self.seats:
            return Message("{wish} is not yours to play: you hold no seat of this game", wish=wish)
        yours = ", ".join(map(str, self.seats))
        return Message("{wish} is not yours to play: your seats are {yours}", wish=wish, yours=yours)


class NotTheHolder(NotYourSeat):
    """The operation is available to the holder of the seat alone."""

    example = (f"{GAME}/seats/1", {"wanted": 1, "seats": [0]})

    @property
    def detail(self) -> Message:
        """The seat, and the sender's seats."""
        if not self.seats:
            return Message("you do not hold seat {seat}, nor any other seat of this game", seat=self.wanted)
        seat, yours = self.wanted, ", ".join(map(str, self.seats))
        return Message("you do not hold seat {seat}; the seats that you hold are {yours}", seat=seat, yours=yours)


class MalformedAction(Invalid):
    """The text is not an action of any game: a syntax error, or a card that does not exist."""

    text: str
    title = "The text is not an action"
    advice = "Write a play as 8D or AC+8D, a discard as -5C-7H, or yield, flip, or >2 to appoint seat 2."
    example = (ACTIONS, {})


class IllegalAction(Invalid):
    """The text is an action, but the rules do not allow it now. The game has not changed."""

    text: str
    reason: str = member("The reason.")
    rule: str = member("The rule.")
    legal_actions: list[str] = member("All legal actions.")
    title = "The rules do not allow this action"
    advice = "`reason` and `rule` explain it; `legal_actions` lists the legal actions."
    example = (ACTIONS, {})


class UnknownGame(Missing):
    """A game with this id has never existed, or has expired."""

    game_id: str
    text = "there is no game {game_id!r}; it may have expired"
    title = "The game does not exist"
    advice = "Check the id. A game expires after a long time without actions."
    example = (GAME, {"game_id": ID})


class UnknownSeat(Missing):
    """The game does not have the seat in the path."""

    seat: int
    last: int
    text = "there is no seat {seat}: the seats are 0 to {last}"
    title = "The seat does not exist"
    advice = "A game of n players has the seats 0 to n - 1."
    example = (f"{GAME}/seats/1", {"seat": 1, "last": 0})


class NotTheOwner(Forbidden):
    """The operation manages the game, and the token of the request is not that of the game's owner."""

    text = "this game has another owner: send the `token` of `owner` from its creation"
    title = "The game has another owner"
    advice = "Send the `token` of `owner` from the response that created the game."


class HeldByAgent(Forbidden):
    """Only people give up a game, hand over their seat, or replace its token."""

    text = "an agent holds the seat; this is possible only for seats held by people"
    title = "An agent holds the seat"
    advice = "Send the token of a seat that a person holds. An agent gets a new token at /v1/agents/me/token."
    example = (f"{GAME}/give-up", {})
