"""The words of reviews: cards, actions, endings, chances and costs as people read them, and the costliest moments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from regicide import Action, ActionKind, Card, EndReason, Outcome, card_name, parse_card
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.review.record import GameMove
from regicide_arena.review.review import COSTLY, OpenMoveReview, Review, costliest, whole_points

LEAST_SHOWN: Final = 0.005
"""The distance of a chance from certainty: a smaller one would be rounded to 0% or 100%."""
JESTER: Final = "jester"
_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_ENDINGS: Final = {
    EndReason.LAST_KING: "the last king is defeated",
    EndReason.CANNOT_COVER_DAMAGE: "the hand could not cover the damage",
    EndReason.CANNOT_PLAY_OR_YIELD: "no card could be played, and yielding was not allowed",
    EndReason.TIMEOUT: "the time was up",
    EndReason.GIVEN_UP: "the game was given up",
}


def end_text(outcome: Outcome) -> str:
    """Return how the game ended, in a sentence."""
    if outcome.won:
        return f"The game was won{f' with {outcome.grade}' if outcome.grade else ''}."
    enemies = f"{outcome.defeated} of {ENEMIES_IN_CASTLE} enemies defeated"
    return f"The game was lost with {enemies}: {ending(outcome.reason)}."


def moment_lines(review: Review) -> list[str]:
    """Return the costliest moments in words."""
    found = [moment_text(move, review.game.names) for move in costliest(review.moves)]
    return found or [f"No action cost {points(COSTLY)} or more of the chance to win."]


def moment_text(move: OpenMoveReview, names: Sequence[str]) -> str:
    """Return sentences: which seat, what was played, what was better, what it cost, and the chances to win."""
    what, better = (action_text(action, names) for action in (move["action"], move["best"][0]["action"]))
    chances = f"chance to win: {chance(move['won_before'])} before, {chance(move['won_after'])} after"
    cost = f"It cost {points(move['cost'])} ({chances})."
    return f"Move {move['number']}, {names[move['seat']]}: {what}; better: {better}. {cost}"


def enemies_to_fall(review: Review) -> list[str]:
    """Return the enemy that fell with each action, empty where none fell."""
    return [*map(_enemy_to_fall, review.game.moves)]


def _enemy_to_fall(move: GameMove) -> str:
    has_fallen = len(move.after.castle) < len(move.before.castle)
    return card_text(move.before.castle[0]) if has_fallen else ""


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
    return ">99%" if 1 - LEAST_SHOWN <= share < 1 else f"{whole_points(share)}%"


def points(cost: float) -> str:
    """Format a cost in percentage points: `16 points`; empty for less than half a point."""
    number = whole_points(cost)
    return f"{number} point{'' if number == 1 else 's'}" if number else ""


def _cards(text: str, separator: str) -> list[str]:
    return [card_text(parse_card(name)) for name in text.split(separator) if name]
