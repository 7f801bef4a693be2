"""The effects of an action, in the order in which they happened.

The first line of the docstring of an effect is its meaning for players. `to_json(viewer)` gives it as JSON, as a viewer
may know it: a seat, None for a spectator, or OMNISCIENT for a complete record.
"""

# ruff: noqa: ARG002 - every effect has the same method

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from regicide.cards import Card, CardSet, card_name, card_names, size
from regicide.outcome import Outcome

__all__ = [
    "OMNISCIENT",
    "CancelImmunity",
    "Damage",
    "Defeat",
    "Discard",
    "Draw",
    "Effect",
    "Heal",
    "Over",
    "Reveal",
    "Shield",
    "Strike",
    "Turn",
    "Viewer",
]

Viewer: TypeAlias = int | None
"""A seat, None for a spectator, or OMNISCIENT."""

OMNISCIENT: Final = -1
"""The viewer that sees the cards of every draw; for records of games that are over."""


class Heal(NamedTuple):
    """Cards of the discard pile went under the tavern deck.

    By hearts; none if the pile was empty. All players know the cards, which were in the discard pile, but not their
    order.
    """

    cards: CardSet

    @property
    def number(self) -> int:
        """The number of the cards."""
        return size(self.cards)

    def to_json(self, viewer: Viewer) -> dict[str, object]:
        """The effect as JSON."""
        return {"type": "heal", "count": self.number, "cards": card_names(self.cards)}


class Draw(NamedTuple):
    """A player drew cards.

    By diamonds, or to refill the hand after a flip.
    """

    seat: int
    cards: CardSet

    def to_json(self, viewer: Viewer) -> dict[str, object]:
        """The effect as JSON; it contains the cards for the seat that drew them alone."""
        drawn: dict[str, object] = {"type": "draw", "seat": self.seat, "count": size(self.cards)}
        return drawn | {"cards": card_names(self.cards)} if viewer in (self.seat, OMNISCIENT) else drawn


class Shield(NamedTuple):
    """The attack of the enemy is reduced from now on.

    Spades began to count.
    """

    amount: int

    def to_json(self, viewer: Viewer) -> dict[str, object]:
        """The effect as JSON."""
        return {"type": "shield", "amount": self.amount}


class Damage(NamedTuple):
    """The enemy took damage.

    It is doubled by clubs.
    """

    amount: int

    def to_json(self, viewer: Viewer) -> dict[str, object]:
        """The effect as JSON."""
        return {"type": "damage", "amount": self.amount}


class Defeat(NamedTuple):
    """The enemy is defeated; killed exactly, it lies on top of the tavern deck."""

    enemy: Card
    exact: bool

    def to_json(self, viewer: Viewer) -> dict[str, object]:
        """The effect as JSON."""
        return {"type": "defeat", "enemy": card_name(self.enemy), "exact": self.exact}


class Reveal(NamedTuple):
    """The next card of the castle is the enemy now."""

    enemy: Card

    def to_json(self, viewer: Viewer) -> dict[str, object]:
        """The effect as JSON."""
        return {"type": "reveal", "enemy": card_name(self.enemy)}


class Strike(NamedTuple):
    """The enemy strikes; 0 if shields absorb all damage.

    It attacked the current player (R4).
    """

    amount: int

    def to_json(self, viewer: Viewer) -> dict[str, object]:
        """The effect as JSON."""
        return {"type": "strike", "amount": self.amount}


class Discard(NamedTuple):
    """A player discarded cards."""

    cards: CardSet

    def to_json(self, viewer: Viewer) -> dict[str, object]:
        """The effect as JSON."""
        return {"type": "discard", "cards": card_names(self.cards)}


class CancelImmunity(NamedTuple):
    """A jester cancelled the immunity of the enemy."""

    def to_json(self, viewer: Viewer) -> dict[str, object]:
        """The effect as JSON."""
        return {"type": "cancel-immunity"}


class Turn(NamedTuple):
    """A player begins a turn.

    The seat is at S1.
    """

    seat: int

    def to_json(self, viewer: Viewer) -> dict[str, object]:
        """The effect as JSON."""
        return {"type": "turn", "seat": self.seat}


class Over(NamedTuple):
    """The game ended."""

    outcome: Outcome

    def to_json(self, viewer: Viewer) -> dict[str, object]:
        """The effect as JSON."""
        won, reason = self.outcome.won, self.outcome.reason
        return {"type": "over", "outcome": "won" if won else "lost", "reason": reason.value}


Effect: TypeAlias = (
    Heal | Draw | Shield | Damage | Defeat | Reveal | Strike | Discard | CancelImmunity | Turn | Over
)  # fmt: skip
"""An effect of an action."""
