"""When the holders of seats were seen last: a value for each seat, which expires."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from regicide_api.storage.client import RedisClient
from regicide_api.storage.connections import Command

MAX_WRITTEN: Final = 256
"""The sightings of one round trip, so that the requests of others come in between."""


class Sighting(NamedTuple):
    """A seat of a game with a short name of its holder, seen at a time in milliseconds since 1970."""

    game_id: str
    seat: int
    holder: str
    at_ms: int


class Sightings:
    """The last sighting of each seat. All methods raise RedisError."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    def write(self, sightings: Sequence[Sighting], ttl_s: int) -> None:
        """Replace the last sightings of seats, each of which lives for `ttl_s`."""
        commands: list[Command] = [
            ("SET", _key(each.game_id, each.seat), f"{each.at_ms} {each.holder}", "EX", ttl_s) for each in sightings
        ]
        for start in range(0, len(commands), MAX_WRITTEN):
            self._redis.batch(commands[start : start + MAX_WRITTEN])

    def read(self, game_id: str, seats: int) -> list[Sighting]:
        """The last sightings of the seats of a game, in one round trip."""
        found = self._redis.command("MGET", *(_key(game_id, seat) for seat in range(seats)))
        return [_sighting(game_id, seat, value) for seat, value in enumerate(found) if value is not None]


def _key(game_id: str, seat: int) -> str:
    """The key of a seat, on the node of its game in a cluster."""
    return f"game:{{{game_id}}}:seen:{seat}"


def _sighting(game_id: str, seat: int, value: bytes) -> Sighting:
    at_ms, _, holder = value.decode().partition(" ")
    return Sighting(game_id, seat, holder, int(at_ms))
