"""Counters of events in windows of time."""

from __future__ import annotations

from collections.abc import Mapping

from regicide_api.storage.client import RedisClient
from regicide_api.storage.connections import Command


class Counters:
    """Counters by name. The name of a counter names its window, too. On a single server, a call is one round trip."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    def increment(self, counters: Mapping[str, int], units: int = 1) -> list[int]:
        """Add units to counters, each of which lives for its number of seconds more. Returns the new counts.

        Raises RedisError.
        """
        commands: list[Command] = []
        for name, ttl_s in counters.items():
            commands += [("INCRBY", f"limits:{name}", units), ("EXPIRE", f"limits:{name}", ttl_s)]
        return [int(count) for count in self._redis.pipeline(commands)[::2]]

    def decrement(self, counters: Mapping[str, int], units: int = 1) -> None:
        """Take units from counters, with the arguments of `increment`. Raises RedisError."""
        self.increment(counters, -units)
