"""Schemas of the reference, and the codes of powers and kinds of cards. Later versions may add codes."""

from __future__ import annotations

from typing import Annotated, TypedDict

from marshmallow.validate import Range

from regicide_api.schemas import enums
from regicide_api.schemas.responses import ActionText, Card


class CardInfo(TypedDict):
    """A card."""

    code: Annotated[Card, "Its code."]
    rank: Annotated[str | None, enums.RANK, "Its rank; null for a jester."]
    suit: Annotated[str | None, enums.SUIT, "Its suit; null for a jester."]
    name: Annotated[str, "Its name in words."]
    kind: Annotated[str, enums.CARD_KIND, "Its kind."]
    value: Annotated[int, Range(0), "Its value as an attack and as a discard."]
    attack: Annotated[int | None, Range(0), "Its attack as an enemy; null for all but J, Q and K."]
    health: Annotated[int | None, Range(0), "Its health as an enemy; null for all but J, Q and K."]
    power: Annotated[str, enums.POWER, "Its power when played."]


class SuitInfo(TypedDict):
    """A suit."""

    suit: Annotated[str, enums.SUIT, "Its letter."]
    name: Annotated[str, "Its name in words."]
    power: Annotated[str, enums.POWER, "Its power."]


class PowerInfo(TypedDict):
    """A power of a suit or of the jesters."""

    power: Annotated[str, enums.POWER, "Its code."]
    text: Annotated[str, "Description of the power."]


class KindInfo(TypedDict):
    """A kind of card."""

    kind: Annotated[str, enums.CARD_KIND, "Its code."]
    text: Annotated[str, "Description of the kind."]


class CardReference(TypedDict):
    """All cards, suits, powers and kinds."""

    language: Annotated[str, "The language of the names and texts (BCP 47)."]
    cards: Annotated[list[CardInfo], "All cards in canonical order."]
    suits: Annotated[list[SuitInfo], "The suits in canonical order."]
    powers: Annotated[list[PowerInfo], "The powers."]
    kinds: Annotated[list[KindInfo], "The kinds of cards."]


class PlayersInfo(TypedDict):
    """The numbers that depend on the number of players."""

    players: Annotated[int, Range(0), "The number of players."]
    full_hand: Annotated[int, Range(0), "The maximum hand size, which is the size at the start."]
    jesters: Annotated[int, Range(0), "The number of jesters in the tavern deck."]
    flips: Annotated[int, Range(0), "The number of jesters that can be flipped."]


class EnemyInfo(TypedDict):
    """A rank of enemies."""

    rank: Annotated[str, enums.RANK, "The rank."]
    name: Annotated[str, "Its name in words."]
    count: Annotated[int, Range(0), "Their number in the castle."]
    attack: Annotated[int, Range(0), "Their attack."]
    health: Annotated[int, Range(0), "Their health."]
    value: Annotated[int, Range(0), "Their value in a hand."]


class PhaseInfo(TypedDict):
    """A phase."""

    phase: Annotated[str, enums.PHASE, "Its code, as in a view."]
    text: Annotated[str, "Description of what the player to act has to do."]


class ActionInfo(TypedDict):
    """A kind of action."""

    kind: Annotated[str, enums.ACTION_KIND, "Its code."]
    pattern: Annotated[str, "The regular expression of its texts (ECMA-262)."]
    example: Annotated[ActionText, "An example."]
    text: Annotated[str, "Description of the action and its text."]


class RefusalInfo(TypedDict):
    """A reason why an action is illegal."""

    reason: Annotated[str, enums.REFUSAL_REASON, "Its code, as in the problem `illegal-action`."]
    text: Annotated[str, "Description."]


class OutcomeInfo(TypedDict):
    """A reason why a game ended."""

    reason: Annotated[str, enums.END_REASON, "Its code, as in a result."]
    outcome: Annotated[str, enums.OUTCOME, "Won or lost."]
    text: Annotated[str, "Description."]


class GradeInfo(TypedDict):
    """A grade of a solo win."""

    grade: Annotated[str, enums.GRADE, "Its code, as in a result."]
    flips: Annotated[int, Range(0), "The number of flipped jesters."]
    text: Annotated[str, "Description."]


class EffectInfo(TypedDict):
    """A type of effect."""

    type: Annotated[str, enums.EFFECT_TYPE, "Its code, as in an event."]
    text: Annotated[str, "Description of the effect."]


class Limits(TypedDict):
    """Limits and patterns of every game."""

    enemies: Annotated[int, Range(0), "The number of enemies."]
    combo_ranks: Annotated[list[Annotated[str, enums.RANK, "A rank."]], "The ranks that form combos."]
    combo_total: Annotated[int, Range(0), "The maximum total value of a combo."]
    combo_cards: Annotated[int, Range(0), "The maximum number of cards in a combo."]
    name_length: Annotated[int, Range(0), "The maximum length of a name."]
    body_bytes: Annotated[int, Range(0), "The maximum size of a request body in bytes."]
    card_pattern: Annotated[str, "The regular expression of a card's code (ECMA-262)."]
    action_pattern: Annotated[str, "The regular expression of an action's text."]
    seed_pattern: Annotated[str, "The regular expression of a seed."]


class RuleSection(TypedDict):
    """A section of the rules."""

    id: Annotated[str, "Its id: a lowercase word, the same in all languages."]
    title: Annotated[str, "Its title."]
    paragraphs: Annotated[list[Annotated[str, "A paragraph, as plain text."]], "Its paragraphs in order."]


class Rules(TypedDict):
    """The numbers of the rulebook, and every code with a description."""

    language: Annotated[str, "The language of the names and texts (BCP 47)."]
    players: Annotated[list[PlayersInfo], "The numbers that depend on the number of players."]
    enemies: Annotated[list[EnemyInfo], "The ranks of enemies in the order of the castle."]
    phases: Annotated[list[PhaseInfo], "The phases."]
    actions: Annotated[list[ActionInfo], "The kinds of actions."]
    refusals: Annotated[list[RefusalInfo], "The reasons why an action may be illegal."]
    outcomes: Annotated[list[OutcomeInfo], "The reasons why a game may end."]
    grades: Annotated[list[GradeInfo], "The grades of solo wins."]
    effects: Annotated[list[EffectInfo], "The types of effects."]
    limits: Limits
    sections: Annotated[
        list[RuleSection] | None,
        "With `include=sections`: the rules of the game for players, in paragraphs. Null without the parameter.",
    ]
