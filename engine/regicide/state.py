"""The data of a position: cards, counters and phase, and the values that follow from them.

`regicide.Position` adds the rules to it. A state need not be complete or valid: the visible part of a view is a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from regicide.cards import CLUBS, JESTERS, SPADES, Card, CardSet, card_set, suit, value
from regicide.outcome import EndReason, Outcome
from regicide.rulebook import ENEMIES_IN_CASTLE, FULL_HAND, SOLO_GRADES, Phase, attack_of


class GameState(NamedTuple):
    """The data of a position. Decks are tuples of cards from the top; hands and the discard pile are sets of cards."""

    seed: str
    """The seed of the deal; the shuffles of later hearts powers depend on it."""
    phase: Phase
    turn: int
    """The seat to act; when the game is over, the seat that the outcome names."""
    castle: tuple[Card, ...]
    """The castle deck; its top card is the current enemy."""
    damage: int
    """The damage that the current enemy has taken."""
    shield: int
    """The spades that count against the current enemy."""
    played: tuple[CardSet, ...]
    """The plays against the current enemy, oldest first."""
    tavern: tuple[Card, ...]
    known_on_top: int
    """The number of cards on top of the tavern that all players know: enemies killed exactly, not drawn yet (R8)."""
    hidden_pools: tuple[CardSet, ...]
    """The cards of the tavern and the hands by origin, in the order of the tavern: each enemy killed exactly, the rest
    of the first deal, and the cards that each hearts power healed (R7). All players know from which pool a card is
    drawn; a player who has not seen a card cannot
    distinguish it from the others of its pool."""
    discard: CardSet
    hands: tuple[CardSet, ...]
    yielded_seats: int
    """The seats whose last turn was a yield (R6), as a bit set."""
    jesters_left: int
    """The solo jesters not flipped yet."""
    heart_shuffles: int
    """The number of hearts powers so far that immunity did not block: the number of the next shuffle."""
    reason: EndReason | None = None
    """Why the game is over; None before its end."""

    @property
    def players(self) -> int:
        """The number of players, 1 to 4."""
        return len(self.hands)

    @property
    def full_hand(self) -> int:
        """The maximum hand size."""
        return FULL_HAND[len(self.hands)]

    @property
    def enemy(self) -> Card | None:
        """The current enemy; None once the last king is defeated."""
        return self.castle[0] if self.castle else None

    @property
    def attack(self) -> int:
        """The current enemy's attack after shields, at least 0; 0 without an enemy."""
        return max(0, attack_of(self.castle[0]) - self.shield) if self.castle else 0

    @property
    def defeated(self) -> int:
        """The number of enemies defeated."""
        return ENEMIES_IN_CASTLE - len(self.castle)

    @property
    def immunity_cancelled(self) -> bool:
        """Whether a jester has been played against the current enemy."""
        return any(cards & JESTERS for cards in self.played)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None before its end."""
        if self.reason is None:
            return None
        won = self.reason is EndReason.LAST_KING
        grade = SOLO_GRADES[self.jesters_left] if won and self.players == 1 else None
        return Outcome(won, self.reason, self.turn, self.defeated, grade)


def initial_pools(tavern: tuple[Card, ...], known_on_top: int, hands: tuple[CardSet, ...]) -> tuple[CardSet, ...]:
    """The pools before any hearts power: each card known on top of the tavern, then all other cards as one."""
    rest = card_set(tavern[known_on_top:])
    for hand in hands:
        rest |= hand
    return (*[1 << card for card in tavern[:known_on_top]], *([rest] if rest else []))


def damage_and_shield(enemy: Card, played: Sequence[CardSet]) -> tuple[int, int]:
    """The damage that an enemy has taken from the plays against it, and the shield that counts (S2, S3)."""
    damage, immune = 0, suit(enemy)
    for cards in played:
        if cards & JESTERS:
            immune = 0
        damage += value(cards) * (2 if cards & CLUBS & ~immune else 1)
    shield = sum(value(cards) for cards in played if cards & SPADES & ~immune)
    return damage, shield
