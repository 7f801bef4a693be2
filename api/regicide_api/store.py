"""The store: games in Redis, as bytes whose meaning it does not know.

A game is a record (a string) and the list of its events, under one hash tag, so that a Redis Cluster keeps them
together. Creation and change are each one atomic compare-and-set. No command is ever sent twice by the client: a commit
whose answer was lost may have been done, and only the next look can tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Final, NamedTuple, cast

from redis import BlockingConnectionPool, ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

CHANNEL: Final = "games"
"""Where the id of a game is published whenever an event has happened in it."""

CONNECT_TIMEOUT: Final = 2.0
ANSWER_TIMEOUT: Final = 5.0
MOST_CONNECTIONS: Final = 64
"""Of one process. A thread that finds all in use waits its turn: each is held for one round trip at a time."""

_COMMIT: Final = files("regicide_api").joinpath("scripts/commit.lua").read_text()


class Stored(NamedTuple):
    """A game's record (None where there is no such game), and the events that were asked for along with it."""

    record: bytes | None
    events: list[bytes]


class Change(NamedTuple):
    """A step of a game: the record it was read as, the record it becomes, the event (if it is one), seconds to live.

    Should another one come first, the events from the place `since` on come back.
    """

    before: bytes
    after: bytes
    event: bytes | None
    since: int
    ttl: int


class Store:
    """Games in the Redis (or Valkey) server of a URL. Every method is one round trip, and raises RedisError."""

    def __init__(self, url: str) -> None:
        self.url = url
        connections = BlockingConnectionPool.from_url(
            url,
            max_connections=MOST_CONNECTIONS,
            timeout=ANSWER_TIMEOUT,
            socket_connect_timeout=CONNECT_TIMEOUT,
            socket_timeout=ANSWER_TIMEOUT,
            retry=Retry(NoBackoff(), 0),
        )
        self._redis = Redis.from_pool(connections)
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

    def load_all(self, game_ids: Sequence[str]) -> list[bytes | None]:
        """The records of games."""
        pipeline = self._redis.pipeline(transaction=False)
        for game_id in game_ids:
            pipeline.get(_record_key(game_id))
        return pipeline.execute()

    def load_since(self, game_id: str, place: int) -> Stored:
        """The record of a game, and its events from a place on (the first has place 0), as they are at one moment."""
        pipeline = self._redis.pipeline()
        pipeline.get(_record_key(game_id))
        pipeline.lrange(_events_key(game_id), place, -1)
        return Stored(*pipeline.execute())

    def commit(self, game_id: str, change: Change) -> Stored | None:
        """Make a change; if it is an event, tell whoever listens that something has happened in the game.

        None when it is done. Where the game is not as it was read, nothing is changed, and what is there now comes
        back, as from `load_since`.
        """
        there = self._commit(
            keys=[_record_key(game_id), _events_key(game_id)],
            args=[change.before, change.after, change.event or b"", change.since, change.ttl, game_id],
        )
        return Stored(*there) if there else None

    # The lists of games: sorted sets of names that begin with the time, so that the last is the newest.

    def enlist(self, name: str, group: str, others: Iterable[str]) -> None:
        """List a name in one group, and in none of the others."""
        pipeline = self._redis.pipeline()
        pipeline.zadd(_list_key(group), {name: 0})
        for other in others:
            pipeline.zrem(_list_key(other), name)
        pipeline.execute()

    def strike_off(self, names: Sequence[str], group: str) -> None:
        """List these names no longer."""
        self._redis.zrem(_list_key(group), *names)

    def listed(self, groups: Sequence[str], before: str | None, limit: int) -> list[tuple[str, str]]:
        """The last names before a name in any of these groups, with their group, the last one first."""
        top = f"({before}" if before else "+"
        pipeline = self._redis.pipeline(transaction=False)
        for group in groups:
            pipeline.zrevrangebylex(_list_key(group), top, "-", 0, limit)
        found = zip(groups, pipeline.execute(), strict=True)
        names = sorted(((name.decode(), group) for group, names in found for name in names), reverse=True)
        return names[:limit]

    # What is kept for a while under a name.

    def reserve(self, name: str, content: bytes, ttl: int) -> bytes | None:
        """Keep content under a name that is free; None, or what is kept there already."""
        return cast("bytes | None", self._redis.set(_kept_key(name), content, ex=ttl, nx=True, get=True))

    def keep(self, name: str, content: bytes, ttl: int) -> None:
        """Keep content under a name, whatever was there."""
        self._redis.set(_kept_key(name), content, ex=ttl)

    def kept(self, name: str) -> bytes | None:
        """What is kept under a name."""
        return cast("bytes | None", self._redis.get(_kept_key(name)))

    def forget(self, name: str) -> None:
        """Free a name."""
        self._redis.delete(_kept_key(name))


def _record_key(game_id: str) -> str:
    return f"game:{{{game_id}}}"


def _events_key(game_id: str) -> str:
    return f"game:{{{game_id}}}:events"


def _list_key(group: str) -> str:
    return f"{{games}}:{group}"


def _kept_key(name: str) -> str:
    return f"kept:{name}"
