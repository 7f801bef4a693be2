"""S2: the suit powers, and the jester's."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from regicide.cards import DIAMONDS, HEARTS, SPADES, CardSet, card_set, members, size, suit, value
from regicide.deal import shuffle
from regicide.effects import CancelImmunity, Draw, Heal, Shield
from regicide.table import Table


def powers_of(table: Table, cards: CardSet) -> CardSet:
    """The cards whose suit powers work: all that the enemy is not immune to."""
    return cards if table.immunity_cancelled() else cards & ~suit(table.castle[0])


def activate(table: Table, powers: CardSet, attack: int) -> None:
    """Let each suit work once at the full attack value, hearts before diamonds."""
    if powers & HEARTS:
        heal(table, attack)
    if powers & DIAMONDS:
        draw(table, attack)
    if powers & SPADES:
        raise_shield(table, attack)


def heal(table: Table, attack: int) -> None:
    """Shuffle the discard pile and put as many of its cards as the attack value under the tavern: a pool of their own.

    Which cards they are can be worked out (R7), their order cannot.
    """
    healed = shuffle(table.seed, f"hearts-{table.heals}", members(table.discard))[:attack]
    table.heals += 1
    table.effects.append(Heal(len(healed)))
    if healed:
        cards = card_set(healed)
        table.discard &= ~cards
        table.tavern += tuple(healed)
        table.pools += (cards,)


def draw(table: Table, attack: int) -> None:
    """Let the players draw one card each in turn, the current one first; a full hand is skipped."""
    hands = table.hands
    seats = deque(_clockwise(table))
    drawn = dict.fromkeys(seats, 0)
    for card in table.tavern[:attack]:
        while seats and size(hands[seats[0]]) == table.full_hand:
            seats.popleft()
        if not seats:
            break
        hands[seats[0]] |= 1 << card
        drawn[seats[0]] |= 1 << card
        seats.rotate(-1)
    _leave_tavern(table, drawn)


def _clockwise(table: Table) -> Iterator[int]:
    """The seats in the order of play, the current one first."""
    players = len(table.hands)
    return ((table.turn + step) % players for step in range(players))


def _leave_tavern(table: Table, drawn: dict[int, CardSet]) -> None:
    """Take the drawn cards off the tavern, and tell each seat's draw. They stay in their pools: it is unseen which."""
    count = sum(map(size, drawn.values()))
    table.tavern = table.tavern[count:]
    table.known = max(0, table.known - count)
    table.effects += [Draw(seat, cards) for seat, cards in drawn.items() if cards]


def raise_shield(table: Table, amount: int) -> None:
    """Let spades count against the enemy for as long as it stands."""
    table.shield += amount
    table.effects.append(Shield(amount))


def cancel_immunity(table: Table) -> None:
    """Cancel the enemy's immunity: spades played before the jester begin to count, clubs do not."""
    table.effects.append(CancelImmunity())
    blocked = sum(value(cards) for cards in table.played if cards & SPADES & suit(table.castle[0]))
    if blocked:
        raise_shield(table, blocked)
