"""Counters that are forgotten after a while."""

from __future__ import annotations

from typing import Final

from regicide_api.storage.client import Server, script

_COUNT: Final = script("count")


class Counters:
    """The counters in a store. Every method is one round trip, and raises RedisError."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def count(self, name: str, ttl: int) -> int:
        """Count one more under a name; how many there have been since the first, in `ttl` seconds at most."""
        return int(self._server.run(_COUNT, [f"limits:{name}"], [ttl]))
