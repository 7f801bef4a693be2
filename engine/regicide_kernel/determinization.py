"""Determinization: deals the hidden cards anew, as any position that is consistent with the view may have them."""

from __future__ import annotations

from typing import Annotated

from regicide import InformationSet
from regicide_kernel.backend import compiled, records
from regicide_kernel.game import Game
from regicide_kernel.random_numbers import shuffle
from regicide_kernel.record import Four, Record, SixtyFour


class HiddenCards(Record):
    """The pools of cards that a player cannot distinguish, the pool on top of the tavern first."""

    pools: int
    cards: SixtyFour
    """The cards of all pools."""
    ends: Annotated[list[int], 64]
    """The place after the last card of each pool."""
    hands: Annotated[list[int], 256]
    """The number of cards of each pool in each hand, at `4 * pool + seat`."""
    ranks: int
    rank_ends: Four
    """The place after the last enemy of each rank that is hidden in the castle, kings first."""


def hidden_cards(information_set: InformationSet) -> HiddenCards:
    """Return the hidden cards of the view of the seat whose turn it is."""
    hidden = records(HiddenCards, 1)[0]
    end = 0
    for number, pool in enumerate(information_set.pools):
        hidden.cards[end : end + len(pool.cards)] = pool.cards
        end += len(pool.cards)
        hidden.ends[number] = end
        hidden.hands[4 * number : 4 * number + len(pool.hands)] = pool.hands
    hidden.pools = len(information_set.pools)
    end = 0
    for rank in reversed(information_set.castle_ranks):
        end += len(rank)
        hidden.rank_ends[hidden.ranks] = end
        hidden.ranks += 1
    return hidden


@compiled
def determinize(game: Game, hidden: HiddenCards, rng: list[int]) -> None:
    """Deal some cards of each pool to the hands and the others to the tavern, and shuffle the ranks of the castle.

    The tavern of the game has its size, and no cards yet; the castle has its enemies in any order of each rank.
    """
    start, top = 0, game.tavern_size
    for pool in range(hidden.pools):
        end = hidden.ends[pool]
        shuffle(hidden.cards, start, end, rng)
        for seat in range(game.players):
            for _ in range(hidden.hands[4 * pool + seat]):
                game.hands[seat] |= 1 << hidden.cards[start]
                start += 1
        while start < end:
            top -= 1
            game.tavern[top] = hidden.cards[start]
            start += 1
    start = 0
    for rank in range(hidden.ranks):
        shuffle(game.castle, start, hidden.rank_ends[rank], rng)
        start = hidden.rank_ends[rank]
