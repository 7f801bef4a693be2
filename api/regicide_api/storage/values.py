"""Small values with names: kept for a time or for ever, counters of windows of time, and when seats were seen last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

from regicide_api.storage.client import RedisClient, StorePart, load_script
from regicide_api.storage.connections import Command

_SWAP: Final = load_script("swap")


class ExpiringKeys(StorePart):
    """Values by name. Every method is one round trip, and raises RedisError. Times to live are seconds."""

    def __init__(self, redis: RedisClient) -> None:
        super().__init__(redis)
        self._constants: dict[str, bytes] = {}

    def reserve(self, name: str, value: bytes, ttl_s: int) -> bytes | None:
        """Set a value, which is not empty, unless the name has one. Returns the existing value, or None on success."""
        return cast("bytes | None", self._redis.command(*_SWAP.call([_value_key(name)], b"", value, ttl_s)))

    def set(self, name: str, value: bytes, ttl_s: int) -> None:
        """Set or replace a value."""
        self._redis.command("SET", _value_key(name), value, "EX", ttl_s)

    def get(self, name: str) -> bytes | None:
        """The value of a name."""
        return cast("bytes | None", self._redis.command("GET", _value_key(name)))

    def delete(self, name: str, value: bytes) -> None:
        """Delete a value if it is still this one."""
        self._redis.command(*_SWAP.call([_value_key(name)], value, b""))

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
        found = self._redis.command("GET", key)
        return cast("bytes", found or self._redis.pipeline([("SET", key, value, "NX"), ("GET", key)])[-1])


def _value_key(name: str) -> str:
    return f"kept:{name}"


class Counters(StorePart):
    """Counters by name. The name of a counter names its window, too. On a single server, a call is one round trip."""

    def increment(self, counters: Mapping[str, int], units: int = 1) -> list[int]:
        """Add units to counters, or take some, each of which lives for its number of seconds more.

        Returns the new counts. Raises RedisError.
        """
        commands: list[Command] = []
        for name, ttl_s in counters.items():
            commands += [("INCRBY", f"limits:{name}", units), ("EXPIRE", f"limits:{name}", ttl_s)]
        return [int(count) for count in self._redis.pipeline(commands)[::2]]


MAX_WRITTEN: Final = 256
"""The sightings of one round trip, so that the requests of others come in between."""


class HeldSeat(NamedTuple):
    """A seat of a game, with a short name of its holder."""

    game_id: str
    seat: int
    holder: str


class Sightings(StorePart):
    """The last sighting of each seat. All methods raise RedisError."""

    def write(self, seats: Sequence[HeldSeat], at_ms: int, ttl_s: int) -> None:
        """Replace the last sightings of seats by one at a time in milliseconds since 1970, which lives for `ttl_s`."""
        commands: list[Command] = [
            ("SET", _key(each.game_id, each.seat), f"{at_ms} {each.holder}", "EX", ttl_s) for each in seats
        ]
        for start in range(0, len(commands), MAX_WRITTEN):
            self._redis.batch(commands[start : start + MAX_WRITTEN])

    def read(self, game_id: str, seats: int) -> dict[HeldSeat, int]:
        """The times of the last sightings of the seats of a game, with their holders then, in one round trip."""
        found = self._redis.command("MGET", *(_key(game_id, seat) for seat in range(seats)))
        stored = ((seat, value.decode().partition(" ")) for seat, value in enumerate(found) if value is not None)
        return {HeldSeat(game_id, seat, holder): int(at_ms) for seat, (at_ms, _, holder) in stored}


def _key(game_id: str, seat: int) -> str:
    """The key of a seat, on the node of its game in a cluster."""
    return f"game:{{{game_id}}}:seen:{seat}"
