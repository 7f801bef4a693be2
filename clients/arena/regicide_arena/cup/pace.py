"""How long the games of a lineup take, so that shards last seconds: far longer than it takes to hand them out."""

from __future__ import annotations

from typing import Final

from regicide_arena.cup.order import Shard
from regicide_arena.cup.plan import Lineup

SECONDS: Final = 3.0
"""How long a shard should last."""
MOST_GAMES: Final = 2000
"""So many games at most: they are all in memory at once."""


class Pace:
    """Learns from each shard how long the next ones of its lineup will take."""

    def __init__(self) -> None:
        self._seconds: dict[Lineup, float] = {}

    def note(self, shard: Shard, seconds: float) -> None:
        """Note how long a shard took."""
        self._seconds[shard.lineup] = max(seconds / shard.games, SECONDS / MOST_GAMES)

    def games(self, lineup: Lineup) -> int:
        """How many games its next shard should have: one, as long as nothing is known."""
        seconds = self._seconds.get(lineup)
        return max(1, round(SECONDS / seconds)) if seconds else 1
