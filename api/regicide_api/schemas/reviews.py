"""Schemas of reviews."""

from __future__ import annotations

from typing import Final

from marshmallow.fields import List, Nested

from regicide_api.domain.review import MAX_BEST, MAX_MOVES
from regicide_api.schemas import enums, fields
from regicide_api.schemas.advice import ENEMIES, RatedAction
from regicide_api.schemas.fields import RequestSchema, ResponseSchema

DEFAULT_REVIEWER: Final = "planner-fast"


class ReviewQuery(RequestSchema):
    """Parameters of a review."""

    agent = fields.agent("The agent that reviews, whose `reviews` is true.", load_default=DEFAULT_REVIEWER)
    wait = fields.wait("Seconds to wait for the review; like `Prefer: wait=N`.")


class ReviewedMove(ResponseSchema):
    """An action of a reviewed game, as its seat saw the game."""

    number = fields.integer(1, MAX_MOVES, "The number of the action in the record, from 1.", required=True)
    version = fields.version("The version of the game after it, as in the record.", 2, required=True)
    seat = fields.seat("The seat that acted.", required=True)
    action = fields.action("The action.", required=True)
    won_before = fields.number(0, 1, "The chance to win with the best action, 0 to 1.")
    won_after = fields.number(0, 1, "The chance to win after the action that was played.")
    cost = fields.number(0, 1, "What the action cost: `won_before` - `won_after`, at least 0.")
    defeated_before = fields.number(0, ENEMIES, "The expected number of defeated enemies with the best action.")
    defeated_after = fields.number(0, ENEMIES, "The expected number of defeated enemies after the action.")
    best = List(
        Nested(RatedAction),
        required=True,
        metadata={"description": "The best actions, best first.", "minItems": 1, "maxItems": MAX_BEST},
    )


class Review(ResponseSchema):
    """What an agent says about each action of a finished game."""

    game = fields.text("The game.", fields.GAME_ID, required=True)
    agent = fields.text("The agent that reviews.", fields.AGENT_NAME, required=True)
    status = fields.enum(enums.ANSWER_STATUS, "Whether the agent has answered. `failed`: it could not.", required=True)
    moves = List(
        Nested(ReviewedMove),
        required=True,
        allow_none=True,
        metadata={
            "description": "All actions in order, those that the creator gave included; null until it is ready.",
            "maxItems": MAX_MOVES,
        },
    )
    expires_at = fields.time("When it is forgotten.")
