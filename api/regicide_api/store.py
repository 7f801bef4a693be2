"""The store: games in Redis, as bytes whose meaning it does not know.

A game is a record (a string) and the list of its events, under one hash tag, so that a Redis Cluster keeps them
together. Creation and change are each one atomic compare-and-set. No command is ever sent twice by the client: a commit
whose answer was lost may have been done, and only the next look can tell.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final, NamedTuple, cast

from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

CONNECT_TIMEOUT: Final = 2.0
ANSWER_TIMEOUT: Final = 5.0

_COMMIT: Final = files("regicide_api").joinpath("scripts/commit.lua").read_text()


class Stored(NamedTuple):
    """A game's record (None where there is no such game), and the event asked for along with it, if it is there."""

    record: bytes | None
    event: bytes | None


class Change(NamedTuple):
    """One step of a game: the record it was read as, the record it becomes, and the event between them.

    The event takes its place at `place` in the list of events; `version` is the version that it makes, and `ttl` the
    seconds that the game lives on.
    """

    before: bytes
    after: bytes
    event: bytes
    place: int
    version: int
    ttl: int


class Store:
    """Games in the Redis (or Valkey) server of a URL. Every method is one round trip, and raises RedisError."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url,
            socket_connect_timeout=CONNECT_TIMEOUT,
            socket_timeout=ANSWER_TIMEOUT,
            retry=Retry(NoBackoff(), 0),
        )
        self._commit = self._redis.register_script(_COMMIT)

    @property
    def connections(self) -> ConnectionPool:
        """The connections to the server, for what is kept beside the games."""
        return self._redis.connection_pool

    def ping(self) -> None:
        """Ask the server for a sign of life."""
        self._redis.ping()

    def create(self, game_id: str, record: bytes, ttl: int) -> bool:
        """Keep the record of a new game; False, and nothing is changed, where there is one of this id."""
        return bool(self._redis.set(_record_key(game_id), record, ex=ttl, nx=True))

    def load(self, game_id: str) -> bytes | None:
        """The record of a game."""
        return cast("bytes | None", self._redis.get(_record_key(game_id)))

    def load_with_event(self, game_id: str, place: int) -> Stored:
        """The record of a game and the event at a place in the list of events."""
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.get(_record_key(game_id))
        pipeline.lindex(_events_key(game_id), place)
        return Stored(*pipeline.execute())

    def load_with_events(self, game_id: str) -> tuple[bytes | None, list[bytes]]:
        """The record of a game and all its events."""
        pipeline = self._redis.pipeline()
        pipeline.get(_record_key(game_id))
        pipeline.lrange(_events_key(game_id), 0, -1)
        record, events = pipeline.execute()
        return record, events

    def commit(self, game_id: str, change: Change) -> Stored | None:
        """Make a change, and publish its version to whoever listens to the game.

        None when it is done. Where the game is not as it was read, nothing is changed, and what is there now (with the
        event that took the place of this one) comes back.
        """
        there = self._commit(
            keys=[_record_key(game_id), _events_key(game_id)],
            args=[change.before, change.after, change.event, change.place, change.ttl, change.version],
        )
        return Stored(*there) if there else None


def _record_key(game_id: str) -> str:
    return f"game:{{{game_id}}}"


def _events_key(game_id: str) -> str:
    return f"game:{{{game_id}}}:events"
