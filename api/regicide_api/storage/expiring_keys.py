"""Values that expire, and values that never change."""

from __future__ import annotations

from typing import Final, cast

from regicide_api.storage.client import RedisClient, load_script

_SET_OR_GET: Final = load_script("set_or_get")
_DELETE_IF: Final = load_script("delete_if")


class ExpiringKeys:
    """Values by name. Every method is one round trip, and raises RedisError. Times to live are seconds."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis
        self._constants: dict[str, bytes] = {}

    def reserve(self, name: str, value: bytes, ttl_s: int) -> bytes | None:
        """Set a value unless the name has one. Returns the existing value, or None on success."""
        return cast("bytes | None", self._redis.run_script(_SET_OR_GET, [_value_key(name)], [value, ttl_s]))

    def set(self, name: str, value: bytes, ttl_s: int) -> None:
        """Set or replace a value."""
        self._redis.command("SET", _value_key(name), value, "EX", ttl_s)

    def get(self, name: str) -> bytes | None:
        """The value of a name."""
        return cast("bytes | None", self._redis.command("GET", _value_key(name)))

    def delete(self, name: str, value: bytes) -> None:
        """Delete a value if it is still this one."""
        self._redis.run_script(_DELETE_IF, [_value_key(name)], [value])

    def constant(self, name: str, value: bytes) -> bytes:
        """The value that a name has for ever: this one, unless another call of any process has set it before.

        Each process reads it once.
        """
        if name not in self._constants:
            self._constants[name] = self.first(name, value)
        return self._constants[name]

    def first(self, name: str, value: bytes) -> bytes:
        """The value of a name as `constant` has it, read from the store each time.

        The first time takes two round trips.
        """
        key = f"constant:{name}"
        if (found := self._redis.command("GET", key)) is None:
            _, found = self._redis.pipeline([("SET", key, value, "NX"), ("GET", key)])
        return cast("bytes", found)


def _value_key(name: str) -> str:
    return f"kept:{name}"
