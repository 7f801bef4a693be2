"""The schema of a preview: what follows from an action, as far as the player who takes it may know."""

from __future__ import annotations

from marshmallow.fields import Boolean, List

from regicide_api.schemas import enums, fields
from regicide_api.schemas.fields import ResponseSchema


class Preview(ResponseSchema):
    """What follows from a play, a yield or a flip, as far as your view tells. Hidden cards do not influence it."""

    action = fields.action("The action.", required=True)
    damage = fields.integer(0, 42, "The damage to the enemy, doubled by clubs.", required=True)
    health_left = fields.integer(0, 40, "What is left of the enemy's health; 0: it is defeated.", required=True)
    defeats = Boolean(required=True, metadata={"description": "Whether it defeats the enemy."})
    exact = Boolean(
        required=True,
        metadata={"description": "Whether it kills the enemy exactly, which puts it on top of the tavern."},
    )
    healed = fields.integer(
        0,
        21,
        "The number of cards that go from the discard pile under the tavern, before any are drawn.",
        required=True,
    )
    drawn = List(
        fields.integer(0, 8, "The number of cards that this seat draws."),
        required=True,
        metadata={"description": "The number of cards that each seat draws, by seat.", **fields.PER_SEAT},
    )
    drawn_cards = fields.cards("Those of your draws that are certain, in canonical order.", required=True)
    shield = fields.integer(
        0, 200, "The sum of the shields against the enemy after it; 0 if it is defeated.", required=True
    )
    strike = fields.integer(
        0, 20, "The attack of the enemy on you after it, reduced by the shields; 0 without an attack.", required=True
    )
    kept = fields.integer(0, 140, "The value of the cards that stay in your hand, without draws.", required=True)
    covers = fields.enum(
        enums.COVERAGE,
        "Whether the cards that stay and those that you draw cover the strike: with all cards that you may draw, with "
        "none, or depending on them; null without a strike.",
        required=True,
        allow_none=True,
    )
    stopped = List(
        fields.enum(enums.SUIT, "A suit."),
        required=True,
        metadata={"description": "The suits of the cards whose powers the enemy's immunity stops.", "maxItems": 4},
    )
    outcome = fields.enum(
        enums.OUTCOME,
        "The end of the game, if the action certainly ends it: all enemies are defeated, or you or the next player "
        "cannot go on; else null.",
        required=True,
        allow_none=True,
    )
