"""Can the cards of a position come from these pools? A part of what `regicide.validity` asks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from regicide.cards import CODES, CardSet, card_set, codes, members
from regicide.position import Position


def wrong_pools(position: Position) -> Iterator[str]:
    """What is wrong with the pools: all cards of the tavern and the hands are in one each, in the tavern's order."""
    faults = list(_no_partition(position))
    yield from faults
    if not faults:
        yield from _out_of_order(position)
        yield from _drawn_from_below(position)


def _no_partition(position: Position) -> Iterator[str]:
    lying, united, twice = _lying(position), 0, 0
    for pool in position.pools:
        twice |= united & pool
        united |= pool
    if not all(position.pools):
        yield "a pool has no cards"
    if twice:
        yield f"in two pools: {_list(twice)}"
    if strange := united & ~lying:
        yield f"in a pool, but neither in the tavern nor in a hand: {_list(strange)}"
    if missing := lying & ~united:
        yield f"in the tavern or in a hand, but in no pool: {_list(missing)}"


def _lying(position: Position) -> CardSet:
    lying = card_set(position.tavern)
    for hand in position.hands:
        lying |= hand
    return lying


def _out_of_order(position: Position) -> Iterator[str]:
    for card in position.tavern[: position.known]:
        if 1 << card not in position.pools:
            yield f"{CODES[card]} is known to lie on top of the tavern: it has to be a pool of its own"
    places = {card: place for place, pool in enumerate(position.pools) for card in members(pool)}
    for upper, lower in pairwise(position.tavern):
        if places[upper] > places[lower]:
            yield f"{CODES[lower]} lies under {CODES[upper]} in the tavern, and its pool comes before that one's"


def _drawn_from_below(position: Position) -> Iterator[str]:
    """Only an enemy killed exactly comes on top of cards that were not drawn before it."""
    undrawn = card_set(position.tavern[position.known :])
    held = _lying(position) & ~card_set(position.tavern)
    below = 0
    for pool in position.pools:
        if drawn := below and pool & held:
            yield f"in a hand, though cards of a pool before theirs are in the tavern: {_list(drawn)}"
        below |= pool & undrawn


def _list(cards: CardSet) -> str:
    return ", ".join(codes(cards))
