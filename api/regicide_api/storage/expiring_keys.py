"""What is kept for a while under a name."""

from __future__ import annotations

from typing import cast

from regicide_api.storage.client import Server


class Kept:
    """What is kept in a store. Every method is one round trip, and raises RedisError."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def reserve(self, name: str, content: bytes, ttl: int) -> bytes | None:
        """Keep content under a name that is free; None, or what is kept there already."""
        return cast("bytes | None", self._server.client.set(_kept_key(name), content, ex=ttl, nx=True, get=True))

    def keep(self, name: str, content: bytes, ttl: int) -> None:
        """Keep content under a name, whatever was there."""
        self._server.client.set(_kept_key(name), content, ex=ttl)

    def get(self, name: str) -> bytes | None:
        """What is kept under a name."""
        return cast("bytes | None", self._server.client.get(_kept_key(name)))

    def forget(self, name: str) -> None:
        """Free a name."""
        self._server.client.delete(_kept_key(name))


def _kept_key(name: str) -> str:
    return f"kept:{name}"
