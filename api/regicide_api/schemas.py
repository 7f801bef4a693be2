"""The schemas of requests and answers. Requests are closed and strict; answers are open, they may gain members.

Requests are loaded with these. Answers are only documented by them; that they fit is proved by the tests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from marshmallow import INCLUDE, RAISE, Schema, ValidationError, validates_schema
from marshmallow.validate import Equal, Length, OneOf, Range
from webargs import fields

import regicide
from regicide.cards import SUITS
from regicide.legality import Why
from regicide.outcome import GRADES, Reason
from regicide.rulebook import Phase
from regicide_api import names
from regicide_api.conditional import LONGEST_WAIT
from regicide_api.event import EventType
from regicide_api.index import GROUPS, NAME_PATTERN
from regicide_api.query import WholeNumber
from regicide_api.table import SeedOrigin, Signal, Status

MOST_PLAYERS: Final = 4
LARGEST_VERSION: Final = 2**31 - 1
LONGEST_PAGE: Final = 100
LONGEST_KEY: Final = 255
KEY_PATTERN: Final = "^[!-~](?:[ -~]*[!-~])?$"

_CARD: Final = f"(?:(?:A|[2-9]|10|J|Q|K)[{''.join(SUITS)}]|X[12])"
CARD_PATTERN: Final = f"^{_CARD}$"
ACTION_PATTERN: Final = rf"^(?:{_CARD}(?:\+{_CARD})*|(?:-{_CARD})+|yield|flip|>(?:0|[1-9][0-9]?))$"
SEED_PATTERN: Final = r"^[\x21-\x7e]{1,128}$"
HASH_PATTERN: Final = "^[0-9a-f]{64}$"

_ANY_TEXT: Final[Mapping[str, str]] = {}
_NAME: Final = {"minLength": 1, "maxLength": names.LONGEST, "pattern": names.PATTERN}
_DATE_TIME: Final = {"format": "date-time"}
_URI_REFERENCE: Final = {"format": "uri-reference"}

EFFECTS: Final = (
    *("heal", "draw", "shield", "damage", "defeat", "reveal"),
    *("strike", "discard", "cancel-immunity", "turn", "over"),
)


class RequestSchema(Schema):
    """What a client sends: nothing but what is asked for.

    `KEYWORDS` are what the document says of the schema beside what its fields say.
    """

    KEYWORDS: ClassVar[dict[str, Any]] = {}

    class Meta:
        unknown = RAISE


class AnswerSchema(Schema):
    """What the server sends: clients are to pass over members that they do not know."""

    class Meta:
        unknown = INCLUDE


def _integer(least: int, most: int, description: str, **options: Any) -> fields.Integer:
    metadata = {"description": description}
    return fields.Integer(strict=True, validate=Range(least, most), metadata=metadata, **options)


def _text(description: str, shape: Mapping[str, str] = _ANY_TEXT, **options: Any) -> fields.String:
    return fields.String(metadata={"description": description, **shape}, **options)


def _card(description: str, **options: Any) -> fields.String:
    return _text(description, {"pattern": CARD_PATTERN}, **options)


def _cards(description: str, **options: Any) -> fields.List[str]:
    return fields.List(_card("A card."), metadata={"description": description}, **options)


def _seat(description: str, **options: Any) -> fields.Integer:
    return _integer(0, MOST_PLAYERS - 1, description, **options)


def _action(description: str, **options: Any) -> fields.String:
    return _text(description, {"pattern": ACTION_PATTERN}, **options)


def _time(description: str) -> fields.String:
    return _text(description, _DATE_TIME, required=True)


def _check_seed(seed: str) -> None:
    try:
        regicide.check_seed(seed)
    except regicide.MalformedSeed as error:
        raise ValidationError(str(error)) from error


class Name(fields.String):
    """The name of a player, brought into normal form."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> str:
        name = names.normal(super()._deserialize(value, attr, data, **options))
        if fault := names.fault_of(name):
            raise ValidationError(fault)
        return name


class YesOrNo(fields.Boolean):
    """true or false, and nothing that might be taken for one of them."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **options)


# Requests


class SeatWish(RequestSchema):
    """A seat at a new game: held by whoever creates it, under a name, or open to anyone."""

    KEYWORDS: ClassVar = {"minProperties": 1, "maxProperties": 1}

    name = Name(metadata={"description": "Who sits there.", **_NAME})
    open = YesOrNo(validate=Equal(True), metadata={"description": "true: anyone can take the seat.", "enum": [True]})

    @validates_schema
    def _check_one(self, wish: dict[str, Any], **_: object) -> None:
        if len(wish) != 1:
            raise ValidationError('a seat has a name, or is open: {"name": …} or {"open": true}')


class GameWish(RequestSchema):
    """A game to be created."""

    players = _integer(1, MOST_PLAYERS, "How many play.", required=True)
    seats = fields.List(
        fields.Nested(SeatWish),
        metadata={"description": "One for each player. All seats are held by the creator, without names, if left out."},
    )
    seed = _text(
        "Makes the deal; all are told that the creator chose it. The server makes a secret one if left out.",
        {"pattern": SEED_PATTERN},
        validate=_check_seed,
    )
    first_player = _seat("The seat that begins.", load_default=0)
    listed = YesOrNo(
        load_default=False,
        metadata={"description": "Whether the game is in the list of games, for all to see."},
    )

    @validates_schema
    def _check_seats(self, wish: dict[str, Any], **_: object) -> None:
        players = wish["players"]
        if len(wish.get("seats", range(players))) != players:
            raise ValidationError(f"a game of {players} has {players} seats", "seats")
        if wish["first_player"] >= players:
            raise ValidationError(f"the seats are 0 to {players - 1}", "first_player")


class SeatTaking(RequestSchema):
    """Who takes a seat."""

    name = Name(required=True, metadata={"description": "Who sits there.", **_NAME})


class SignalWish(RequestSchema):
    """What a seat signals."""

    signal = _text("Whether you would like to go next.", required=True, validate=OneOf([*Signal]))


class ActionProposal(RequestSchema):
    """An action, and the version of the view that it was chosen in."""

    version = _integer(1, LARGEST_VERSION, "The version of the view that the action was chosen in.", required=True)
    action = _action("The action, one of the view's legal actions; cards in any order.", required=True)


def _check_cursor(cursor: str) -> None:
    if not re.fullmatch(NAME_PATTERN.strip("^$"), cursor):
        raise ValidationError("take the cursor from the `next` of the page before")


# Queries


class ViewQuery(RequestSchema):
    """How to look at a game."""

    wait = WholeNumber(
        validate=Range(0, LONGEST_WAIT),
        metadata={"description": "Seconds to wait for a change, with `If-None-Match`; as `Prefer: wait=N` does."},
    )


class GamesQuery(RequestSchema):
    """Which games to list."""

    status = fields.DelimitedList(
        fields.String(validate=OneOf(sorted(set(GROUPS.values())))),
        validate=Length(min=1),
        metadata={"description": "Only games of these: waiting, active, over."},
    )
    limit = WholeNumber(
        load_default=20, validate=Range(1, LONGEST_PAGE), metadata={"description": "How many games at the most."}
    )
    cursor = fields.String(
        validate=_check_cursor,
        metadata={"description": "Where to go on: the `next` of the page before.", "pattern": NAME_PATTERN},
    )


class EventsQuery(RequestSchema):
    """Which events to tell."""

    after = WholeNumber(
        load_default=1,
        validate=Range(0, LARGEST_VERSION),
        metadata={"description": "The version that you know: the events since then are told."},
    )
    limit = WholeNumber(
        load_default=LONGEST_PAGE,
        validate=Range(1, LONGEST_PAGE),
        metadata={"description": "How many events at the most."},
    )


# Headers


def _header(name: str, description: str, shape: Mapping[str, Any] = _ANY_TEXT) -> fields.String:
    return fields.String(data_key=name, metadata={"description": description, **shape})


class CreationHeaders(Schema):
    """The headers of a request that creates something."""

    idempotency_key = _header(
        "Idempotency-Key",
        "Makes it safe to send the request again: for a day it gets the same answer. Best a UUID.",
        {"minLength": 1, "maxLength": LONGEST_KEY, "pattern": KEY_PATTERN},
    )


class WaitHeaders(Schema):
    """The headers of a request that may wait for a change."""

    if_none_match = _header("If-None-Match", "The ETag that you have: 304 if there is nothing new (RFC 9110).")
    prefer = _header("Prefer", "`wait=N`: wait up to N seconds, 60 at the most, for something new (RFC 7240).")


class StreamHeaders(Schema):
    """The headers of a request for a stream."""

    last_event_id = _header(
        "Last-Event-ID", "In a stream: the id of the event that you had last.", {"pattern": "^[0-9]{1,10}$"}
    )


# Answers


class EnemyView(AnswerSchema):
    """The current enemy."""

    card = _card("Its card.", required=True)
    attack = _integer(10, 20, "What it strikes for without shields.", required=True)
    health = _integer(20, 40, "The damage that defeats it.", required=True)
    damage = _integer(0, 39, "The damage that it has taken.", required=True)
    shield = _integer(0, 200, "The spades that count against it now.", required=True)
    strikes_for = _integer(0, 20, "What is left of its attack.", required=True)
    immunity_cancelled = fields.Boolean(
        required=True, metadata={"description": "Whether a jester has cancelled its immunity to its own suit."}
    )


class SeatView(AnswerSchema):
    """What all may know of a seat."""

    seat = _seat("The number of the seat.", required=True)
    name = _text("Who sits there; null if nobody does, or gave no name.", required=True, allow_none=True)
    agent = _text("The agent that the seat is given to.", required=True, allow_none=True)
    held = fields.Boolean(required=True, metadata={"description": "Whether somebody holds the seat."})
    hand_size = _integer(0, 8, "How many cards are held there.", required=True)
    yielded = fields.Boolean(required=True, metadata={"description": "Whether its last turn was a yield."})
    signal = _text("What the seat signals.", required=True, allow_none=True, validate=OneOf([*Signal]))


class Result(AnswerSchema):
    """How a game ended."""

    outcome = _text("Won or lost, by all together.", required=True, validate=OneOf(["won", "lost"]))
    reason = _text("Why the game ended.", required=True, validate=OneOf([*Reason]))
    seat = _seat("Who defeated the last king, or could not go on.", required=True)
    defeated = _integer(0, 12, "How many enemies fell.", required=True)
    grade = _text("What a solo win is worth.", required=True, allow_none=True, validate=OneOf([*GRADES.values()]))


class GameView(AnswerSchema):
    """A game as one seat, or a spectator, may know it."""

    id = _text("The game.", required=True)
    version = _integer(1, LARGEST_VERSION, "Rises by one with every event of the game.", required=True)
    status = _text("How the game stands.", required=True, validate=OneOf([*Status]))
    phase = _text("What the player to act has to do.", required=True, validate=OneOf([*Phase]))
    players = _integer(1, MOST_PLAYERS, "How many play.", required=True)
    you = _seat("Your seat; null for a spectator.", required=True, allow_none=True)
    turn = _seat("The seat to act; null when the game is over or has not started.", required=True, allow_none=True)
    enemy = fields.Nested(EnemyView, required=True, allow_none=True)
    castle_size = _integer(0, 12, "The castle deck; its top card is the current enemy.", required=True)
    tavern_size = _integer(0, 54, "The tavern deck.", required=True)
    tavern_top = _cards("What everyone knows to lie on top of the tavern, the uppermost first.", required=True)
    discard = _cards("The discard pile, which lies face up.", required=True)
    played = fields.List(
        _cards("The cards of one play."),
        required=True,
        metadata={"description": "The plays against the current enemy, the first one first."},
    )
    seats = fields.List(fields.Nested(SeatView), required=True, metadata={"description": "All seats in order."})
    hand = _cards("Your hand; null for a spectator, and before the game starts.", required=True, allow_none=True)
    flips_left = _integer(0, 2, "The solo jesters that can still be flipped.", required=True)
    defeated = _integer(0, 12, "How many enemies have fallen.", required=True)
    legal_actions = fields.List(
        _action("An action."),
        required=True,
        metadata={"description": "Every legal action when it is your turn, all sets that cover the damage included."},
    )
    result = fields.Nested(Result, required=True, allow_none=True)
    commitment = _text("Binds the server to the seed: SHA-256.", {"pattern": HASH_PATTERN}, required=True)
    seed = _text("The seed of the deal, when the game is over.", required=True, allow_none=True)
    seed_origin = _text("Who chose the seed.", required=True, validate=OneOf([*SeedOrigin]))
    deadline = _text("When the turn ends by itself.", _DATE_TIME, required=True, allow_none=True)
    created_at = _time("When the game was created.")
    updated_at = _time("When the game last changed.")


class SeatToken(AnswerSchema):
    """A seat and the token that holds it."""

    seat = _seat("The number of the seat.", required=True)
    token = _text("Send it as `Authorization: Bearer …`. It is not kept and cannot be had again.", required=True)


class CreatedGame(AnswerSchema):
    """A new game, and a token for each seat that you hold."""

    game = fields.Nested(GameView, required=True)
    seats = fields.List(fields.Nested(SeatToken), required=True, metadata={"description": "The seats that you hold."})


class Effect(AnswerSchema):
    """One of the things that an action caused. The type decides which members are there."""

    type = _text("What happened.", required=True, validate=OneOf(EFFECTS))
    count = _integer(0, 54, "heal, draw: how many cards.")
    seat = _seat("draw: who drew; turn: who begins a turn.")
    cards = _cards("draw: the cards, for the seat that drew them; discard: the cards.")
    amount = _integer(0, 80, "shield, damage, strike: how much.")
    enemy = _card("defeat, reveal: the enemy.")
    exact = fields.Boolean(metadata={"description": "defeat: killed exactly, it lies on top of the tavern."})
    outcome = _text("over: won or lost.", validate=OneOf(["won", "lost"]))
    reason = _text("over: why.", validate=OneOf([*Reason]))


class GameEvent(AnswerSchema):
    """Something that happened in a game. The type decides which members are there."""

    version = _integer(2, LARGEST_VERSION, "The version that it made.", required=True)
    type = _text("What kind of event it is.", required=True, validate=OneOf([*EventType]))
    seat = _seat("Whose it is.", required=True)
    at = _time("When.")
    action = _action("action: what the seat did.")
    effects = fields.List(
        fields.Nested(Effect), metadata={"description": "action: what it caused, in the order in which it happened."}
    )
    name = _text("seat-taken: who sits there now.")
    signal = _text("signal: what the seat signals.", validate=OneOf([*Signal]))


class GameEvents(AnswerSchema):
    """Events of a game, the oldest first."""

    items = fields.List(fields.Nested(GameEvent), required=True, metadata={"description": "The events."})
    next = _integer(
        2, LARGEST_VERSION, "The `after` with which to go on; null if these are all.", required=True, allow_none=True
    )


class GameSummary(AnswerSchema):
    """What a list of games says of each."""

    id = _text("The game.", required=True)
    status = _text("How the game stands.", required=True, validate=OneOf([*Status]))
    players = _integer(1, MOST_PLAYERS, "How many play.", required=True)
    open_seats = fields.List(_seat("A seat."), required=True, metadata={"description": "The seats anyone can take."})
    defeated = _integer(0, 12, "How many enemies have fallen.", required=True)
    created_at = _time("When the game was created.")
    updated_at = _time("When the game last changed.")


class GameList(AnswerSchema):
    """Games, the newest first."""

    items = fields.List(fields.Nested(GameSummary), required=True, metadata={"description": "The games."})
    next = _text("The `cursor` with which to go on; null at the end.", required=True, allow_none=True)


class RecordedEvent(AnswerSchema):
    """A step of a game that is over, with all that it caused."""

    version = _integer(2, LARGEST_VERSION, "The version that it made.", required=True)
    seat = _seat("Who acted.", required=True)
    action = _action("What they did.", required=True)
    at = _time("When.")
    effects = fields.List(
        fields.Nested(Effect), required=True, metadata={"description": "In the order in which they happened."}
    )
    position = _text("The whole position after it, as one line of text.", required=True)


class RecordedSeat(AnswerSchema):
    """A seat of a game that is over."""

    seat = _seat("The number of the seat.", required=True)
    name = _text("Who sat there.", required=True, allow_none=True)
    agent = _text("The agent that played.", required=True, allow_none=True)


class Record(AnswerSchema):
    """Everything about a game that is over. From `seed` and the actions all the rest can be worked out again."""

    id = _text("The game.", required=True)
    players = _integer(1, MOST_PLAYERS, "How many played.", required=True)
    seed = _text("The seed of the deal.", required=True)
    seed_origin = _text("Who chose the seed.", required=True, validate=OneOf([*SeedOrigin]))
    commitment = _text("What was published of the seed from the start.", {"pattern": HASH_PATTERN}, required=True)
    first_player = _seat("Who began.", required=True)
    seats = fields.List(fields.Nested(RecordedSeat), required=True, metadata={"description": "All seats in order."})
    start = _text("The whole position at the start, as one line of text.", required=True)
    events = fields.List(fields.Nested(RecordedEvent), required=True, metadata={"description": "Every step."})
    result = fields.Nested(Result, required=True)
    created_at = _time("When the game was created.")
    updated_at = _time("When it ended.")


class Fault(AnswerSchema):
    """What is wrong at one place of a request: in its body, or a parameter."""

    pointer = _text("The place in the body (RFC 6901).")
    parameter = _text("Or the parameter of the query, or the header.")
    detail = _text("What is wrong there.", required=True)


class Problem(AnswerSchema):
    """A problem (RFC 9457)."""

    type = _text("The kind of problem: a page that describes it.", _URI_REFERENCE, required=True)
    title = _text("The kind of problem in words.", required=True)
    status = _integer(400, 599, "The HTTP status.", required=True)
    detail = _text("What is wrong this time.", required=True)
    instance = _text("The path of the request.", _URI_REFERENCE, required=True)
    code = _text("The last part of the type: the problem's code.", required=True)
    version = _integer(1, LARGEST_VERSION, "version-conflict: the game's version now.")
    turn = _seat("not-your-turn: whose turn it is.")
    reason = _text("illegal-action: why it is refused.", validate=OneOf([*Why]))
    rule = _text("illegal-action: the rule that says so.")
    legal_actions = fields.List(
        _action("An action."), metadata={"description": "illegal-action: all that may be done."}
    )
    open_seats = fields.List(
        _seat("A seat."), metadata={"description": "seat-taken, game-not-started: the seats that anyone can take."}
    )
    errors = fields.List(fields.Nested(Fault), metadata={"description": "invalid-request: every fault."})
