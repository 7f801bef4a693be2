"""What happened in a game, as it goes on and when it is over."""

from __future__ import annotations

from typing import Final

from marshmallow.fields import Boolean, List, Nested
from marshmallow.validate import OneOf

from regicide.outcome import Reason
from regicide_api.domain.event import EventType
from regicide_api.domain.game import SeedOrigin
from regicide_api.domain.seat import Signal
from regicide_api.schemas import fields
from regicide_api.schemas.fields import ResponseSchema
from regicide_api.schemas.views import Result

EFFECTS: Final = (
    *("heal", "draw", "shield", "damage", "defeat", "reveal"),
    *("strike", "discard", "cancel-immunity", "turn", "over"),
)


class Effect(ResponseSchema):
    """One of the things that an action caused. The type decides which members are there."""

    type = fields.text("What happened.", required=True, validate=OneOf(EFFECTS))
    count = fields.integer(0, 54, "heal, draw: how many cards.")
    seat = fields.seat("draw: who drew; turn: who begins a turn.")
    cards = fields.cards("draw: the cards, for the seat that drew them; discard: the cards.")
    amount = fields.integer(0, 80, "shield, damage, strike: how much.")
    enemy = fields.card("defeat, reveal: the enemy.")
    exact = Boolean(metadata={"description": "defeat: killed exactly, it lies on top of the tavern."})
    outcome = fields.text("over: won or lost.", validate=OneOf(["won", "lost"]))
    reason = fields.text("over: why.", validate=OneOf([*Reason]))


class GameEvent(ResponseSchema):
    """Something that happened in a game. The type decides which members are there."""

    version = fields.version("The version that it made.", 2, required=True)
    type = fields.text("What kind of event it is.", required=True, validate=OneOf([*EventType]))
    seat = fields.seat("Whose it is.", required=True)
    at = fields.time("When.")
    action = fields.action("action: what the seat did.")
    effects = List(
        Nested(Effect),
        metadata={"description": "action, timeout: what it caused, in the order in which it happened."},
    )
    agent = fields.text("timeout: the agent that stands in; action: the agent that stood in.")
    name = fields.text("seat-taken: who sits there now.")
    signal = fields.text("signal: what the seat signals.", validate=OneOf([*Signal]))


class GameEvents(ResponseSchema):
    """Events of a game, the oldest first."""

    items = List(Nested(GameEvent), required=True, metadata={"description": "The events."})
    next = fields.version("The `after` with which to go on; null if these are all.", 2, required=True, allow_none=True)


class RecordedEvent(ResponseSchema):
    """A step of a game that is over, with all that it caused."""

    version = fields.version("The version that it made.", 2, required=True)
    seat = fields.seat("Who acted.", required=True)
    action = fields.action("What they did.", required=True)
    agent = fields.text("The agent that did it.", required=True, allow_none=True)
    at = fields.time("When.")
    effects = List(Nested(Effect), required=True, metadata={"description": "In the order in which they happened."})
    position = fields.text("The whole position after it, as one line of text.", required=True)


class RecordedSeat(ResponseSchema):
    """A seat of a game that is over."""

    seat = fields.seat("The number of the seat.", required=True)
    name = fields.text("Who sat there.", required=True, allow_none=True)
    agent = fields.text("The agent that played.", required=True, allow_none=True)


class Record(ResponseSchema):
    """Everything about a game that is over. From `seed` and the actions all the rest can be worked out again."""

    id = fields.text("The game.", required=True)
    players = fields.integer(1, fields.MAX_PLAYERS, "How many played.", required=True)
    seed = fields.text("The seed of the deal.", required=True)
    seed_origin = fields.text("Who chose the seed.", required=True, validate=OneOf([*SeedOrigin]))
    commitment = fields.text("What was published of the seed from the start.", fields.HASH, required=True)
    first_player = fields.seat("Who began.", required=True)
    seats = List(Nested(RecordedSeat), required=True, metadata={"description": "All seats in order."})
    start = fields.text("The whole position at the start, as one line of text.", required=True)
    events = List(Nested(RecordedEvent), required=True, metadata={"description": "Every step."})
    result = Nested(Result, required=True)
    created_at = fields.time("When the game was created.")
    updated_at = fields.time("When it ended.")
