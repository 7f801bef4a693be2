"""What happened in a game, as it goes on and when it is over."""

from __future__ import annotations

from typing import Final

from marshmallow.validate import OneOf
from webargs import fields

from regicide.outcome import Reason
from regicide_api.domain.event import EventType
from regicide_api.domain.game import SeedOrigin
from regicide_api.domain.seat import Signal
from regicide_api.schemas import parts
from regicide_api.schemas.parts import AnswerSchema
from regicide_api.schemas.views import Result

EFFECTS: Final = (
    *("heal", "draw", "shield", "damage", "defeat", "reveal"),
    *("strike", "discard", "cancel-immunity", "turn", "over"),
)


class Effect(AnswerSchema):
    """One of the things that an action caused. The type decides which members are there."""

    type = parts.text("What happened.", required=True, validate=OneOf(EFFECTS))
    count = parts.integer(0, 54, "heal, draw: how many cards.")
    seat = parts.seat("draw: who drew; turn: who begins a turn.")
    cards = parts.cards("draw: the cards, for the seat that drew them; discard: the cards.")
    amount = parts.integer(0, 80, "shield, damage, strike: how much.")
    enemy = parts.card("defeat, reveal: the enemy.")
    exact = fields.Boolean(metadata={"description": "defeat: killed exactly, it lies on top of the tavern."})
    outcome = parts.text("over: won or lost.", validate=OneOf(["won", "lost"]))
    reason = parts.text("over: why.", validate=OneOf([*Reason]))


class GameEvent(AnswerSchema):
    """Something that happened in a game. The type decides which members are there."""

    version = parts.version("The version that it made.", 2, required=True)
    type = parts.text("What kind of event it is.", required=True, validate=OneOf([*EventType]))
    seat = parts.seat("Whose it is.", required=True)
    at = parts.time("When.")
    action = parts.action("action: what the seat did.")
    effects = fields.List(
        fields.Nested(Effect),
        metadata={"description": "action, timeout: what it caused, in the order in which it happened."},
    )
    agent = parts.text("timeout: the agent that stands in; action: the agent that stood in.")
    name = parts.text("seat-taken: who sits there now.")
    signal = parts.text("signal: what the seat signals.", validate=OneOf([*Signal]))


class GameEvents(AnswerSchema):
    """Events of a game, the oldest first."""

    items = fields.List(fields.Nested(GameEvent), required=True, metadata={"description": "The events."})
    next = parts.version("The `after` with which to go on; null if these are all.", 2, required=True, allow_none=True)


class RecordedEvent(AnswerSchema):
    """A step of a game that is over, with all that it caused."""

    version = parts.version("The version that it made.", 2, required=True)
    seat = parts.seat("Who acted.", required=True)
    action = parts.action("What they did.", required=True)
    agent = parts.text("The agent that did it.", required=True, allow_none=True)
    at = parts.time("When.")
    effects = fields.List(
        fields.Nested(Effect), required=True, metadata={"description": "In the order in which they happened."}
    )
    position = parts.text("The whole position after it, as one line of text.", required=True)


class RecordedSeat(AnswerSchema):
    """A seat of a game that is over."""

    seat = parts.seat("The number of the seat.", required=True)
    name = parts.text("Who sat there.", required=True, allow_none=True)
    agent = parts.text("The agent that played.", required=True, allow_none=True)


class Record(AnswerSchema):
    """Everything about a game that is over. From `seed` and the actions all the rest can be worked out again."""

    id = parts.text("The game.", required=True)
    players = parts.integer(1, parts.MOST_PLAYERS, "How many played.", required=True)
    seed = parts.text("The seed of the deal.", required=True)
    seed_origin = parts.text("Who chose the seed.", required=True, validate=OneOf([*SeedOrigin]))
    commitment = parts.text("What was published of the seed from the start.", parts.HASH, required=True)
    first_player = parts.seat("Who began.", required=True)
    seats = fields.List(fields.Nested(RecordedSeat), required=True, metadata={"description": "All seats in order."})
    start = parts.text("The whole position at the start, as one line of text.", required=True)
    events = fields.List(fields.Nested(RecordedEvent), required=True, metadata={"description": "Every step."})
    result = fields.Nested(Result, required=True)
    created_at = parts.time("When the game was created.")
    updated_at = parts.time("When it ended.")
