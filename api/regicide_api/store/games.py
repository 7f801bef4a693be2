"""The store: games in Redis, as bytes whose meaning it does not know.

A game is a record (a string) and the list of its events, under one hash tag, so that a Redis Cluster keeps them
together. Beside the games there are agents, and sorted lists by which games are found. Creation and change are each one
atomic compare-and-set. No command is ever sent twice by the client: a commit whose answer was lost may have been done,
and only the next look can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Final, NamedTuple, cast

from redis import BlockingConnectionPool, ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError
from redis.retry import Retry

from regicide_api.store.agent_records import AgentRecords
from regicide_api.store.kept import Kept
from regicide_api.store.lists import Line, Lists, write_lines

CHANNEL: Final = "news"
"""Where the id of a game is published whenever an event has happened in it, and whatever else a change asks for."""

CONNECT_TIMEOUT: Final = 2.0
ANSWER_TIMEOUT: Final = 5.0
MOST_CONNECTIONS: Final = 64
"""Of one process. A thread that finds all in use waits its turn: each is held for one round trip at a time."""

_COMMIT: Final = files("regicide_api.store").joinpath("scripts/commit.lua").read_text()


class Stored(NamedTuple):
    """A game's record (None where there is no such game), and the events that were asked for along with it."""

    record: bytes | None
    events: list[bytes]


class Change(NamedTuple):
    """A step of a game: the record it was read as, the record it becomes, the event (if it is one), seconds to live.

    Should another one come first, the events from the place `since` on come back. The `lines` are written before the
    change is made, so that nobody misses it: whoever reads them looks at the game whether they are true. `news` are
    the further topics whose listeners are told.
    """

    before: bytes
    after: bytes
    event: bytes | None
    since: int
    ttl: int
    lines: Sequence[Line] = ()
    news: Sequence[str] = ()


class Store:
    """Games in the Redis (or Valkey) server of a URL. Every method is one round trip, and raises RedisError.

    Beside them there are `lists` by which games are found, the records of `agents`, and what is `kept` for a while.
    """

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
        self.lists = Lists(self._redis)
        self.agents = AgentRecords(self._redis)
        self.kept = Kept(self._redis)

    @property
    def connections(self) -> ConnectionPool:
        """The connections to the server, for what is kept beside the games."""
        return self._redis.connection_pool

    def ping(self) -> None:
        """Ask the server for a sign of life."""
        self._redis.ping()

    def create(
        self, game_id: str, record: bytes, ttl: int, lines: Sequence[Line] = (), news: Sequence[str] = ()
    ) -> bool:
        """Keep the record of a new game; False, and nothing is changed, where there is one of this id.

        Lines and news are those of a change.
        """
        pipeline = self._redis.pipeline(transaction=False)
        write_lines(pipeline, lines)
        place = len(pipeline)
        pipeline.set(_record_key(game_id), record, ex=ttl, nx=True)
        for topic in news:
            pipeline.publish(CHANNEL, topic)
        return bool(pipeline.execute()[place])

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
        keys = [_record_key(game_id), _events_key(game_id)]
        args: list[bytes | str | int] = [
            change.before,
            change.after,
            change.event or b"",
            change.since,
            change.ttl,
            game_id,
            *change.news,
        ]
        pipeline = self._redis.pipeline(transaction=False)
        write_lines(pipeline, change.lines)
        pipeline.evalsha(self._commit.sha, len(keys), *keys, *args)
        *written, there = pipeline.execute(raise_on_error=False)
        if isinstance(there, NoScriptError):
            there = self._commit(keys, args)
        for failed in (fault for fault in (*written, there) if isinstance(fault, Exception)):
            raise failed
        return Stored(*there) if there else None


def _record_key(game_id: str) -> str:
    return f"game:{{{game_id}}}"


def _events_key(game_id: str) -> str:
    return f"game:{{{game_id}}}:events"
