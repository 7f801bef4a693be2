"""The table while a turn is carried out: a position in the making."""

from __future__ import annotations

from regicide.cards import JESTERS, CardSet
from regicide.effects import Discard, Effect, Turn
from regicide.outcome import Reason
from regicide.position import Position
from regicide.rulebook import Phase


class Table:
    """A copy of a position that changes, and the effects of what happened to it so far."""

    __slots__ = (
        "castle",
        "damage",
        "discard",
        "effects",
        "flips",
        "full_hand",
        "hands",
        "heals",
        "known",
        "phase",
        "played",
        "pools",
        "reason",
        "seed",
        "shield",
        "tavern",
        "turn",
        "yielded",
    )

    def __init__(self, position: Position) -> None:
        (
            self.seed,
            self.phase,
            self.turn,
            self.castle,
            self.damage,
            self.shield,
            self.played,
            self.tavern,
            self.known,
            self.pools,
            self.discard,
            hands,
            self.yielded,
            self.flips,
            self.heals,
            self.reason,
        ) = position
        self.hands = list(hands)
        self.full_hand = position.full_hand
        self.effects: list[Effect] = []

    def position(self) -> Position:
        """The table as a value."""
        return Position(
            self.seed,
            self.phase,
            self.turn,
            self.castle,
            self.damage,
            self.shield,
            self.played,
            self.tavern,
            self.known,
            self.pools,
            self.discard,
            tuple(self.hands),
            self.yielded,
            self.flips,
            self.heals,
            self.reason,
        )

    def immunity_cancelled(self) -> bool:
        """Whether a jester lies against the enemy."""
        return any(cards & JESTERS for cards in self.played)

    def lay_down(self, cards: CardSet) -> None:
        """Move cards from the hand to the table, where they lie until the enemy is defeated (R9)."""
        self.leave_hand(cards)
        self.played += (cards,)
        self.yielded &= ~(1 << self.turn)

    def discard_from_hand(self, cards: CardSet) -> None:
        """Move cards from the current player's hand to the discard pile."""
        self.leave_hand(cards)
        self.discard |= cards
        self.effects.append(Discard(cards))

    def leave_hand(self, cards: CardSet) -> None:
        """Take cards out of the current player's hand; all see them, so they are in no pool any more."""
        self.hands[self.turn] &= ~cards
        self.pools = tuple([rest for pool in self.pools if (rest := pool & ~cards)])

    def begin_turn(self, seat: int) -> None:
        """Let a seat begin a turn at S1."""
        self.turn, self.phase = seat, Phase.PLAY
        self.effects.append(Turn(seat))

    def end(self, reason: Reason) -> None:
        """End the game."""
        self.phase, self.reason = Phase.OVER, reason
