"""The mutable state of a turn in progress."""

from __future__ import annotations

from regicide.cards import JESTERS, CardSet
from regicide.effects import Discard, Effect, Turn
from regicide.outcome import EndReason
from regicide.position import Position
from regicide.rulebook import Phase


class TurnState:
    """A mutable copy of a position, with the effects so far."""

    __slots__ = (
        "castle",
        "damage",
        "discard",
        "effects",
        "full_hand",
        "hands",
        "heart_shuffles",
        "hidden_pools",
        "jesters_left",
        "known_on_top",
        "phase",
        "played",
        "reason",
        "seed",
        "shield",
        "tavern",
        "turn",
        "yielded_seats",
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
            self.known_on_top,
            self.hidden_pools,
            self.discard,
            hands,
            self.yielded_seats,
            self.jesters_left,
            self.heart_shuffles,
            self.reason,
        ) = position
        self.hands = list(hands)
        self.full_hand = position.full_hand
        self.effects: list[Effect] = []

    def position(self) -> Position:
        """The state as a position."""
        return Position(
            self.seed,
            self.phase,
            self.turn,
            self.castle,
            self.damage,
            self.shield,
            self.played,
            self.tavern,
            self.known_on_top,
            self.hidden_pools,
            self.discard,
            tuple(self.hands),
            self.yielded_seats,
            self.jesters_left,
            self.heart_shuffles,
            self.reason,
        )

    def immunity_cancelled(self) -> bool:
        """Whether a jester has been played against the enemy."""
        return any(cards & JESTERS for cards in self.played)

    def lay_down(self, cards: CardSet) -> None:
        """Move cards from the hand to the table, where they stay until the enemy is defeated (R9)."""
        self.remove_from_hand(cards)
        self.played += (cards,)
        self.yielded_seats &= ~(1 << self.turn)

    def discard_from_hand(self, cards: CardSet) -> None:
        """Move cards from the current player's hand to the discard pile."""
        self.remove_from_hand(cards)
        self.discard |= cards
        self.effects.append(Discard(cards))

    def remove_from_hand(self, cards: CardSet) -> None:
        """Remove cards from the current player's hand, and from their pools: all players see them."""
        self.hands[self.turn] &= ~cards
        self.hidden_pools = tuple([rest for pool in self.hidden_pools if (rest := pool & ~cards)])

    def begin_turn(self, seat: int) -> None:
        """Begin the turn of a seat at S1."""
        self.turn, self.phase = seat, Phase.PLAY
        self.effects.append(Turn(seat))

    def end(self, reason: EndReason) -> None:
        """End the game."""
        self.phase, self.reason = Phase.OVER, reason
