"""Random numbers that both backends draw alike: multiply-with-carry (Marsaglia, 1994), in 63 bits.

The state is an array of one integer, so that functions change it in place.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from regicide_kernel.backend import compiled, integers

_MULTIPLIER: Final = 2131995753
"""2**31 times this, less 1, is a safe prime: the period is close to 2**62."""
_MASK: Final = 0xFFFFFFFF


def random_state(seed: str) -> list[int]:
    """Return the state that follows from a text."""
    state = integers(1)
    state[0] = 1 + int.from_bytes(sha256(seed.encode()).digest()[:8]) % ((_MULTIPLIER << 32) - 2)
    return state


@compiled
def draw_below(rng: list[int], number: int) -> int:
    """Return a random number from 0 on, less than `number`, which is below 2**31."""
    rng[0] = _MULTIPLIER * (rng[0] & _MASK) + (rng[0] >> 32)
    return (rng[0] & _MASK) * number >> 32


@compiled
def draw_state(rng: list[int]) -> int:
    """Return the state of other random numbers."""
    return 1 + (draw_below(rng, _MASK >> 1) << 31) + draw_below(rng, _MASK >> 1)


@compiled
def shuffle(cards: list[int], start: int, end: int, rng: list[int]) -> None:
    """Shuffle the cards of an array from `start` on, before `end` (Fisher and Yates)."""
    for place in range(end - 1, start, -1):
        other = start + draw_below(rng, place - start + 1)
        cards[place], cards[other] = cards[other], cards[place]
