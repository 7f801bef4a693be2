"""Turns: what each action does to the state of a game, step by step (S1 to S4).

The powers of the suits (S2), the damage and the fall of an enemy (S3), and its strike (S4) change a mutable state.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from operator import attrgetter
from typing import Final

from regicide.actions import Action, ActionKind
from regicide.cards import CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES, Card, CardSet, card_set, members, size, suit, value
from regicide.deck import shuffle
from regicide.effects import (
    CancelImmunity,
    Damage,
    Defeat,
    Discard,
    Draw,
    Effect,
    Heal,
    Over,
    Reveal,
    Shield,
    Strike,
    Turn,
)
from regicide.errors import GameOver
from regicide.legality import loss_reason, why_illegal
from regicide.message import Message
from regicide.outcome import EndReason
from regicide.position import IllegalAction, Position
from regicide.rulebook import Phase, attack_of, health_of

_members: Final = attrgetter(*Position._fields)


class TurnState:
    """A mutable copy of a position, with the same members, and the effects so far."""

    __slots__ = (*Position._fields, "effects", "full_hand")

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
            self.hands,
            self.yielded_seats,
            self.jesters_left,
            self.heart_shuffles,
            self.reason,
        ) = position
        self.full_hand = position.full_hand
        self.effects: list[Effect] = []

    def position(self) -> Position:
        """The state as a position."""
        return Position._make(_members(self))

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
        self.set_hand(self.turn, self.hands[self.turn] & ~cards)
        self.hidden_pools = tuple([rest for pool in self.hidden_pools if (rest := pool & ~cards)])

    def set_hand(self, seat: int, cards: CardSet) -> None:
        """Replace the hand of a seat."""
        self.hands = (*self.hands[:seat], cards, *self.hands[seat + 1 :])

    def begin_turn(self, seat: int) -> None:
        """Begin the turn of a seat at S1."""
        self.turn, self.phase = seat, Phase.PLAY
        self.effects.append(Turn(seat))

    def end(self, reason: EndReason) -> None:
        """End the game."""
        self.phase, self.reason = Phase.OVER, reason


def active_cards(state: TurnState, cards: CardSet) -> CardSet:
    """The cards of a play whose suit powers work: those to which the enemy is not immune."""
    return cards if state.immunity_cancelled() else cards & ~suit(state.castle[0])


def activate(state: TurnState, active: CardSet, attack: int) -> None:
    """Apply each suit's power once at the full attack value, hearts before diamonds. Clubs double the damage later."""
    if active & HEARTS:
        heal(state, attack)
    if active & DIAMONDS:
        draw(state, attack)
    if active & SPADES:
        raise_shield(state, attack)


def heal(state: TurnState, attack: int) -> None:
    """Shuffle the discard pile and move as many of its cards as the attack value under the tavern, as a new pool.

    All players know these cards (R7), but not their order.
    """
    healed = shuffle(state.seed, f"hearts-{state.heart_shuffles}", members(state.discard))[:attack]
    state.heart_shuffles += 1
    cards = card_set(healed)
    state.effects.append(Heal(cards))
    if healed:
        state.discard &= ~cards
        state.tavern += tuple(healed)
        state.hidden_pools += (cards,)


def draw(state: TurnState, attack: int) -> None:
    """Draw one card per player in turn, the current player first; players with a full hand are skipped."""
    hands = list(state.hands)
    seats = deque(_clockwise(state))
    drawn = dict.fromkeys(seats, 0)
    for card in state.tavern[:attack]:
        while seats and size(hands[seats[0]]) == state.full_hand:
            seats.popleft()
        if not seats:
            break
        hands[seats[0]] |= 1 << card
        drawn[seats[0]] |= 1 << card
        seats.rotate(-1)
    state.hands = tuple(hands)
    _remove_from_tavern(state, drawn)


def _clockwise(state: TurnState) -> Iterator[int]:
    """The seats in the order of play, the current one first."""
    players = len(state.hands)
    return ((state.turn + step) % players for step in range(players))


def _remove_from_tavern(state: TurnState, drawn: dict[int, CardSet]) -> None:
    """Remove the drawn cards from the tavern, and record each seat's draw.

    The cards stay in their pools: the other players do not see which of them were drawn.
    """
    count = sum(map(size, drawn.values()))
    state.tavern = state.tavern[count:]
    state.known_on_top = max(0, state.known_on_top - count)
    state.effects += [Draw(seat, cards) for seat, cards in drawn.items() if cards]


def raise_shield(state: TurnState, amount: int) -> None:
    """Add spades to the shield, which lasts until the enemy is defeated."""
    state.shield += amount
    state.effects.append(Shield(amount))


def cancel_immunity(state: TurnState) -> None:
    """Cancel the enemy's immunity: spades played before the jester begin to count, clubs do not."""
    state.effects.append(CancelImmunity())
    blocked = sum(value(cards) for cards in state.played if cards & SPADES & suit(state.castle[0]))
    if blocked:
        raise_shield(state, blocked)


def deal_damage(state: TurnState, amount: int) -> None:
    """Deal damage to the enemy (S3); it is defeated, or it attacks."""
    state.damage += amount
    state.effects.append(Damage(amount))
    if state.damage >= health_of(state.castle[0]):
        _defeat_enemy(state)
    else:
        suffer(state)


def _defeat_enemy(state: TurnState) -> None:
    """Clear the table; the same player begins a new turn against the next enemy, or the game is won."""
    enemy, exact = state.castle[0], state.damage == health_of(state.castle[0])
    state.effects.append(Defeat(enemy, exact))
    _bury(state, enemy, exact=exact)
    state.castle = state.castle[1:]
    state.damage, state.shield, state.played = 0, 0, ()
    if state.castle:
        state.effects.append(Reveal(state.castle[0]))
        state.begin_turn(state.turn)
    else:
        state.end(EndReason.LAST_KING)


def _bury(state: TurnState, enemy: Card, *, exact: bool) -> None:
    """Discard the played cards and the enemy; an enemy killed exactly goes on top of the tavern instead.

    There it is a pool of one card: all players know it, also after it is drawn.
    """
    for cards in state.played:
        state.discard |= cards
    if exact:
        state.tavern = (enemy, *state.tavern)
        state.known_on_top += 1
        state.hidden_pools = (1 << enemy, *state.hidden_pools)
    else:
        state.discard |= 1 << enemy


def suffer(state: TurnState) -> None:
    """Let the enemy attack the current player (S4)."""
    strike = max(0, attack_of(state.castle[0]) - state.shield)
    state.effects.append(Strike(strike))
    if strike == 0:
        state.begin_turn((state.turn + 1) % len(state.hands))
    else:
        state.phase = Phase.SUFFER


def apply(position: Position, action: Action) -> Position:
    """The position after an action of the player whose turn it is.

    Raises IllegalAction, with the reason, for an action that the rules do not allow; and GameOver when the game has
    ended.
    """
    return step(position, action)[0]


def step(position: Position, action: Action) -> tuple[Position, tuple[Effect, ...]]:
    """The position after an action, and the effects of the action.

    Raises the errors of `apply`.
    """
    _require_not_over(position)
    if refusal := why_illegal(position, action):
        raise IllegalAction(position, refusal)
    state = TurnState(position)
    _apply_to(state, action)
    after = state.position()
    if lost := loss_reason(after):
        state.end(lost)
        after = state.position()
    return _with_end(after, state.effects)


def time_out(position: Position) -> tuple[Position, tuple[Effect, ...]]:
    """The position after the time limit of a turn ran out, which loses the game, and the effects of the timeout.

    Raises GameOver when the game has ended.
    """
    return _end(position, EndReason.TIMEOUT)


def give_up(position: Position) -> tuple[Position, tuple[Effect, ...]]:
    """The position after the players gave the game up, which loses it, and the effects of that.

    Raises GameOver when the game has ended.
    """
    return _end(position, EndReason.GIVEN_UP)


def _end(position: Position, reason: EndReason) -> tuple[Position, tuple[Effect, ...]]:
    _require_not_over(position)
    state = TurnState(position)
    state.end(reason)
    return _with_end(state.position(), state.effects)


def _require_not_over(position: Position) -> None:
    if position.phase is Phase.OVER:
        raise GameOver(Message("the game is over"))


def _with_end(after: Position, effects: list[Effect]) -> tuple[Position, tuple[Effect, ...]]:
    """The position and the effects; Over is the last effect if the game has ended."""
    outcome = after.outcome
    return after, (*effects, Over(outcome)) if outcome else tuple(effects)


def _apply_to(state: TurnState, action: Action) -> None:
    """Apply a legal action to a state, up to the next choice of a player."""
    match action.kind:
        case ActionKind.PLAY if action.cards & JESTERS:
            _play_jester(state, action.cards)
        case ActionKind.PLAY:
            _play_cards(state, action.cards)
        case ActionKind.YIELD:
            _yield_turn(state)
        case ActionKind.DISCARD:
            state.discard_from_hand(action.cards)
            state.begin_turn((state.turn + 1) % len(state.hands))
        case ActionKind.APPOINT:
            state.begin_turn(action.seat)
        case ActionKind.FLIP:
            _flip_jester(state)


def _play_cards(state: TurnState, cards: CardSet) -> None:
    """Play cards, apply their suits' powers and their damage; an enemy that survives attacks (S1 to S4)."""
    state.lay_down(cards)
    active = active_cards(state, cards)
    activate(state, active, value(cards))
    deal_damage(state, value(cards) * (2 if active & CLUBS else 1))


def _play_jester(state: TurnState, jester: CardSet) -> None:
    """Play a jester: S3 and S4 are skipped; the player appoints the seat that takes the next turn."""
    if not state.immunity_cancelled():
        cancel_immunity(state)
    state.lay_down(jester)
    state.phase = Phase.APPOINT


def _yield_turn(state: TurnState) -> None:
    """Yield: S2 and S3 are skipped, the enemy attacks."""
    state.yielded_seats |= 1 << state.turn
    suffer(state)


def _flip_jester(state: TurnState) -> None:
    """Solo: discard the hand and refill it. This is not the power of diamonds, and cancels no immunity."""
    state.jesters_left -= 1
    state.discard_from_hand(state.hands[state.turn])
    draw(state, state.full_hand)
