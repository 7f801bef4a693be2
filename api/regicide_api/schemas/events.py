"""Schemas of a game's events and of its record."""

from __future__ import annotations

from marshmallow.fields import Boolean, List, Nested

from regicide_api.schemas import enums, fields
from regicide_api.schemas.fields import ResponseSchema
from regicide_api.schemas.views import GameResult


class Effect(ResponseSchema):
    """An effect of an action. The type determines the members."""

    type = fields.enum(enums.EFFECT_TYPE, "The type of the effect.", required=True)
    count = fields.integer(0, 54, "heal, draw: the number of cards.")
    seat = fields.seat("draw: the seat that drew; turn: the seat that begins a turn.")
    cards = fields.cards("draw: the cards, only for the seat that drew them; discard: the cards.")
    amount = fields.integer(0, 80, "shield, damage, strike: the amount.")
    enemy = fields.card("defeat, reveal: the enemy.")
    exact = Boolean(
        metadata={"description": "defeat: whether the damage was exact; the enemy is then on top of the tavern."}
    )
    outcome = fields.enum(enums.OUTCOME, "over: won or lost.")
    reason = fields.enum(enums.END_REASON, "over: the reason.")


class GameEvent(ResponseSchema):
    """An event of a game. The type determines the members."""

    version = fields.version("The version of the game after it.", 2, required=True)
    type = fields.enum(enums.EVENT_TYPE, "The type of the event.", required=True)
    seat = fields.seat("The seat that it concerns.", required=True)
    at = fields.time("When it happened.")
    action = fields.action("action: the action of the seat.")
    effects = List(
        Nested(Effect),
        metadata={"description": "action, timeout: its effects in order."},
    )
    agent = fields.text("timeout: the agent that stands in; action: the agent that stood in for the player.")
    name = fields.text("seat-taken: the name of the player.")
    signal = fields.enum(enums.SIGNAL, "signal: the signal of the seat.")


class GameEvents(ResponseSchema):
    """Events of a game, the oldest first."""

    items = List(Nested(GameEvent), required=True, metadata={"description": "The events."})
    next = fields.version("The `after` of the next page; null on the last one.", 2, required=True, allow_none=True)


class RecordedEvent(ResponseSchema):
    """An action of a finished game with all of its effects."""

    version = fields.version("The version of the game after it.", 2, required=True)
    seat = fields.seat("The seat that acted.", required=True)
    action = fields.action("The action.", required=True)
    agent = fields.text("The agent that acted; null: a person.", required=True, allow_none=True)
    at = fields.time("When it happened.")
    effects = List(Nested(Effect), required=True, metadata={"description": "Its effects in order."})
    position = fields.text("The full position after it, as one line of text.", required=True)


class RecordedSeat(ResponseSchema):
    """A seat of a finished game."""

    seat = fields.seat("The number of the seat.", required=True)
    name = fields.text("The name of the player.", required=True, allow_none=True)
    agent = fields.text("The agent that held the seat.", required=True, allow_none=True)


class GameRecord(ResponseSchema):
    """The full record of a finished game. `seed` and the actions determine the rest."""

    id = fields.text("The game.", required=True)
    players = fields.integer(1, fields.MAX_PLAYERS, "The number of players.", required=True)
    seed = fields.text("The seed of the deal.", required=True)
    seed_origin = fields.enum(enums.SEED_ORIGIN, "Who chose the seed.", required=True)
    nonce = fields.text(
        "The random text that the commitment hashes before the seed: the commitment is the SHA-256 of "
        "`regicide-commit-2:`, the nonce, `:` and the seed. Null: that of `regicide-commit-1:` and the seed.",
        fields.NONCE,
        required=True,
        allow_none=True,
    )
    commitment = fields.text(
        "The commitment to the seed that the views have published from the start.", fields.HASH, required=True
    )
    first_player = fields.seat("The seat that began.", required=True)
    seats = List(Nested(RecordedSeat), required=True, metadata={"description": "All seats in order."})
    start = fields.text("The full position at the start, as one line of text.", required=True)
    events = List(Nested(RecordedEvent), required=True, metadata={"description": "All actions in order."})
    result = Nested(GameResult, required=True)
    created_at = fields.time("When the game was created.")
    updated_at = fields.time("When it ended.")
