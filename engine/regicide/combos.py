"""The sets of cards that can be played together (S1), or discarded against damage (S4).

Lists are in a fixed order. Every view needs them, so the functions here use tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final

from regicide.actions import Action, discard_actions
from regicide.cards import (
    ALL_BUT_JESTERS,
    CARD_NAMES,
    COMPANIONS,
    JESTERS,
    VALUES,
    CardSet,
    card_set,
    cards_of_ranks,
    members,
    size,
    value,
)
from regicide.rulebook import COMBO_LIMIT, COMBO_RANKS, FULL_HAND

__all__ = ["PLAYS", "playable_sets"]


def _combined_plays() -> Iterator[CardSet]:
    """Every set of two to four cards that a player may play together (S1)."""
    yield from (pair for pair in _sets(ALL_BUT_JESTERS, 2) if pair & COMPANIONS)
    for rank in COMBO_RANKS:
        same_rank = cards_of_ranks([rank])
        yield from (combo for count in (2, 3, 4) for combo in _sets(same_rank, count) if value(combo) <= COMBO_LIMIT)


def _sets(cards: CardSet, count: int) -> Iterator[CardSet]:
    return map(card_set, combinations(members(cards), count))


_SINGLES: Final = {1 << card: Action.play(1 << card) for card in members(ALL_BUT_JESTERS | JESTERS)}
_COMBINED: Final = {cards: Action.play(cards) for cards in _combined_plays()}

PLAYS: Final[dict[CardSet, Action]] = _SINGLES | _COMBINED
"""Every play that S1 allows, by its cards: a single card, a companion with another card, a combo of 2 to 5."""


def _partners(first: CardSet) -> tuple[CardSet, dict[CardSet, list[CardSet]]]:
    """The later cards that combine with a card; and for each set of them, the plays with that card."""
    combined = [cards for cards in _COMBINED if cards & -cards == first]
    partners = 0
    for cards in combined:
        partners |= cards ^ first
    return partners, {
        subset: [cards for cards in combined if not cards & ~(subset | first)] for subset in _subsets(partners)
    }


def _subsets(cards: CardSet) -> list[CardSet]:
    """All subsets of a set; each card doubles the list made from the cards before it."""
    subsets = [0]
    for card in members(cards):
        subsets += [subset | 1 << card for subset in subsets]
    return subsets


_PARTNERS: Final = {first: _partners(first) for first in _SINGLES if first & ALL_BUT_JESTERS & ~COMPANIONS}
"""The partners of each card that combines with few others; a companion combines with every other card."""

_COMBO_CARDS: Final = cards_of_ranks(COMBO_RANKS)

_VALUE_SHIFT: Final = 54
_CARDS: Final = ALL_BUT_JESTERS | JESTERS
_WITH_VALUE: Final = {card: VALUES[card] << _VALUE_SHIFT | card for card in _SINGLES}

_BY_SIZE: Final = [sorted(range(1 << number), key=int.bit_count) for number in range(max(FULL_HAND.values()) + 1)]
"""For each hand size, the indexes of the subsets in the order of `_subsets`, smallest subsets first."""


def covers(cards: CardSet, attack: int) -> bool:
    """Whether discarding these cards covers an attack; discarding more than needed is allowed (S4, R2)."""
    return value(cards) >= attack


@lru_cache(maxsize=1 << 10)
def plays(hand: CardSet) -> tuple[Action, ...]:
    """Every play that a hand allows (S1): single cards first, then combinations."""
    return tuple([PLAYS[cards] for cards in playable_sets(hand)])


def playable_sets(hand: CardSet) -> list[CardSet]:
    """The cards of every play that a hand allows (S1): single cards first, then combinations."""
    singles, rest = [], hand
    while rest:  # twice as fast as `members`
        singles.append(rest & -rest)
        rest &= rest - 1
    if not (hand & COMPANIONS or _has_combo(hand)):
        return singles
    playable = singles[:]
    for first in singles:
        if first & COMPANIONS:
            playable += [first | other for other in singles if first < other <= ALL_BUT_JESTERS]
        elif first <= ALL_BUT_JESTERS:
            partners, combined = _PARTNERS[first]
            playable += combined[hand & partners]
    return playable


def _has_combo(hand: CardSet) -> bool:
    """Whether a hand holds two cards of the same rank from 2 to 5."""
    low_cards = hand & _COMBO_CARDS
    return bool(low_cards & (low_cards >> 13 | low_cards >> 26 | low_cards >> 39))


@lru_cache(maxsize=1 << 8)
def discards(hand: CardSet, attack: int) -> tuple[Action, ...]:
    """Every set of cards from a hand that covers an attack (S4, R2), smallest sets first."""
    return tuple(discard_actions(covering_sets(hand, attack)))


def covering_sets(hand: CardSet, attack: int) -> list[CardSet]:
    """The cards of every discard that covers an attack, in the order of `discards`."""
    subsets, least = _subsets_with_values(hand), attack << _VALUE_SHIFT
    return [subsets[place] & _CARDS for place in _BY_SIZE[size(hand)] if subsets[place] >= least]


@lru_cache(maxsize=1 << 8)
def discard_texts(hand: CardSet, attack: int) -> list[str]:
    """The texts of `discards`, in a fraction of the time."""
    texts = [""]
    for card in members(hand):
        suffix = f"-{CARD_NAMES[card]}"
        texts += [text + suffix for text in texts]
    subsets, least = _subsets_with_values(hand), attack << _VALUE_SHIFT
    return [texts[place] for place in _BY_SIZE[size(hand)] if subsets[place] >= least]


def _subsets_with_values(hand: CardSet) -> list[int]:
    """All subsets of a hand in the order of `_subsets`, each with its value in the bits above its cards."""
    subsets, rest = [0], hand
    while rest:
        card = _WITH_VALUE[rest & -rest]
        subsets += [subset + card for subset in subsets]
        rest &= rest - 1
    return subsets
