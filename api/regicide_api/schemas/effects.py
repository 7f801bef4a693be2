"""Schemas of the effects of an action."""

from __future__ import annotations

from typing import Final

from marshmallow.fields import Boolean

from regicide_api.schemas import enums, fields
from regicide_api.schemas.fields import ResponseSchema
from regicide_api.schemas.unions import Tag, Union

MAX_AMOUNT: Final = 80
MAX_CARDS: Final = 54


def _tag(value: str) -> Tag:
    return Tag(enums.EFFECT_TYPE, value, "The type of the effect.")


class HealEffect(ResponseSchema):
    """Cards of the discard pile went under the tavern deck."""

    type = _tag("heal")
    count = fields.integer(0, MAX_CARDS, "The number of cards.", required=True)
    cards = fields.cards("The cards, in canonical order; records of an earlier version lack them.")


class DrawEffect(ResponseSchema):
    """A seat drew cards."""

    type = _tag("draw")
    seat = fields.seat("The seat that drew.", required=True)
    count = fields.integer(0, MAX_CARDS, "The number of cards.", required=True)
    cards = fields.cards("The cards; only for the seat that drew them, and in records.")


class ShieldEffect(ResponseSchema):
    """The attack of the enemy is reduced from now on."""

    type = _tag("shield")
    amount = fields.integer(0, MAX_AMOUNT, "The reduction.", required=True)


class DamageEffect(ResponseSchema):
    """The enemy took damage."""

    type = _tag("damage")
    amount = fields.integer(0, MAX_AMOUNT, "The damage.", required=True)


class DefeatEffect(ResponseSchema):
    """The enemy is defeated."""

    type = _tag("defeat")
    enemy = fields.card("The enemy.", required=True)
    exact = Boolean(
        required=True,
        metadata={"description": "Whether the damage was exact; the enemy is then on top of the tavern."},
    )


class RevealEffect(ResponseSchema):
    """The next card of the castle is the enemy."""

    type = _tag("reveal")
    enemy = fields.card("The enemy.", required=True)


class StrikeEffect(ResponseSchema):
    """The enemy strikes."""

    type = _tag("strike")
    amount = fields.integer(0, MAX_AMOUNT, "The strike; 0 if shields absorb all of it.", required=True)


class DiscardEffect(ResponseSchema):
    """The player discarded cards."""

    type = _tag("discard")
    cards = fields.cards("The cards.", required=True)


class CancelImmunityEffect(ResponseSchema):
    """A jester cancelled the immunity of the enemy."""

    type = _tag("cancel-immunity")


class TurnEffect(ResponseSchema):
    """A seat begins a turn."""

    type = _tag("turn")
    seat = fields.seat("The seat.", required=True)


class OverEffect(ResponseSchema):
    """The game ended."""

    type = _tag("over")
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
