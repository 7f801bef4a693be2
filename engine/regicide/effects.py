"""What an action caused, as events tell it: a list of effects in the order in which they happened."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from regicide.cards import CODES, Card, CardSet, codes, size
from regicide.outcome import Outcome


class Heal(NamedTuple):
    """Hearts: so many cards of the discard pile went under the tavern. 0 where the pile was empty."""

    number: int


class Draw(NamedTuple):
    """A seat drew cards: by diamonds, or to refill after a flip."""

    seat: int
    cards: CardSet


class Shield(NamedTuple):
    """Spades began to count: so much less does this enemy strike for."""

    amount: int


class Damage(NamedTuple):
    """The enemy took damage, doubled by clubs."""

    amount: int


class Defeat(NamedTuple):
    """The enemy fell; exactly killed, it lies on top of the tavern."""

    enemy: Card
    exact: bool


class Reveal(NamedTuple):
    """The next card of the castle is the enemy."""

    enemy: Card


class Strike(NamedTuple):
    """The enemy attacks the current player. 0 where shields ward off all of it (R4)."""

    amount: int


class Discard(NamedTuple):
    """Cards went from the current player's hand to the discard pile."""

    cards: CardSet


class CancelImmunity(NamedTuple):
    """A jester cancelled the immunity of the enemy."""


class Turn(NamedTuple):
    """A seat begins a turn at S1."""

    seat: int


class Over(NamedTuple):
    """The game ended."""

    outcome: Outcome


Effect: TypeAlias = (
    Heal | Draw | Shield | Damage | Defeat | Reveal | Strike | Discard | CancelImmunity | Turn | Over
)  # fmt: skip


def told(effect: Effect, viewer: int | None) -> dict[str, object]:
    """An effect as JSON, as the viewer (a seat, or None for a spectator) may know it.

    The cards of a draw are told to the seat that drew and to nobody else.
    """
    if isinstance(effect, Draw) and effect.seat != viewer:
        return {"type": "draw", "seat": effect.seat, "count": size(effect.cards)}
    return told_in_full(effect)


def told_in_full(effect: Effect) -> dict[str, object]:  # noqa: C901, PLR0911 - a table, a row for each effect
    """An effect as JSON with all that it holds, as the record of a game that is over has it."""
    match effect:
        case Heal(number):
            return {"type": "heal", "count": number}
        case Draw(seat, cards):
            return {"type": "draw", "seat": seat, "count": size(cards), "cards": codes(cards)}
        case Shield(amount):
            return {"type": "shield", "amount": amount}
        case Damage(amount):
            return {"type": "damage", "amount": amount}
        case Defeat(enemy, exact):
            return {"type": "defeat", "enemy": CODES[enemy], "exact": exact}
        case Reveal(enemy):
            return {"type": "reveal", "enemy": CODES[enemy]}
        case Strike(amount):
            return {"type": "strike", "amount": amount}
        case Discard(cards):
            return {"type": "discard", "cards": codes(cards)}
        case CancelImmunity():
            return {"type": "cancel-immunity"}
        case Turn(seat):
            return {"type": "turn", "seat": seat}
        case Over(outcome):
            return {"type": "over", "outcome": "won" if outcome.won else "lost", "reason": outcome.reason.value}
