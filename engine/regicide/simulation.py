"""A game played ahead: the same rules as `act`, without the proofs, for searches that play millions of turns.

A simulation changes in place, trusts whoever plays it to take legal moves only, keeps no history, and shuffles with a
quick generator of random numbers in place of the seed. Its moves are numbers. Tests hold it to what `act` does.
"""

from __future__ import annotations

from random import Random
from typing import Final

from regicide.cards import CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES, Card, CardSet, size, suit, value
from regicide.moves import APPOINT, FLIP_MOVE, OVER, PHASE_NUMBERS, PLAY, SUFFER, YIELD_MOVE, Move
from regicide.options import ATTACK_VALUES, covering, playable
from regicide.outcome import Reason
from regicide.position import Position
from regicide.rulebook import ENEMIES_IN_CASTLE, FULL_HAND, attack_of, health_of

_ATTACK: Final = tuple(attack_of(card) if card % 13 > 9 and card < 52 else 0 for card in range(54))
_HEALTH: Final = tuple(health_of(card) if card % 13 > 9 and card < 52 else 0 for card in range(54))


class Simulation:
    """A position that is played on. Decks are lists whose last card is the top one."""

    __slots__ = (
        "blocked",
        "castle",
        "discard",
        "flips",
        "full_hand",
        "hands",
        "immune",
        "left",
        "phase",
        "played",
        "players",
        "sizes",
        "strike",
        "tavern",
        "turn",
        "won",
        "yielded",
    )

    def __init__(self, position: Position) -> None:
        castle, hands = position.castle, position.hands
        self.players = len(hands)
        self.full_hand = FULL_HAND[len(hands)]
        self.phase: int = PHASE_NUMBERS[position.phase]
        self.turn = position.turn
        self.castle: list[Card] = [*castle[::-1]]
        self.left = _HEALTH[castle[0]] - position.damage if castle else 0
        """The health that the enemy has left."""
        self.strike = max(0, _ATTACK[castle[0]] - position.shield) if castle else 0
        """What the enemy strikes for, shields taken off."""
        self.played: CardSet = 0
        for cards in position.played:
            self.played |= cards
        self.immune: CardSet = suit(castle[0]) if castle and not self.played & JESTERS else 0
        """The suit that the enemy is immune to; no cards where there is none."""
        self.blocked = 0
        """The spades that would count if a jester were played."""
        if self.immune & self.played & SPADES:
            self.blocked = sum([value(cards) for cards in position.played if cards & SPADES])
        self.tavern: list[Card] = [*position.tavern[::-1]]
        self.discard: CardSet = position.discard
        self.hands: list[CardSet] = [*hands]
        self.sizes: list[int] = [size(hand) for hand in hands]
        self.yielded = position.yielded
        self.flips = position.flips
        self.won = position.reason is Reason.LAST_KING

    @property
    def defeated(self) -> int:
        """How many enemies have fallen."""
        return ENEMIES_IN_CASTLE - len(self.castle)

    def may_yield(self) -> bool:
        """Whether the yield rule lets the current player yield (R1, R6)."""
        return self.yielded | 1 << self.turn != (1 << self.players) - 1

    def moves(self) -> list[Move]:
        """All legal moves, in the order of `regicide.legal_actions`."""
        hand = self.hands[self.turn]
        flip = [FLIP_MOVE] if self.flips else []
        if self.phase == PLAY:
            return playable(hand) + ([YIELD_MOVE] if self.may_yield() else []) + flip
        if self.phase == SUFFER:
            return covering(hand, self.strike) + flip
        return [*range(self.players)] if self.phase == APPOINT else []

    def take(self, move: Move, rng: Random) -> None:
        """Carry out a legal move, and all that follows from it without a choice."""
        if move == FLIP_MOVE:
            self._flip()
        elif self.phase == PLAY:
            if move:
                self._play(move, rng)
            else:
                self._yield()
        elif self.phase == SUFFER:
            self._discard(move)
        else:
            self._begin(move)

    # S1: play or yield

    def _play(self, cards: CardSet, rng: Random) -> None:
        """Play cards, their suits' powers, the damage, and, if the enemy still stands, its attack (S1 to S4)."""
        self._lay_down(cards)
        if cards & JESTERS:
            self._cancel_immunity()
            self.phase = APPOINT
            return
        attack, powers = ATTACK_VALUES[cards], cards & ~self.immune
        if powers & HEARTS:
            self._heal(attack, rng)
        if powers & DIAMONDS:
            self._draw(attack)
        if powers & SPADES:
            self.strike = max(0, self.strike - attack)
        elif cards & SPADES:
            self.blocked += attack
        self.left -= 2 * attack if powers & CLUBS else attack
        if self.left > 0:
            self._suffer()
        else:
            self._defeat()

    def _yield(self) -> None:
        """Yield: only the damage is suffered."""
        self.yielded |= 1 << self.turn
        self._suffer()

    def _lay_down(self, cards: CardSet) -> None:
        """Move cards from the hand to the table."""
        self.hands[self.turn] &= ~cards
        self.sizes[self.turn] -= size(cards)
        self.played |= cards
        self.yielded &= ~(1 << self.turn)

    # S2: suit powers

    def _cancel_immunity(self) -> None:
        """A jester: spades that were blocked begin to count."""
        self.strike = max(0, self.strike - self.blocked)
        self.immune = self.blocked = 0

    def _heal(self, attack: int, rng: Random) -> None:
        """Put so many random cards of the discard pile under the tavern, in random order."""
        random, cards, rest = rng.random, [], self.discard
        while rest:
            cards.append((rest & -rest).bit_length() - 1)
            rest &= rest - 1
        cards.sort(key=lambda _: random())
        healed = cards[:attack]
        for card in healed:
            self.discard ^= 1 << card
        self.tavern[:0] = healed

    def _draw(self, attack: int) -> None:
        """Let the players draw one card each in turn, the current one first; a full hand is skipped."""
        count = min(attack, len(self.tavern), self.full_hand * self.players - sum(self.sizes))
        seat = self.turn
        while count:
            if self.sizes[seat] < self.full_hand:
                self.hands[seat] |= 1 << self.tavern.pop()
                self.sizes[seat] += 1
                count -= 1
            seat = seat + 1 if seat + 1 < self.players else 0

    # S3: damage, and is the enemy defeated?

    def _defeat(self) -> None:
        """Clear the table of the enemy; the same player begins a new turn against the next one, or all have won."""
        enemy = self.castle.pop()
        self.discard |= self.played
        if self.left:
            self.discard |= 1 << enemy
        else:
            self.tavern.append(enemy)
        self.played = self.blocked = 0
        if self.castle:
            self._reveal(self.castle[-1])
            self._begin(self.turn)
        else:
            self.won, self.phase = True, OVER
            self.left = self.strike = self.immune = 0

    def _reveal(self, enemy: Card) -> None:
        self.left, self.strike, self.immune = _HEALTH[enemy], _ATTACK[enemy], suit(enemy)

    # S4: suffer damage

    def _suffer(self) -> None:
        """Let the enemy attack the current player."""
        if self.strike:
            self.phase = SUFFER
            self._lose_if_uncovered()
        else:
            self._end_turn()

    def _lose_if_uncovered(self) -> None:
        if not self.flips and value(self.hands[self.turn]) < self.strike:
            self.phase = OVER

    def _discard(self, cards: CardSet) -> None:
        """Discard against the damage."""
        self.hands[self.turn] &= ~cards
        self.sizes[self.turn] -= size(cards)
        self.discard |= cards
        self._end_turn()

    # Between turns

    def _end_turn(self) -> None:
        self._begin(self.turn + 1 if self.turn + 1 < self.players else 0)

    def _begin(self, seat: int) -> None:
        """Let a seat begin a turn at S1; the game is lost if it can do nothing."""
        self.turn, self.phase = seat, PLAY
        if not (self.hands[seat] or self.flips or self.may_yield()):
            self.phase = OVER

    def _flip(self) -> None:
        """Solo: discard the hand and refill it."""
        self.flips -= 1
        self.discard |= self.hands[0]
        self.hands[0] = self.sizes[0] = 0
        self._draw(self.full_hand)
        if self.phase == SUFFER:
            self._lose_if_uncovered()
        else:
            self._begin(0)
