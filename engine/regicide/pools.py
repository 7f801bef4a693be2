"""Can the cards of a position come from these pools? A part of what `regicide.validity` asks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import pairwise
from operator import or_

from regicide.cards import CODES, CardSet, card_set, codes, members
from regicide.position import Position


def wrong_pools(position: Position) -> Iterator[str]:
    """What is wrong with the pools: all cards of the tavern and the hands are in one each, in the tavern's order."""
    held = reduce(or_, position.hands, 0)
    faults = list(_no_partition(position.pools, card_set(position.tavern) | held))
    yield from faults
    if not faults:
        yield from _out_of_order(position)
        yield from _drawn_from_below(position.pools, card_set(position.tavern[position.known :]), held)


def _no_partition(pools: tuple[CardSet, ...], lying: CardSet) -> Iterator[str]:
    united = twice = 0
    for pool in pools:
        twice |= united & pool
        united |= pool
    if not all(pools):
        yield "a pool has no cards"
    if twice:
        yield f"in two pools: {_list(twice)}"
    if strange := united & ~lying:
        yield f"in a pool, but neither in the tavern nor in a hand: {_list(strange)}"
    if missing := lying & ~united:
        yield f"in the tavern or in a hand, but in no pool: {_list(missing)}"


def _out_of_order(position: Position) -> Iterator[str]:
    for card in position.tavern[: position.known]:
        if 1 << card not in position.pools:
            yield f"{CODES[card]} is known to lie on top of the tavern: it has to be a pool of its own"
    places = {card: place for place, pool in enumerate(position.pools) for card in members(pool)}
    for upper, lower in pairwise(position.tavern):
        if places[upper] > places[lower]:
            yield f"{CODES[lower]} lies under {CODES[upper]} in the tavern, and its pool comes before that one's"


def _drawn_from_below(pools: tuple[CardSet, ...], undrawn: CardSet, held: CardSet) -> Iterator[str]:
    """Only an enemy killed exactly comes on top of cards that were not drawn before it."""
    above = 0
    for pool in pools:
        if drawn := above and pool & held:
            yield f"in a hand, though cards of a pool before theirs are in the tavern: {_list(drawn)}"
        above |= pool & undrawn


def _list(cards: CardSet) -> str:
    return ", ".join(codes(cards))
