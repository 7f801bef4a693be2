"""Schemas of a game's events with the effects of actions, and of its record."""

from __future__ import annotations

from typing import Any, Final

from marshmallow.fields import Boolean, List, Nested

from regicide_api.domain import clock
from regicide_api.domain.beginning import MAX_GIVEN_ACTIONS
from regicide_api.domain.event import EventType
from regicide_api.schemas import enums, fields
from regicide_api.schemas.fields import OneOf, ResponseSchema, Tag, Union
from regicide_api.schemas.problem import PROBLEM
from regicide_api.schemas.views import DealOfDay, GameResult

MAX_AMOUNT: Final = 80
MAX_CARDS: Final = 54


def _effect_tag(value: str) -> Tag:
    return Tag(enums.EFFECT_TYPE, value, "The type of the effect.")


class HealEffect(ResponseSchema):
    """Cards of the discard pile went under the tavern deck."""

    type = _effect_tag("heal")
    count = fields.integer(0, MAX_CARDS, "The number of cards.", required=True)
    cards = fields.cards("The cards, in canonical order; records of an earlier version lack them.")


class DrawEffect(ResponseSchema):
    """A seat drew cards."""

    type = _effect_tag("draw")
    seat = fields.seat("The seat that drew.", required=True)
    count = fields.integer(0, MAX_CARDS, "The number of cards.", required=True)
    cards = fields.cards("The cards; only for the seat that drew them, and in records.")


class ShieldEffect(ResponseSchema):
    """The attack of the enemy is reduced from now on."""

    type = _effect_tag("shield")
    amount = fields.integer(0, MAX_AMOUNT, "The reduction.", required=True)


class DamageEffect(ResponseSchema):
    """The enemy took damage."""

    type = _effect_tag("damage")
    amount = fields.integer(0, MAX_AMOUNT, "The damage.", required=True)


class DefeatEffect(ResponseSchema):
    """The enemy is defeated."""

    type = _effect_tag("defeat")
    enemy = fields.card("The enemy.", required=True)
    exact = Boolean(
        required=True,
        metadata={"description": "Whether the damage was exact; the enemy is then on top of the tavern."},
    )


class RevealEffect(ResponseSchema):
    """The next card of the castle is the enemy."""

    type = _effect_tag("reveal")
    enemy = fields.card("The enemy.", required=True)


class StrikeEffect(ResponseSchema):
    """The enemy strikes."""

    type = _effect_tag("strike")
    amount = fields.integer(0, MAX_AMOUNT, "The strike; 0 if shields absorb all of it.", required=True)


class DiscardEffect(ResponseSchema):
    """The player discarded cards."""

    type = _effect_tag("discard")
    cards = fields.cards("The cards.", required=True)


class CancelImmunityEffect(ResponseSchema):
    """A jester cancelled the immunity of the enemy."""

    type = _effect_tag("cancel-immunity")


class TurnEffect(ResponseSchema):
    """A seat begins a turn."""

    type = _effect_tag("turn")
    seat = fields.seat("The seat.", required=True)


class OverEffect(ResponseSchema):
    """The game ended."""

    type = _effect_tag("over")
    outcome = fields.enum(enums.OUTCOME, "Won or lost.", required=True)
    reason = fields.enum(enums.END_REASON, "The reason.", required=True)


EFFECT: Final = Union(
    "Effect",
    "An effect of an action; `type` tells which. Later versions may add types: ignore those that you do not know.",
    "type",
    (
        *(HealEffect, DrawEffect, ShieldEffect, DamageEffect, DefeatEffect, RevealEffect, StrikeEffect, DiscardEffect),
        *(CancelImmunityEffect, TurnEffect, OverEffect),
    ),
)


def _tag(value: EventType) -> Tag:
    return Tag(enums.EVENT_TYPE, value, "The type of the event.")


def _effects(description: str) -> List[Any]:
    return List(OneOf(EFFECT), required=True, metadata={"description": description})


class _Event(ResponseSchema):
    """The members that all events have."""

    version = fields.version("The version of the game after it.", 2, required=True)
    seat = fields.seat("The seat that it concerns.", required=True)
    at = fields.time("When it happened.")


class ActionEvent(_Event):
    """A seat acted."""

    type = _tag(EventType.ACTION)
    action = fields.action("The action.", required=True)
    effects = _effects("Its effects in order.")
    agent = fields.text("The agent that stood in for the player.", fields.AGENT_NAME)


class SeatTakenEvent(_Event):
    """A player took an open seat, or the game's owner gave it to an agent."""

    type = _tag(EventType.SEAT_TAKEN)
    name = fields.text("The name of the player; null: none.", fields.PLAYER_NAME, required=True, allow_none=True)
    agent = fields.text("The agent that got the seat.", fields.AGENT_NAME)


class SeatLeftEvent(_Event):
    """A player left a seat of a waiting game: it is open."""

    type = _tag(EventType.SEAT_LEFT)


class CancelledEvent(_Event):
    """The owner ended the waiting game. The seat is the one that would have begun."""

    type = _tag(EventType.CANCELLED)


class RematchEvent(_Event):
    """A seat of a finished game created the rematch."""

    type = _tag(EventType.REMATCH)
    next = fields.text("The rematch.", fields.GAME_ID, required=True)


class SignalEvent(_Event):
    """A seat gave a signal."""

    type = _tag(EventType.SIGNAL)
    signal = fields.enum(enums.SIGNAL, "The signal.", required=True)


class TimeoutEvent(_Event):
    """The turn of a seat timed out: the game is lost, or an agent ends the turn."""

    type = _tag(EventType.TIMEOUT)
    effects = _effects("Its effects in order; none with an agent.")
    agent = fields.text("The agent that stands in.", fields.AGENT_NAME)


class StandInEvent(_Event):
    """The holder of a seat let an agent play for it, or took the seat back."""

    type = _tag(EventType.STAND_IN)
    agent = fields.text(
        "The agent that stands in; null: the holder plays again.", fields.AGENT_NAME, required=True, allow_none=True
    )


class GiveUpEvent(_Event):
    """The holder of a seat agreed, or agrees no longer, to give the game up.

    In a game whose seats agents hold, its owner gave it up; the seat is the one that had the turn.
    """

    type = _tag(EventType.GIVE_UP)
    agree = Boolean(required=True, metadata={"description": "Whether the holder of the seat agrees."})
    effects = _effects("Its effects in order: those of the end if all agree.")


class AdviceEvent(_Event):
    """A seat asked an agent for advice. What the agent answers, the seat alone sees."""

    type = _tag(EventType.ADVICE)
    agent = fields.text("The agent that is asked.", fields.AGENT_NAME, required=True)


GAME_EVENT: Final = Union(
    "GameEvent",
    "An event of a game; `type` tells which. Later versions may add types: ignore those that you do not know.",
    "type",
    (
        *(ActionEvent, SeatTakenEvent, SeatLeftEvent, CancelledEvent, SignalEvent, TimeoutEvent),
        *(StandInEvent, GiveUpEvent, RematchEvent, AdviceEvent),
    ),
)


EVENT_STREAM: Final = {
    "type": "string",
    "contentMediaType": "text/event-stream",
    "description": "Server-sent events (WHATWG HTML, section 9.2). The first field is `retry`, the milliseconds before "
    "a reconnection. Then each event of the game is an event of the stream: `id` is its version, `event` its type, an "
    "`EventType`, and `data` a `GameEvent` as JSON in one line. A comment, which is a line that begins with a colon, "
    "is a heartbeat: one follows every 15 seconds of silence. `x-itemSchema` is the `itemSchema` of OpenAPI 3.2.",
    "x-itemSchema": {
        "type": "object",
        "required": ["id", "event", "data"],
        "properties": {
            "id": {"type": "string", "pattern": "^[0-9]{1,10}$"},
            "event": {"$ref": "#/components/schemas/EventType"},
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": {"$ref": "#/components/schemas/GameEvent"},
            },
        },
    },
}
"""The schema of a stream of events, whose frames `realtime.sse.format_event` makes."""


AGENT_EVENT_STREAM: Final = {
    "type": "string",
    "contentMediaType": "text/event-stream",
    "description": "Server-sent events as in the stream of a game, with these differences: `id` is a text that resumes "
    "the stream, `data` has the id of a game and its event, and frames with an `id` alone renew the last one.",
    "x-itemSchema": {
        "type": "object",
        "required": ["id"],
        "properties": {
            "id": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$"},
            "event": {"$ref": "#/components/schemas/EventType"},
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": {"$ref": "#/components/schemas/AgentEvent"},
            },
        },
    },
}
"""The schema of a stream of events of several games, whose frames `realtime.sse.format_game_event` makes."""


class AgentEvent(ResponseSchema):
    """An event of one of an agent's games."""

    game = fields.text("The game.", required=True)
    event = OneOf(GAME_EVENT, required=True)


class AgentEvents(ResponseSchema):
    """Events of an agent's games, those of each game in order."""

    items = List(Nested(AgentEvent), required=True, metadata={"description": "The events."})
    resume = fields.text("The `after` of the next request: after these events.", required=True)


class GameEvents(ResponseSchema):
    """Events of a game, the oldest first."""

    items = List(OneOf(GAME_EVENT), required=True, metadata={"description": "The events.", **fields.PAGE})
    next = fields.version("The `after` of the next page; null on the last one.", 2, required=True, allow_none=True)


class RecordedEvent(ResponseSchema):
    """An action of a finished game with all of its effects."""

    version = fields.version("The version of the game after it.", 2, required=True)
    seat = fields.seat("The seat that acted.", required=True)
    action = fields.action("The action.", required=True)
    agent = fields.text("The agent that acted; null: a person.", fields.AGENT_NAME, required=True, allow_none=True)
    at = fields.time("When it happened.")
    effects = _effects("Its effects in order.")
    position = fields.text("The full position after it, as one line of text.", required=True)


class RecordedSeat(ResponseSchema):
    """A seat of a finished game."""

    seat = fields.seat("The number of the seat.", required=True)
    name = fields.text("The name of the player.", fields.PLAYER_NAME, required=True, allow_none=True)
    agent = fields.text("The agent that held the seat.", fields.AGENT_NAME, required=True, allow_none=True)


class RecordedClock(ResponseSchema):
    """The turn clock of a game."""

    turn_seconds = fields.integer(1, clock.MAX_TURN_S, "The time for each action in seconds.", required=True)
    on_timeout = fields.text("The consequence of a timeout: `forfeit` or `bot:NAME`.", required=True)


class GameRecord(ResponseSchema):
    """The full record of a finished game. `seed` and the actions determine the rest."""

    id = fields.text("The game.", fields.GAME_ID, required=True)
    players = fields.integer(1, fields.MAX_PLAYERS, "The number of players.", required=True)
    seed = fields.text("The seed of the deal.", required=True)
    seed_origin = fields.enum(enums.SEED_ORIGIN, "Who chose the seed.", required=True)
    deal = Nested(
        DealOfDay,
        required=True,
        allow_none=True,
        metadata={"description": "The deal of a day; null if the game had a deal of its own."},
    )
    nonce = fields.text(
        "The random text that the commitment hashes before the seed: the commitment is the SHA-256 of "
        "`regicide-commit-2:`, the nonce, `:` and the seed. Null: that of `regicide-commit-1:` and the seed.",
        fields.NONCE,
        required=True,
        allow_none=True,
    )
    commitment = fields.text(
        "The commitment to the seed that the views have published from the start; null if the game began at a "
        "position.",
        fields.HASH,
        required=True,
        allow_none=True,
    )
    beginning = fields.enum(enums.BEGINNING, "Where the game began.", required=True)
    given_actions = fields.integer(
        0, MAX_GIVEN_ACTIONS, "The number of its first actions that the creator gave.", required=True
    )
    first_player = fields.seat("The seat that began.", required=True)
    seats = List(
        Nested(RecordedSeat), required=True, metadata={"description": "All seats in order.", **fields.PER_SEAT}
    )
    start = fields.text("The full position at the start, as one line of text.", required=True)
    events = List(Nested(RecordedEvent), required=True, metadata={"description": "All actions in order."})
    clock = Nested(
        RecordedClock, required=True, allow_none=True, metadata={"description": "The turn clock; null without one."}
    )
    incidents = List(
        OneOf(GAME_EVENT),
        required=True,
        metadata={
            "description": "Timeouts, seats handed to agents and taken back, and agreements to give the game up, in "
            "order; `version` places them between the actions."
        },
    )
    result = Nested(GameResult, required=True)
    created_at = fields.time("When the game was created.")
    updated_at = fields.time("When it ended.")


class RecordLine(ResponseSchema):
    """A line of the records of an owner's games: the record of a game, or the problem with which it cannot be read."""

    cursor = fields.text("Continues after this line; null before the first game.", required=True, allow_none=True)
    id = fields.text("The game; null if the answer ends here, incomplete.", required=True, allow_none=True)
    label = fields.text("The label of the game.", fields.LABEL, required=True, allow_none=True)
    record = Nested(GameRecord, required=True, allow_none=True)
    problem = OneOf(PROBLEM, required=True, allow_none=True)


RECORD_LINES: Final = {
    "type": "string",
    "contentMediaType": "application/jsonl",
    "description": "JSON Lines: each line is a `RecordLine` as JSON and ends with a line feed. `contentSchema` "
    "has the lines as an array.",
    "contentSchema": {"type": "array", "items": {"$ref": "#/components/schemas/RecordLine"}},
}
"""The schema of the records of an owner's games, whose lines `http.json_lines` makes."""
