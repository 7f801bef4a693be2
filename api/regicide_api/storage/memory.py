"""The memory that a store has left.

A server that has reached `maxmemory` (without eviction, which would lose games) rejects every write: games in progress
stop with it. So the share that new games and agents may fill is smaller.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, Final

from redis.exceptions import ResponseError

CACHE_S: Final = 1.0
"""How long a reading is used. One process creates at most some thousand games in it."""

BYTES_PER_MB: Final = 1_000_000


class StoreMemory:
    """The used share of the memory of a store, from 0 to 1: in a cluster, of the fullest primary.

    `read` returns the section `memory` of the answer to INFO of each server; `limit_mb` bounds the memory of each
    server in addition to its `maxmemory` (0: not). Without both, the limit is the memory of the server's machine.
    """

    def __init__(self, read: Callable[[], Sequence[Mapping[str, Any]]], limit_mb: int) -> None:
        self._read = read
        self._limit_bytes = limit_mb * BYTES_PER_MB
        self._share = 0.0
        self._read_at = -math.inf
        self._reading = Lock()

    def used_share(self) -> float:
        """The used share, read at most once in CACHE_S. While one thread reads, the others use the last reading.

        Servers of a cluster that are unreachable, and servers that do not tell their memory, do not count: 0 if all
        are. Raises RedisError if a single server does not respond: the creation would wait for it once more.
        """
        if time.monotonic() - self._read_at >= CACHE_S and self._reading.acquire(blocking=False):
            try:
                self._share = max(map(self._share_of, self._read()), default=0.0)
            except ResponseError:
                self._share = 0.0
            finally:
                self._read_at = time.monotonic()
                self._reading.release()
        return self._share

    def _share_of(self, memory: Mapping[str, Any]) -> float:
        used, maximum, machine = (
            int(memory.get(name, 0)) for name in ("used_memory", "maxmemory", "total_system_memory")
        )
        limits = [limit for limit in (maximum, self._limit_bytes) if limit] or [machine]
        return used / min(limits) if min(limits) else 0.0
