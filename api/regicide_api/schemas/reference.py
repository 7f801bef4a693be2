"""Schemas of the reference, and the codes of powers and kinds of cards. Later versions may add codes."""

from __future__ import annotations

from typing import Any, Final

from marshmallow.fields import Integer, List, Nested, String
from marshmallow.validate import Range

from regicide_api.schemas import enums, fields
from regicide_api.schemas.enums import Enumeration
from regicide_api.schemas.fields import NamedString, ResponseSchema

POWERS: Final = {"C": "double-damage", "D": "draw", "H": "heal", "S": "shield"}
"""The code of each suit's power."""
JESTER_POWER: Final = "cancel-immunity"
CARD_KINDS: Final = enums.CARD_KIND.values


def _text(description: str, **options: Any) -> String:
    return String(required=True, metadata={"description": description}, **options)


def _number(description: str, **options: Any) -> Integer:
    metadata = {"description": description}
    return Integer(required=True, strict=True, validate=Range(0), metadata=metadata, **options)


def _enum(enumeration: Enumeration, description: str, **options: Any) -> NamedString:
    return fields.enum(enumeration, description, required=True, **options)


def _list(schema: type[ResponseSchema], description: str) -> List[Any]:
    return List(Nested(schema), required=True, metadata={"description": description})


class CardInfo(ResponseSchema):
    """A card."""

    code = fields.card("Its code.", required=True)
    rank = _enum(enums.RANK, "Its rank; null for a jester.", allow_none=True)
    suit = _enum(enums.SUIT, "Its suit; null for a jester.", allow_none=True)
    name = _text("Its name in words.")
    kind = _enum(enums.CARD_KIND, "Its kind.")
    value = _number("Its value as an attack and as a discard.")
    attack = _number("Its attack as an enemy; null for all but J, Q and K.", allow_none=True)
    health = _number("Its health as an enemy; null for all but J, Q and K.", allow_none=True)
    power = _enum(enums.POWER, "Its power when played.")


class SuitInfo(ResponseSchema):
    """A suit."""

    suit = _enum(enums.SUIT, "Its letter.")
    name = _text("Its name in words.")
    power = _enum(enums.POWER, "Its power.")


class PowerInfo(ResponseSchema):
    """A power of a suit or of the jesters."""

    power = _enum(enums.POWER, "Its code.")
    text = _text("Description of the power.")


class KindInfo(ResponseSchema):
    """A kind of card."""

    kind = _enum(enums.CARD_KIND, "Its code.")
    text = _text("Description of the kind.")


class CardReference(ResponseSchema):
    """All cards, suits, powers and kinds."""

    language = _text("The language of the names and texts (BCP 47).")
    cards = _list(CardInfo, "All cards in canonical order.")
    suits = _list(SuitInfo, "The suits in canonical order.")
    powers = _list(PowerInfo, "The powers.")
    kinds = _list(KindInfo, "The kinds of cards.")


class PlayersInfo(ResponseSchema):
    """The numbers that depend on the number of players."""

    players = _number("The number of players.")
    full_hand = _number("The maximum hand size, which is the size at the start.")
    jesters = _number("The number of jesters in the tavern deck.")
    flips = _number("The number of jesters that can be flipped.")


class EnemyInfo(ResponseSchema):
    """A rank of enemies."""

    rank = _enum(enums.RANK, "The rank.")
    name = _text("Its name in words.")
    count = _number("Their number in the castle.")
    attack = _number("Their attack.")
    health = _number("Their health.")
    value = _number("Their value in a hand.")


class PhaseInfo(ResponseSchema):
    """A phase."""

    phase = _enum(enums.PHASE, "Its code, as in a view.")
    text = _text("Description of what the player to act has to do.")


class ActionInfo(ResponseSchema):
    """A kind of action."""

    kind = _enum(enums.ACTION_KIND, "Its code.")
    pattern = _text("The regular expression of its texts (ECMA-262).")
    example = fields.action("An example.", required=True)
    text = _text("Description of the action and its text.")


class RefusalInfo(ResponseSchema):
    """A reason why an action is illegal."""

    reason = _enum(enums.REFUSAL_REASON, "Its code, as in the problem `illegal-action`.")
    text = _text("Description.")


class OutcomeInfo(ResponseSchema):
    """A reason why a game ended."""

    reason = _enum(enums.END_REASON, "Its code, as in a result.")
    outcome = _enum(enums.OUTCOME, "Won or lost.")
    text = _text("Description.")


class GradeInfo(ResponseSchema):
    """A grade of a solo win."""

    grade = _enum(enums.GRADE, "Its code, as in a result.")
    flips = _number("The number of flipped jesters.")
    text = _text("Description.")


class EffectInfo(ResponseSchema):
    """A type of effect."""

    type = _enum(enums.EFFECT_TYPE, "Its code, as in an event.")
    text = _text("Description of the effect.")


class Limits(ResponseSchema):
    """Limits and patterns of every game."""

    enemies = _number("The number of enemies.")
    combo_ranks = List(
        _enum(enums.RANK, "A rank."), required=True, metadata={"description": "The ranks that form combos."}
    )
    combo_total = _number("The maximum total value of a combo.")
    combo_cards = _number("The maximum number of cards in a combo.")
    name_length = _number("The maximum length of a name.")
    body_bytes = _number("The maximum size of a request body in bytes.")
    card_pattern = _text("The regular expression of a card's code (ECMA-262).")
    action_pattern = _text("The regular expression of an action's text.")
    seed_pattern = _text("The regular expression of a seed.")


class RuleSection(ResponseSchema):
    """A section of the rules."""

    id = _text("Its id: a lowercase word, the same in all languages.")
    title = _text("Its title.")
    paragraphs = List(
        _text("A paragraph, as plain text."), required=True, metadata={"description": "Its paragraphs in order."}
    )


class Rules(ResponseSchema):
    """The numbers of the rulebook, and every code with a description."""

    language = _text("The language of the names and texts (BCP 47).")
    players = _list(PlayersInfo, "The numbers that depend on the number of players.")
    enemies = _list(EnemyInfo, "The ranks of enemies in the order of the castle.")
    phases = _list(PhaseInfo, "The phases.")
    actions = _list(ActionInfo, "The kinds of actions.")
    refusals = _list(RefusalInfo, "The reasons why an action may be illegal.")
    outcomes = _list(OutcomeInfo, "The reasons why a game may end.")
    grades = _list(GradeInfo, "The grades of solo wins.")
    effects = _list(EffectInfo, "The types of effects.")
    limits = Nested(Limits, required=True)
    sections = List(
        Nested(RuleSection),
        required=True,
        allow_none=True,
        metadata={
            "description": "With `include=sections`: the rules of the game for players, in paragraphs. Null without "
            "the parameter."
        },
    )
