"""Cards, actions, endings, chances and costs as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from regicide import Action, ActionKind, Card, EndReason, card_name, parse_card

LEAST_SHOWN: Final = 0.005
"""The cost from which a number of points is shown, and the distance of a chance from certainty: half a point."""
JESTER: Final = "jester"

_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_ENDINGS: Final = {
    EndReason.LAST_KING: "the last king is defeated",
    EndReason.CANNOT_COVER_DAMAGE: "the hand could not cover the damage",
    EndReason.CANNOT_PLAY_OR_YIELD: "no card could be played, and yielding was not allowed",
    EndReason.TIMEOUT: "the time was up",
    EndReason.GIVEN_UP: "the game was given up",
}


def card_text(card: Card) -> str:
    """Return a card with the symbol of its suit: `10♠`, or `jester`."""
    name = card_name(card)
    return f"{name[:-1]}{_SUITS[name[-1]]}" if name[-1] in _SUITS else JESTER


def action_text(action: str, names: Sequence[str]) -> str:
    """Return an action as a verb and its object: `play A♣+5♣`, `discard 2♥ 3♥`, `appoint Bo (seat 1)`."""
    parsed = Action.parse(action)
    match parsed.kind:
        case ActionKind.PLAY:
            return f"play {'+'.join(_cards(action, '+'))}"
        case ActionKind.DISCARD:
            return f"discard {' '.join(_cards(action.removeprefix('-'), '-')) or 'nothing'}"
        case ActionKind.APPOINT:
            return f"appoint {names[parsed.seat]}"
        case ActionKind.FLIP:
            return f"flip a {JESTER}"
        case ActionKind.YIELD:
            return "yield"


def ending(reason: EndReason) -> str:
    """Return why a game has ended."""
    return _ENDINGS[reason]


def chance(share: float) -> str:
    """Format a probability in percent; only what is certain is 0% or 100%."""
    if 0 < share < LEAST_SHOWN:
        return "<1%"
    return ">99%" if 1 - LEAST_SHOWN <= share < 1 else f"{share:.0%}"


def points(cost: float) -> str:
    """Format a cost in percentage points: `16 points`; empty for less than half a point."""
    number = _rounded(cost)
    return "" if cost < LEAST_SHOWN else f"{number} point{'' if number == 1 else 's'}"


def point_number(cost: float) -> str:
    """Format a cost as the number of its percentage points; empty for less than half a point."""
    return "" if cost < LEAST_SHOWN else str(_rounded(cost))


def _rounded(cost: float) -> int:
    return max(1, round(100 * cost))


def _cards(text: str, separator: str) -> list[str]:
    return [card_text(parse_card(name)) for name in text.split(separator) if name]
