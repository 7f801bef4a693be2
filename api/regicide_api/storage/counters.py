"""Counters of events in windows of time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from regicide_api.storage.client import RedisClient
from regicide_api.storage.connections import Command


class Counters:
    """Counters by name. The name of a counter names its window, too. On a single server, a call is one round trip."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    def increment(self, counters: Mapping[str, int]) -> list[int]:
        """Increment counters, each of which lives for its number of seconds more. Returns the new counts.

        Raises RedisError.
        """
        commands: list[Command] = []
        for name, ttl_s in counters.items():
            commands += [("INCR", f"limits:{name}"), ("EXPIRE", f"limits:{name}", ttl_s)]
        return [int(count) for count in self._redis.pipeline(commands)[::2]]

    def decrement(self, names: Sequence[str]) -> None:
        """Undo one increment of each of these counters. Raises RedisError."""
        self._redis.pipeline([("DECR", f"limits:{name}") for name in names])
