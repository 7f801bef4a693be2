"""What all players know of the hidden cards: the pool that each of them belongs to (R7), as in `regicide.state`.

A pool has the cards of the tavern and the hands that came there together: the rest of the first deal, the cards that a
hearts power has healed, or an enemy killed exactly. All players know from which pool a card is drawn.
"""

from __future__ import annotations

from typing import Annotated

from regicide_kernel.backend import compiled, lowest
from regicide_kernel.game import Game, tavern_cards
from regicide_kernel.record import Record, SixtyFour


class Knowledge(Record):
    """The pools of a game at one moment. A pool has a number below 64, which is free again once all see its cards."""

    hidden: int
    """The cards of the tavern and of the hands."""
    put_down: int
    """The cards that the player to act has put down against the present damage, which the others do not see yet."""
    pool_of: SixtyFour
    """The pool of each hidden card."""
    sizes: SixtyFour
    """The number of cards of each pool that the seat does not hold for which they were counted last (`count_pools`)."""
    in_tavern: SixtyFour
    above: SixtyFour
    """The number of cards of the tavern above the first one of the pool."""
    in_hands: Annotated[list[int], 256, "i1"]
    """By pool and seat, at `4 * pool + seat`."""


@compiled
def note_deal(game: Game, knowledge: Knowledge) -> None:
    """All cards of a new deal are one pool."""
    knowledge.hidden = _hidden_cards(game)
    knowledge.put_down = 0
    for card in range(54):
        knowledge.pool_of[card] = 0


@compiled
def note_move(game: Game, knowledge: Knowledge, discard: int) -> None:
    """Update the pools after a move, before which the discard pile had the cards `discard`."""
    hidden = _hidden_cards(game)
    kept, came = hidden & knowledge.hidden, hidden & ~knowledge.hidden
    knowledge.hidden = hidden
    knowledge.put_down = 0
    for cards in (came & discard, came & ~discard):
        if cards:
            pool, rest = _free_pool(knowledge, kept), cards
            while rest:
                knowledge.pool_of[lowest(rest)] = pool
                rest &= rest - 1
            kept |= cards


@compiled
def _hidden_cards(game: Game) -> int:
    return tavern_cards(game) | game.hands[0] | game.hands[1] | game.hands[2] | game.hands[3]


@compiled
def _free_pool(knowledge: Knowledge, cards: int) -> int:
    """The lowest number that no pool of these cards has."""
    used, rest = 0, cards
    while rest:
        used |= 1 << knowledge.pool_of[lowest(rest)]
        rest &= rest - 1
    return lowest(~used)


@compiled
def count_pools(game: Game, knowledge: Knowledge, viewer: int) -> None:
    """Count the cards of each pool that are hidden from a seat, by where they are."""
    for pool in range(64):
        knowledge.sizes[pool] = 0
        knowledge.in_tavern[pool] = 0
    for place in range(256):
        knowledge.in_hands[place] = 0
    for depth in range(game.tavern_size):
        card = game.tavern[game.tavern_bottom + game.tavern_size - 1 - depth & 63]
        pool = knowledge.pool_of[card]
        if knowledge.in_tavern[pool] == 0:
            knowledge.above[pool] = depth
        knowledge.in_tavern[pool] += 1
        knowledge.sizes[pool] += 1
    for seat in range(game.players):
        if seat != viewer:
            rest = game.hands[seat]
            while rest:
                pool = knowledge.pool_of[lowest(rest)]
                knowledge.in_hands[4 * pool + seat] += 1
                knowledge.sizes[pool] += 1
                rest &= rest - 1
