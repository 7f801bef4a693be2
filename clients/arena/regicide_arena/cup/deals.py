"""The deals of a cup: each from a seed that is worked out from the seed of the cup, and tells nothing of the others."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Final, NamedTuple

COMMITMENT: Final = "regicide-cup-commit-1:"
"""What stands before the seed of a cup when its commitment is worked out."""


class Deal(NamedTuple):
    """A deal: its seed, and the seat that begins."""

    seed: str
    first_player: int


def deal(cup_seed: str, players: int, number: int) -> Deal:
    """The deal with this number, from 0 on, for so many players; the first player goes round with the deals.

    The seed is HMAC-SHA256 (RFC 2104), keyed with that of the cup: who knows some of the deals' seeds cannot work out
    the others.
    """
    text = f"regicide-cup-deal-1:{players}/{number}"
    return Deal(hmac.digest(cup_seed.encode(), text.encode(), "sha256").hex(), number % players)


def commitment(cup_seed: str) -> str:
    """What can be published before a cup: SHA-256 of its seed, with which the seed can be checked afterwards.

    It binds, but hides only a seed that cannot be guessed, such as one that was made by chance.
    """
    return sha256((COMMITMENT + cup_seed).encode()).hexdigest()
