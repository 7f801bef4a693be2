"""The order of play: deals outside, teams inside, so that a cup that is stopped at any moment is a fair comparison."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from regicide_arena.cup.plan import Lineup

FIRST_BLOCK: Final = 8
LARGEST_BLOCK: Final = 1000


class Block(NamedTuple):
    """Deals that every lineup plays before the next ones begin: from number `first` up to, but not with, `end`."""

    first: int
    end: int


class Shard(NamedTuple):
    """The unit of work: a lineup, and the deals that it plays, from number `first` up to, but not with, `end`."""

    lineup: Lineup
    first: int
    end: int

    @property
    def games(self) -> int:
        """How many games it is."""
        return self.end - self.first


def blocks(deals: int) -> Iterator[Block]:
    """The blocks of so many deals. They grow: at any moment no lineup is far ahead, and there are not many of them."""
    first = 0
    while first < deals:
        end = min(deals, first + min(LARGEST_BLOCK, max(FIRST_BLOCK, first // 4)))
        yield Block(first, end)
        first = end
