"""The index of deadlines, which ends overdue turns of games that no client requests.

The entry of a deadline is written before the commit that sets it. The game decides whether the deadline still holds.
The index has SETS sets, which a cluster spreads over its servers: each action of a game with a clock writes to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Final
from zlib import crc32

from redis.exceptions import RedisError

from regicide_api.domain.game import HostedGame
from regicide_api.storage.game_store import Store
from regicide_api.storage.sorted_sets import Entry

SETS: Final = 16
_SETS: Final = [f"deadlines:{number}" for number in range(SETS)]
BATCH_SIZE: Final = 32
"""The overdue turns of a set that are ended between two looks at it."""
MAX_SWEEP_S: Final = 0.5
"""The time after which the rest of the overdue turns is left to the next sweep: the caller waits for its own."""
RETRY_DELAY_MS: Final = 15_000
"""Delay before another attempt at a game on an unreachable node of a cluster."""


def set_name(game_id: str) -> str:
    """The set with the deadline of a game."""
    return _SETS[crc32(game_id.encode()) % SETS]


def index_entries(game: HostedGame, ttl_s: int) -> list[Entry]:
    """The index entry of a game with a deadline."""
    return [Entry(set_name(game.id), game.id, game.deadline, ttl_s)] if game.deadline else []


@dataclass(frozen=True, slots=True)
class TurnTimeouts:
    """All deadlines. `apply_timeout` loads a game and applies its deadline if that is over; None: no such game."""

    store: Store
    apply_timeout: Callable[[str], HostedGame | None]
    ttl_s: int

    def end_overdue_turns(self, at_ms: int) -> None:
        """End the turns whose deadline is over, for at most MAX_SWEEP_S; `at_ms` is in milliseconds since 1970."""
        end, has_more = time.monotonic() + MAX_SWEEP_S, True
        while has_more and time.monotonic() < end:
            lowest = self.store.sorted_sets.lowest(_SETS, BATCH_SIZE)
            overdue = [[game_id for game_id, deadline in of_set if deadline <= at_ms] for of_set in lowest]
            for game_id in takewhile(lambda _: time.monotonic() < end, chain.from_iterable(overdue)):
                self._end_turn(game_id, at_ms)
            has_more = BATCH_SIZE in map(len, overdue)

    def _end_turn(self, game_id: str, at_ms: int) -> None:
        """Apply a deadline and correct its entry; retry later if the game's node is unreachable."""
        try:
            self._update_entry(game_id, self.apply_timeout(game_id))
        except RedisError:
            self.store.sorted_sets.write([Entry(set_name(game_id), game_id, at_ms + RETRY_DELAY_MS, self.ttl_s)])

    def _update_entry(self, game_id: str, game: HostedGame | None) -> None:
        if game and game.deadline:
            self.store.sorted_sets.write(index_entries(game, self.ttl_s))
        else:
            self.store.sorted_sets.remove([game_id], set_name(game_id))
