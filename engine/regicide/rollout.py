"""Rollouts: fast simulated games for searches that play millions of turns.

A rollout follows the rules of `regicide.apply`, but changes in place, does not check legality, keeps no history, and
shuffles by a random number generator instead of the seed. Tests compare it with `regicide.apply`.

A move is an action encoded as an integer: the set of the cards played or discarded, the seat appointed, `YIELD_MOVE` or
`FLIP_MOVE`. The phase of the rollout determines which; phases are the integers `PLAY`, `SUFFER`, `APPOINT` and `OVER`.

>>> from random import Random
>>> from regicide import Position
>>> rollout, rng = Rollout(Position.new("open1/0", players=1)), Random(1)
>>> while moves := rollout.legal_moves():
...     rollout.play(rng.choice(moves), rng)
>>> rollout.phase == OVER, rollout.won, rollout.defeated
(True, False, 1)
"""

from __future__ import annotations

from random import Random
from typing import Final, TypeAlias

from regicide.actions import FLIP, YIELD, Action, ActionKind
from regicide.cards import CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES, Card, CardSet, size, suit, value
from regicide.combos import ATTACK_VALUES, covering_sets, playable_sets
from regicide.outcome import EndReason
from regicide.position import Position
from regicide.rulebook import ENEMIES_IN_CASTLE, FULL_HAND, Phase, attack_of, health_of

__all__ = [
    "APPOINT",
    "FLIP_MOVE",
    "OVER",
    "PLAY",
    "SUFFER",
    "YIELD_MOVE",
    "Move",
    "Rollout",
    "decode_move",
    "encode_action",
]

Move: TypeAlias = int
"""An action encoded as an integer; its meaning depends on the phase."""

YIELD_MOVE: Final = 0
"""The move that yields, in the phase PLAY."""
FLIP_MOVE: Final = -1
"""The move that flips a solo jester."""

PLAY: Final = 0
"""The phase in which cards are played, or the player yields."""
SUFFER: Final = 1
"""The phase in which cards are discarded against damage."""
APPOINT: Final = 2
"""The phase in which the next player is appointed."""
OVER: Final = 3
"""The phase of a game that has ended."""

_PHASES: Final = {Phase.PLAY: PLAY, Phase.SUFFER: SUFFER, Phase.APPOINT: APPOINT, Phase.OVER: OVER}

_ATTACK: Final = tuple(attack_of(card) if card % 13 > 9 and card < 52 else 0 for card in range(54))
_HEALTH: Final = tuple(health_of(card) if card % 13 > 9 and card < 52 else 0 for card in range(54))


def decode_move(move: Move, phase: int) -> Action:
    """The action that a move encodes in a phase."""
    if move == FLIP_MOVE:
        return FLIP
    if phase == PLAY:
        return Action.play(move) if move else YIELD
    return Action.discard(move) if phase == SUFFER else Action.appoint(move)


def encode_action(action: Action) -> Move:
    """The move that encodes an action."""
    if action.kind is ActionKind.FLIP:
        return FLIP_MOVE
    return action.seat if action.kind is ActionKind.APPOINT else action.cards


class Rollout:
    """A simulated game from a position on. Decks are lists whose last card is the top one."""

    __slots__ = (
        "attack",
        "blocked_shield",
        "castle",
        "discard",
        "enemy_health",
        "full_hand",
        "hand_sizes",
        "hands",
        "immune_suit",
        "jesters_left",
        "phase",
        "played",
        "players",
        "tavern",
        "turn",
        "won",
        "yielded_seats",
    )

    def __init__(self, position: Position) -> None:
        castle, hands = position.castle, position.hands
        self.players = len(hands)
        self.full_hand = FULL_HAND[len(hands)]
        self.phase: int = _PHASES[position.phase]
        self.turn = position.turn
        self.castle: list[Card] = [*castle[::-1]]
        self.enemy_health = _HEALTH[castle[0]] - position.damage if castle else 0
        """The enemy's health less its damage."""
        self.attack = max(0, _ATTACK[castle[0]] - position.shield) if castle else 0
        """The enemy's attack after shields."""
        self.played: CardSet = 0
        for cards in position.played:
            self.played |= cards
        self.immune_suit: CardSet = suit(castle[0]) if castle and not self.played & JESTERS else 0
        """The suit to which the enemy is immune; the empty set once immunity is cancelled."""
        self.blocked_shield = 0
        """The shield that a jester would raise: the spades blocked by immunity."""
        if self.immune_suit & self.played & SPADES:
            self.blocked_shield = sum([value(cards) for cards in position.played if cards & SPADES])
        self.tavern: list[Card] = [*position.tavern[::-1]]
        self.discard: CardSet = position.discard
        self.hands: list[CardSet] = [*hands]
        self.hand_sizes: list[int] = [size(hand) for hand in hands]
        self.yielded_seats = position.yielded_seats
        self.jesters_left = position.jesters_left
        self.won = position.reason is EndReason.LAST_KING

    @property
    def defeated(self) -> int:
        """The number of enemies defeated."""
        return ENEMIES_IN_CASTLE - len(self.castle)

    def may_yield(self) -> bool:
        """Whether the current player may yield (R1, R6)."""
        return self.yielded_seats | 1 << self.turn != (1 << self.players) - 1

    def legal_moves(self) -> list[Move]:
        """All legal moves, in the order of `Position.legal_actions`."""
        hand = self.hands[self.turn]
        flip = [FLIP_MOVE] if self.jesters_left else []
        if self.phase == PLAY:
            return playable_sets(hand) + ([YIELD_MOVE] if self.may_yield() else []) + flip
        if self.phase == SUFFER:
            return covering_sets(hand, self.attack) + flip
        return [*range(self.players)] if self.phase == APPOINT else []

    def play(self, move: Move, rng: Random) -> None:
        """Apply a legal move, up to the next choice of a player."""
        if move == FLIP_MOVE:
            self._flip()
        elif self.phase == PLAY:
            if move:
                self._play_cards(move, rng)
            else:
                self._yield()
        elif self.phase == SUFFER:
            self._discard(move)
        else:
            self._begin(move)

    # S1: play or yield

    def _play_cards(self, cards: CardSet, rng: Random) -> None:
        """Play cards, apply their suits' powers and their damage; an enemy that survives attacks (S1 to S4)."""
        self._lay_down(cards)
        if cards & JESTERS:
            self._cancel_immunity()
            self.phase = APPOINT
            return
        attack, active = ATTACK_VALUES[cards], cards & ~self.immune_suit
        if active & HEARTS:
            self._heal(attack, rng)
        if active & DIAMONDS:
            self._draw(attack)
        if active & SPADES:
            self.attack = max(0, self.attack - attack)
        elif cards & SPADES:
            self.blocked_shield += attack
        self.enemy_health -= 2 * attack if active & CLUBS else attack
        if self.enemy_health > 0:
            self._suffer()
        else:
            self._defeat()

    def _yield(self) -> None:
        """Yield: the enemy attacks."""
        self.yielded_seats |= 1 << self.turn
        self._suffer()

    def _lay_down(self, cards: CardSet) -> None:
        """Move cards from the hand to the table."""
        self.hands[self.turn] &= ~cards
        self.hand_sizes[self.turn] -= size(cards)
        self.played |= cards
        self.yielded_seats &= ~(1 << self.turn)

    # S2: suit powers

    def _cancel_immunity(self) -> None:
        """A jester: the blocked spades begin to count."""
        self.attack = max(0, self.attack - self.blocked_shield)
        self.immune_suit = self.blocked_shield = 0

    def _heal(self, attack: int, rng: Random) -> None:
        """Move as many random cards of the discard pile as the attack value under the tavern, in random order."""
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
        """Draw one card per player in turn, the current player first; players with a full hand are skipped."""
        count = min(attack, len(self.tavern), self.full_hand * self.players - sum(self.hand_sizes))
        seat = self.turn
        while count:
            if self.hand_sizes[seat] < self.full_hand:
                self.hands[seat] |= 1 << self.tavern.pop()
                self.hand_sizes[seat] += 1
                count -= 1
            seat = seat + 1 if seat + 1 < self.players else 0

    # S3: damage to the enemy

    def _defeat(self) -> None:
        """Clear the table; the same player begins a new turn against the next enemy, or the game is won."""
        enemy = self.castle.pop()
        self.discard |= self.played
        if self.enemy_health:
            self.discard |= 1 << enemy
        else:
            self.tavern.append(enemy)
        self.played = self.blocked_shield = 0
        if self.castle:
            self._reveal(self.castle[-1])
            self._begin(self.turn)
        else:
            self.won, self.phase = True, OVER
            self.enemy_health = self.attack = self.immune_suit = 0

    def _reveal(self, enemy: Card) -> None:
        self.enemy_health, self.attack, self.immune_suit = _HEALTH[enemy], _ATTACK[enemy], suit(enemy)

    # S4: the enemy's attack

    def _suffer(self) -> None:
        """Let the enemy attack the current player."""
        if self.attack:
            self.phase = SUFFER
            self._lose_if_uncovered()
        else:
            self._end_turn()

    def _lose_if_uncovered(self) -> None:
        if not self.jesters_left and value(self.hands[self.turn]) < self.attack:
            self.phase = OVER

    def _discard(self, cards: CardSet) -> None:
        """Discard against the damage."""
        self.hands[self.turn] &= ~cards
        self.hand_sizes[self.turn] -= size(cards)
        self.discard |= cards
        self._end_turn()

    # Between turns

    def _end_turn(self) -> None:
        self._begin(self.turn + 1 if self.turn + 1 < self.players else 0)

    def _begin(self, seat: int) -> None:
        """Begin the turn of a seat at S1; the game is lost if it has no legal action."""
        self.turn, self.phase = seat, PLAY
        if not (self.hands[seat] or self.jesters_left or self.may_yield()):
            self.phase = OVER

    def _flip(self) -> None:
        """Solo: discard the hand and refill it."""
        self.jesters_left -= 1
        self.discard |= self.hands[0]
        self.hands[0] = self.hand_sizes[0] = 0
        self._draw(self.full_hand)
        if self.phase == SUFFER:
            self._lose_if_uncovered()
        else:
            self._begin(0)
