"""The schemas of the reference. A code that is a member of a list here may be joined by others in a later version."""

from __future__ import annotations

from typing import Any, Final

from marshmallow.fields import Integer, List, Nested, String
from marshmallow.validate import OneOf, Range

from regicide.actions import Kind
from regicide.cards import RANKS, SUITS
from regicide_api.schemas.fields import CARD_PATTERN, ResponseSchema

POWERS: Final = {"C": "double-damage", "D": "draw", "H": "heal", "S": "shield"}
"""The code of each suit's power."""
JESTER_POWER: Final = "cancel-immunity"
CARD_KINDS: Final = ("companion", "number", "jack", "queen", "king", "jester")


def _text(description: str, **options: Any) -> String:
    return String(required=True, metadata={"description": description}, **options)


def _number(description: str, **options: Any) -> Integer:
    metadata = {"description": description}
    return Integer(required=True, strict=True, validate=Range(0), metadata=metadata, **options)


def _list(schema: type[ResponseSchema], description: str) -> List[Any]:
    return List(Nested(schema), required=True, metadata={"description": description})


_POWERS = OneOf([*POWERS.values(), JESTER_POWER])


class CardInfo(ResponseSchema):
    """A card."""

    code = String(required=True, metadata={"description": "Its code.", "pattern": CARD_PATTERN})
    rank = _text("Its rank; null for a jester.", allow_none=True, validate=OneOf(RANKS))
    suit = _text("Its suit; null for a jester.", allow_none=True, validate=OneOf(SUITS))
    name = _text("Its name in words.")
    kind = _text("What kind of card it is.", validate=OneOf(CARD_KINDS))
    value = _number("What it is worth, to attack with and to discard against damage.")
    attack = _number("As an enemy: what it strikes for. Null for all but J, Q and K.", allow_none=True)
    health = _number("As an enemy: the damage that defeats it. Null for all but J, Q and K.", allow_none=True)
    power = _text("What it does when it is played.", validate=_POWERS)


class SuitInfo(ResponseSchema):
    """A suit."""

    suit = _text("Its letter.", validate=OneOf(SUITS))
    name = _text("Its name in words.")
    power = _text("Its power.", validate=_POWERS)


class PowerInfo(ResponseSchema):
    """A power of a suit or of the jesters."""

    power = _text("Its code.", validate=_POWERS)
    text = _text("What it does.")


class KindInfo(ResponseSchema):
    """A kind of card."""

    kind = _text("Its code.", validate=OneOf(CARD_KINDS))
    text = _text("What it is.")


class Cards(ResponseSchema):
    """All cards and what they do."""

    language = _text("The language of the names and texts (BCP 47).")
    cards = _list(CardInfo, "All cards in canonical order.")
    suits = _list(SuitInfo, "The suits in canonical order.")
    powers = _list(PowerInfo, "The powers.")
    kinds = _list(KindInfo, "The kinds of cards.")


class PlayersInfo(ResponseSchema):
    """What depends on how many play."""

    players = _number("How many play.")
    full_hand = _number("How many cards a hand holds at the most, and at the start.")
    jesters = _number("How many jesters are in the tavern deck.")
    flips = _number("How many jesters lie beside the game to be flipped.")


class EnemyInfo(ResponseSchema):
    """A rank of enemies."""

    rank = _text("The rank.", validate=OneOf(RANKS))
    name = _text("Its name in words.")
    count = _number("How many there are in the castle.")
    attack = _number("What one strikes for.")
    health = _number("The damage that defeats one.")
    value = _number("What one is worth in a hand.")


class PhaseInfo(ResponseSchema):
    """A phase."""

    phase = _text("Its code, as in a view.")
    text = _text("What the player to act has to do.")


class ActionInfo(ResponseSchema):
    """A kind of action."""

    kind = _text("Its code.", validate=OneOf([*Kind]))
    pattern = _text("The regular expression of its texts (ECMA-262).")
    example = _text("A text.")
    text = _text("What it is, and how it is written.")


class RefusalInfo(ResponseSchema):
    """A reason why an action is refused."""

    reason = _text("Its code, as in the problem `illegal-action`.")
    text = _text("What it says.")


class OutcomeInfo(ResponseSchema):
    """A reason why a game ended."""

    reason = _text("Its code, as in a result.")
    outcome = _text("Won or lost.", validate=OneOf(["won", "lost"]))
    text = _text("What it says.")


class GradeInfo(ResponseSchema):
    """What a solo win is worth."""

    grade = _text("Its code, as in a result.")
    flips = _number("How many jesters were flipped.")
    text = _text("What it says.")


class EffectInfo(ResponseSchema):
    """A type of effect."""

    type = _text("Its code, as in an event.")
    text = _text("What happened.")


class Limits(ResponseSchema):
    """Numbers and forms that hold for every game."""

    enemies = _number("How many enemies there are.")
    combo_ranks = List(_text("A rank."), required=True, metadata={"description": "What combos are made of."})
    combo_total = _number("What a combo is worth at the most.")
    combo_cards = _number("How many cards a combo has at the most.")
    name_length = _number("How many characters a name has at the most.")
    body_bytes = _number("How many bytes the body of a request has at the most.")
    card_pattern = _text("The regular expression of a card's code (ECMA-262).")
    action_pattern = _text("The regular expression of an action's text.")
    seed_pattern = _text("The regular expression of a seed.")


class Rules(ResponseSchema):
    """The numbers of the rulebook, and every code with a sentence for people."""

    language = _text("The language of the names and texts (BCP 47).")
    players = _list(PlayersInfo, "For each number of players.")
    enemies = _list(EnemyInfo, "The enemies in the order in which they come.")
    phases = _list(PhaseInfo, "The phases.")
    actions = _list(ActionInfo, "The kinds of actions.")
    refusals = _list(RefusalInfo, "Why an action may be refused.")
    outcomes = _list(OutcomeInfo, "Why a game may end.")
    grades = _list(GradeInfo, "What a solo win may be worth.")
    effects = _list(EffectInfo, "What an action may cause.")
    limits = Nested(Limits, required=True)
