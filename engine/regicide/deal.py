"""The deal: a function of the seed, which anyone with SHA-256 and a sort can work out again.

A card's place depends on the seed, the label of the shuffle and the card alone, so that two teams that play one seed
meet the same castle, the same hands and, where their discard piles differ, still the same relative order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from regicide.cards import ALL_BUT_JESTERS, CODES, ENEMIES, JESTER_CARDS, Card, CardSet, card_set, members, ranked
from regicide.errors import ImpossibleGame, MalformedSeed
from regicide.rulebook import FULL_HAND, JESTERS_IN_TAVERN
from regicide.sentence import Sentence

_SEED: Final = re.compile(r"[\x21-\x7e]{1,128}")

_CODES: Final = tuple(code.encode("ascii") for code in CODES)
_CASTLE: Final = tuple(
    (label, tuple(members(ranked(rank)))) for label, rank in (("jacks", "J"), ("queens", "Q"), ("kings", "K"))
)


class Deal(NamedTuple):
    """What a seed deals: the castle and the tavern from their top cards, and the hands by seat."""

    castle: tuple[Card, ...]
    tavern: tuple[Card, ...]
    hands: tuple[CardSet, ...]


def check_seed(seed: str) -> str:
    """The seed itself, if it can be one: 1 to 128 printable ASCII characters (0x21 to 0x7E).

    Raises MalformedSeed otherwise. The message does not repeat the text.
    """
    if not _SEED.fullmatch(seed):
        raise MalformedSeed(Sentence("a seed is 1 to 128 printable ASCII characters without spaces (0x21 to 0x7E)"))
    return seed


def commitment(seed: str) -> str:
    """The hexadecimal SHA-256 that binds whoever holds the seed to it and gives nothing of it away."""
    return sha256(b"regicide-commit-1:" + seed.encode("ascii")).hexdigest()


def cards_in_game(players: int) -> CardSet:
    """All cards that are somewhere on the table. Solo jesters lie beside the game and are not among them.

    Raises ImpossibleGame for any number of players but 1, 2, 3 and 4.
    """
    if players not in FULL_HAND:
        raise ImpossibleGame(f"Regicide is for 1 to 4 players, not {players}")
    return ALL_BUT_JESTERS | card_set(JESTER_CARDS[: JESTERS_IN_TAVERN[players]])


def shuffle(seed: str, label: str, cards: Iterable[Card]) -> list[Card]:
    """The cards in ascending order of SHA-256(key || label || ":" || code), the first of them uppermost."""
    stem = _key(seed) + label.encode("ascii") + b":"
    return sorted(cards, key=lambda card: sha256(stem + _CODES[card]).digest())


def deal(seed: str, players: int) -> Deal:
    """The castle, tavern and hands of a seed.

    Raises MalformedSeed for a text that is no seed, and ImpossibleGame for an impossible number of players.
    """
    check_seed(seed)
    castle = [card for label, cards in _CASTLE for card in shuffle(seed, label, cards)]
    tavern = shuffle(seed, "tavern", _tavern(players))
    full = FULL_HAND[players]
    hands = tuple(card_set(tavern[seat * full : (seat + 1) * full]) for seat in range(players))
    return Deal(tuple(castle), tuple(tavern[players * full :]), hands)


@cache
def _tavern(players: int) -> tuple[Card, ...]:
    return tuple(members(cards_in_game(players) & ~ENEMIES))


@lru_cache(maxsize=1024)
def _key(seed: str) -> bytes:
    return sha256(b"regicide-deal-1:" + seed.encode("ascii")).digest()
