"""The cards of the reference: the engine's facts with texts in the language of the client."""

from __future__ import annotations

from typing import Any, Final

from regicide.cards import CARD_NAMES, COMPANIONS, ENEMIES, JESTERS, SUITS, Card, rank, value
from regicide.rulebook import attack_of, health_of
from regicide_api.reference.texts import text
from regicide_api.schemas.enums import CARD_KIND, JESTER_POWER, POWERS

_ENEMY_KINDS: Final = {"J": "jack", "Q": "queen", "K": "king"}


def cards(language: str) -> dict[str, Any]:
    """The cards in canonical order, the suits, the powers and the kinds."""
    return {
        "language": language,
        "cards": [_card(card, language) for card in range(len(CARD_NAMES))],
        "suits": [{"suit": suit, "name": text(f"suit.{suit}", language), "power": POWERS[suit]} for suit in SUITS],
        "powers": [
            {"power": power, "text": text(f"power.{power}", language)} for power in (*POWERS.values(), JESTER_POWER)
        ],
        "kinds": [{"kind": kind, "text": text(f"kind.{kind}", language)} for kind in CARD_KIND.values],
    }


def kind_of(card: Card) -> str:
    """The kind of a card."""
    if 1 << card & JESTERS:
        return "jester"
    if 1 << card & COMPANIONS:
        return "companion"
    return _ENEMY_KINDS.get(rank(card), "number")


def name_of(card: Card, language: str) -> str:
    """The name of a card in words."""
    if 1 << card & JESTERS:
        return text("jester", language).format(number=CARD_NAMES[card][1:])
    named = text(f"rank.{rank(card)}", language), text(f"suit.{CARD_NAMES[card][-1]}", language)
    return text("card", language).format(rank=named[0], suit=named[1])


def _card(card: Card, language: str) -> dict[str, Any]:
    suited, enemy = not 1 << card & JESTERS, bool(1 << card & ENEMIES)
    suit = CARD_NAMES[card][-1] if suited else None
    return {
        "code": CARD_NAMES[card],
        "rank": rank(card) if suited else None,
        "suit": suit,
        "name": name_of(card, language),
        "kind": kind_of(card),
        "value": value(1 << card),
        "attack": attack_of(card) if enemy else None,
        "health": health_of(card) if enemy else None,
        "power": POWERS[suit] if suit else JESTER_POWER,
    }
