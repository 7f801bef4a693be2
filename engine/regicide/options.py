"""What can be played from a hand, and what can be discarded against damage: sets of cards, and lists of them.

The order of a list is fixed. Searches ask for millions of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final

from regicide.actions import Action, each_discard, play
from regicide.cards import (
    ALL_BUT_JESTERS,
    CODES,
    COMPANIONS,
    JESTERS,
    VALUES,
    CardSet,
    card_set,
    members,
    ranked,
    size,
    value,
)
from regicide.rulebook import COMBO_LIMIT, COMBO_RANKS, FULL_HAND


def _plays_of_several() -> Iterator[CardSet]:
    """Every set of two to four cards that S1 lets a player play together."""
    yield from (pair for pair in _sets(ALL_BUT_JESTERS, 2) if pair & COMPANIONS)
    for rank in COMBO_RANKS:
        yield from (combo for count in (2, 3, 4) for combo in _sets(ranked(rank), count) if value(combo) <= COMBO_LIMIT)


def _sets(cards: CardSet, count: int) -> Iterator[CardSet]:
    return map(card_set, combinations(members(cards), count))


_SINGLES: Final = {1 << card: play(1 << card) for card in members(ALL_BUT_JESTERS | JESTERS)}
_SEVERAL: Final = {cards: play(cards) for cards in _plays_of_several()}

PLAYS: Final[dict[CardSet, Action]] = _SINGLES | _SEVERAL
"""Every play that S1 knows, by its cards: a single card, a companion with another card, a combo of 2 to 5."""

ATTACK_VALUES: Final = {cards: value(cards) for cards in PLAYS}
"""What each play attacks with."""


def _together(first: CardSet) -> tuple[CardSet, dict[CardSet, list[CardSet]]]:
    """The cards that go with a card and come after it; and for each set of them, what can be played with that card."""
    together = [cards for cards in _SEVERAL if cards & -cards == first]
    partners = 0
    for cards in together:
        partners |= cards ^ first
    return partners, {
        held: [cards for cards in together if not cards & ~(held | first)] for held in _subsets_of(partners)
    }


def _subsets_of(cards: CardSet) -> list[CardSet]:
    """All sets of some of these cards, so ordered that each card doubles what there was before it."""
    subsets = [0]
    for card in members(cards):
        subsets += [subset | 1 << card for subset in subsets]
    return subsets


_TOGETHER: Final = {first: _together(first) for first in _SINGLES if first & ALL_BUT_JESTERS & ~COMPANIONS}
"""What can be played with each card that goes with a few others only; a companion goes with every other card."""

_COMBO_CARDS: Final = ranked(COMBO_RANKS)

_VALUE: Final = 54
_CARDS: Final = ALL_BUT_JESTERS | JESTERS
_WITH_VALUE: Final = {card: VALUES[card] << _VALUE | card for card in _SINGLES}

_BY_SIZE: Final = [sorted(range(1 << number), key=int.bit_count) for number in range(max(FULL_HAND.values()) + 1)]
"""The places of the subsets of so many cards, as `_subsets_of` has them, those of the fewest cards first."""


def covers(cards: CardSet, attack: int) -> bool:
    """Whether discarding these cards satisfies an attack; more than is needed may be discarded (S4, R2)."""
    return value(cards) >= attack


@lru_cache(maxsize=1 << 10)
def plays(hand: CardSet) -> tuple[Action, ...]:
    """Every play that a hand allows (S1): the single cards, then those of several cards."""
    return tuple([PLAYS[cards] for cards in playable(hand)])


def playable(hand: CardSet) -> list[CardSet]:
    """The cards of every play that a hand allows, in the order of `plays`."""
    singles, rest = [], hand
    while rest:  # what `members` does, but in half the time: searches ask for millions of hands
        singles.append(rest & -rest)
        rest &= rest - 1
    if not (hand & COMPANIONS or _has_twins(hand)):
        return singles
    playable = singles[:]
    for first in singles:
        if first & COMPANIONS:
            playable += [first | other for other in singles if first < other <= ALL_BUT_JESTERS]
        elif first <= ALL_BUT_JESTERS:
            partners, together = _TOGETHER[first]
            playable += together[hand & partners]
    return playable


def _has_twins(hand: CardSet) -> bool:
    """Whether a hand holds two cards of one rank that is low enough for combos."""
    ranks = hand & _COMBO_CARDS
    return bool(ranks & (ranks >> 13 | ranks >> 26 | ranks >> 39))


@lru_cache(maxsize=1 << 8)
def discards(hand: CardSet, attack: int) -> tuple[Action, ...]:
    """Every set of cards from a hand that satisfies an attack (S4, R2), those with the fewest cards first."""
    return tuple(each_discard(covering(hand, attack)))


def covering(hand: CardSet, attack: int) -> list[CardSet]:
    """The cards of every discard that satisfies an attack, in the order of `discards`."""
    subsets, least = _subsets_with_values(hand), attack << _VALUE
    return [subsets[place] & _CARDS for place in _BY_SIZE[size(hand)] if subsets[place] >= least]


@lru_cache(maxsize=1 << 8)
def discard_texts(hand: CardSet, attack: int) -> list[str]:
    """The texts of `discards`, in a fraction of the time."""
    texts = [""]
    for card in members(hand):
        dashed = f"-{CODES[card]}"
        texts += [text + dashed for text in texts]
    subsets, least = _subsets_with_values(hand), attack << _VALUE
    return [texts[place] for place in _BY_SIZE[size(hand)] if subsets[place] >= least]


def _subsets_with_values(hand: CardSet) -> list[int]:
    """All sets of some of these cards, ordered as by `_subsets_of`; in the bits above its cards each has its value."""
    subsets, rest = [0], hand
    while rest:
        card = _WITH_VALUE[rest & -rest]
        subsets += [subset + card for subset in subsets]
        rest &= rest - 1
    return subsets
