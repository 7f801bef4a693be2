"""The words of the game: cards, actions and endings as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from regicide import Action, ActionKind, Card, EndReason, Outcome, card_name, parse_card
from regicide.rulebook import ENEMIES_IN_CASTLE

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


def cards_text(names: Iterable[str], separator: str = " ") -> str:
    """Return cards, given by their names, with the symbols of their suits: `2♥ 3♥`."""
    return separator.join(card_text(parse_card(name)) for name in names)


def action_text(action: str, names: Sequence[str]) -> str:
    """Return an action as a verb and its object: `play A♣+5♣`, `discard 2♥ 3♥`, `appoint Bo (seat 1)`."""
    parsed = Action.parse(action)
    match parsed.kind:
        case ActionKind.PLAY:
            return f"play {cards_text(action.split('+'), '+')}"
        case ActionKind.DISCARD:
            return f"discard {cards_text(filter(None, action.split('-'))) or 'nothing'}"
        case ActionKind.APPOINT:
            return f"appoint {names[parsed.seat]}"
        case ActionKind.FLIP:
            return f"flip a {JESTER}"
        case ActionKind.YIELD:
            return "yield"


def end_text(outcome: Outcome) -> str:
    """Return how the game ended, in a sentence."""
    if outcome.won:
        return f"The game was won{f' with {outcome.grade}' if outcome.grade else ''}."
    enemies = f"{outcome.defeated} of {ENEMIES_IN_CASTLE} enemies defeated"
    return f"The game was lost with {enemies}: {ending(outcome.reason)}."


def ending(reason: EndReason) -> str:
    """Return why a game has ended."""
    return _ENDINGS[reason]
