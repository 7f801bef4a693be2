"""The powers of the suits and of the jester (S2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from regicide.cards import DIAMONDS, HEARTS, SPADES, CardSet, card_set, members, size, suit, value
from regicide.deck import shuffle
from regicide.effects import CancelImmunity, Draw, Heal, Shield
from regicide.turn_state import TurnState


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
    hands = state.hands
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
