"""The deal and the shuffles: functions of the seed, reproducible with SHA-256 and a sort.

The place of a card depends on the seed, the label of the shuffle and the card alone. So two teams that play one seed
get the same castle and the same hands; and if their discard piles differ, the cards in both are healed in the same
relative order.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from regicide.cards import (
    ALL_BUT_JESTERS,
    CARD_NAMES,
    ENEMIES,
    JESTER_CARDS,
    Card,
    CardSet,
    card_set,
    cards_of_ranks,
    members,
)
from regicide.errors import ImpossibleGame, MalformedNonce, MalformedSeed
from regicide.message import Message
from regicide.rulebook import FULL_HAND, JESTERS_IN_TAVERN

_SEED: Final = re.compile(r"[\x21-\x7e]{1,128}")
_NONCE: Final = re.compile(r"[0-9A-Fa-f]{32}")

_NAMES: Final = tuple(name.encode("ascii") for name in CARD_NAMES)
_CASTLE: Final = tuple(
    (label, tuple(members(cards_of_ranks(rank)))) for label, rank in (("jacks", "J"), ("queens", "Q"), ("kings", "K"))
)


class Deal(NamedTuple):
    """The cards that a seed deals."""

    castle: tuple[Card, ...]
    """The castle deck, from its top card."""
    tavern: tuple[Card, ...]
    """The tavern deck, from its top card."""
    hands: tuple[CardSet, ...]
    """The hands, by seat."""


def validate_seed(seed: str) -> str:
    """The seed itself, if it is valid: 1 to 128 printable ASCII characters (0x21 to 0x7E).

    Raises MalformedSeed otherwise. The message does not repeat the text.
    """
    if not _SEED.fullmatch(seed):
        raise MalformedSeed(Message("a seed is 1 to 128 printable ASCII characters without spaces (0x21 to 0x7E)"))
    return seed


def commitment(seed: str, nonce: str | None = None) -> str:
    """The hexadecimal SHA-256 that commits a dealer to a seed without revealing it.

    With a nonce of 32 random hexadecimal characters it hides even a seed that can be guessed; without one, a guess can
    be checked. All nonces have one length, so that no other nonce and seed have the same hashed text.

    Raises MalformedNonce if the nonce is not 32 hexadecimal characters.
    """
    if nonce is None:
        return sha256(b"regicide-commit-1:" + seed.encode("ascii")).hexdigest()
    if not _NONCE.fullmatch(nonce):
        raise MalformedNonce("invalid nonce: expected 32 hexadecimal characters")
    return sha256(b"regicide-commit-2:%b:%b" % (nonce.encode("ascii"), seed.encode("ascii"))).hexdigest()


def cards_in_game(players: int) -> CardSet:
    """All cards of a game, without the solo jesters, which lie beside it.

    Raises ImpossibleGame unless there are 1 to 4 players.
    """
    if not isinstance(players, int) or players not in FULL_HAND:
        raise ImpossibleGame(f"invalid number of players {players!r}: expected 1 to 4")
    return ALL_BUT_JESTERS | card_set(JESTER_CARDS[: JESTERS_IN_TAVERN[players]])


def numbered_deal(key: str, players: int, number: int) -> tuple[str, int]:
    """The seed and the first player of a deal in the series of a key, by its number from 0; players begin in turn.

    Tournaments have such series. The seed is HMAC-SHA256 (RFC 2104): the seeds of some deals do not reveal others.
    Raises ImpossibleGame unless there are 1 to 4 players.
    """
    cards_in_game(players)
    text = f"regicide-cup-deal-1:{players}/{number}"
    return hmac.digest(key.encode(), text.encode(), "sha256").hex(), number % players


def shuffle(seed: str, label: str, cards: Iterable[Card]) -> list[Card]:
    """The cards from the top, in ascending order of SHA-256(key || label || ":" || name).

    The key is SHA-256("regicide-deal-1:" || seed).
    """
    stem = _key(seed) + label.encode("ascii") + b":"
    return sorted(cards, key=lambda card: sha256(stem + _NAMES[card]).digest())


def deal(seed: str, players: int) -> Deal:
    """The castle, tavern and hands of a seed.

    Raises MalformedSeed for an invalid seed, and ImpossibleGame for an invalid number of players.
    """
    validate_seed(seed)
    castle = [card for label, cards in _CASTLE for card in shuffle(seed, label, cards)]
    tavern = shuffle(seed, "tavern", _tavern_cards(players))
    full = FULL_HAND[players]
    hands = tuple(card_set(tavern[seat * full : (seat + 1) * full]) for seat in range(players))
    return Deal(tuple(castle), tuple(tavern[players * full :]), hands)


@cache
def _tavern_cards(players: int) -> tuple[Card, ...]:
    return tuple(members(cards_in_game(players) & ~ENEMIES))


@lru_cache(maxsize=1024)
def _key(seed: str) -> bytes:
    return sha256(b"regicide-deal-1:" + seed.encode("ascii")).digest()
