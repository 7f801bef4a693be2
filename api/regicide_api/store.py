"""The store: games in Redis, as bytes whose meaning it does not know.

A game is a record (a string) and the list of its events, under one hash tag, so that a Redis Cluster keeps them
together. Beside the games there are agents, and sorted lists by which games are found. Creation and change are each one
atomic compare-and-set. No command is ever sent twice by the client: a commit whose answer was lost may have been done,
and only the next look can tell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final, NamedTuple, cast

from redis import BlockingConnectionPool, ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.client import Pipeline
from redis.exceptions import NoScriptError
from redis.retry import Retry

CHANNEL: Final = "news"
"""Where the id of a game is published whenever an event has happened in it, and whatever else a change asks for."""

CONNECT_TIMEOUT: Final = 2.0
ANSWER_TIMEOUT: Final = 5.0
MOST_CONNECTIONS: Final = 64
"""Of one process. A thread that finds all in use waits its turn: each is held for one round trip at a time."""

_COMMIT: Final = files("regicide_api").joinpath("scripts/commit.lua").read_text()
_ENROL: Final = files("regicide_api").joinpath("scripts/enrol.lua").read_text()
_NOTHING: Final[Mapping[str, str]] = {}


class Stored(NamedTuple):
    """A game's record (None where there is no such game), and the events that were asked for along with it."""

    record: bytes | None
    events: list[bytes]


class Line(NamedTuple):
    """A line of a list beside the games: a name, in the order of its score and then of itself.

    The whole list is forgotten when nothing has been written into it for `ttl` seconds; names below `least` are
    forgotten at once.
    """

    list: str
    name: str
    score: int
    ttl: int
    least: str = ""


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
        self._enrol = self._redis.register_script(_ENROL)

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
        _write(pipeline, lines)
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
        _write(pipeline, change.lines)
        pipeline.evalsha(self._commit.sha, len(keys), *keys, *args)
        *written, there = pipeline.execute(raise_on_error=False)
        if isinstance(there, NoScriptError):
            there = self._commit(keys, args)
        for failed in (fault for fault in (*written, there) if isinstance(fault, Exception)):
            raise failed
        return Stored(*there) if there else None

    # Lists beside the games: a help for finding them, never the last word on them.

    def write(self, lines: Sequence[Line], gone: Mapping[str, str] = _NOTHING) -> None:
        """Write lines; and strike off the `gone`, by the lists that they are on."""
        pipeline = self._redis.pipeline(transaction=False)
        _write(pipeline, lines)
        for group, name in gone.items():
            pipeline.zrem(_list_key(group), name)
        pipeline.execute()

    def strike_off(self, names: Sequence[str], group: str) -> None:
        """Take these names off a list."""
        self._redis.zrem(_list_key(group), *names)

    def newest(self, groups: Sequence[str], before: str | None, limit: int) -> list[tuple[str, str]]:
        """The last names before a name on any of these lists, with their list, the last one first."""
        top = f"({before}" if before else "+"
        pipeline = self._redis.pipeline(transaction=False)
        for group in groups:
            pipeline.zrevrangebylex(_list_key(group), top, "-", 0, limit)
        found = zip(groups, pipeline.execute(), strict=True)
        names = sorted(((name.decode(), group) for group, names in found for name in names), reverse=True)
        return names[:limit]

    def first(self, group: str, after: str | None, limit: int) -> list[str]:
        """The first names after a name on a list."""
        names = self._redis.zrangebylex(_list_key(group), f"({after}" if after else "-", "+", 0, limit)
        return [name.decode() for name in cast("list[bytes]", names)]

    def lowest(self, group: str, limit: int) -> list[tuple[str, int]]:
        """The names of the lowest scores on a list, with these."""
        found = self._redis.zrange(_list_key(group), 0, limit - 1, withscores=True)
        return [(name.decode(), int(score)) for name, score in cast("list[tuple[bytes, float]]", found)]

    def some(self, group: str, count: int) -> list[str]:
        """So many names of a list, drawn at random."""
        return [name.decode() for name in cast("list[bytes]", self._redis.zrandmember(_list_key(group), count))]

    # Agents: a record for each, and a list of all their names.

    def enrol(self, name: str, record: Mapping[str, str | int], line: Line) -> bool:
        """Keep the record of a new agent; False, and nothing is changed, where there is one of this name."""
        members = [text for member in record.items() for text in member]
        keys = [_agent_key(name), _list_key(line.list)]
        return bool(self._enrol(keys, [line.name, line.ttl, *members]))

    def agents(self, names: Sequence[str]) -> list[dict[str, str]]:
        """The records of agents; an empty one where there is none."""
        pipeline = self._redis.pipeline(transaction=False)
        for name in names:
            pipeline.hgetall(_agent_key(name))
        return [{key.decode(): text.decode() for key, text in record.items()} for record in pipeline.execute()]

    def note(self, name: str, key: str, text: str | int, line: Line | None, ttl: int) -> None:
        """Note something in the record of an agent, which is kept for `ttl` seconds more, and so is its line."""
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.hset(_agent_key(name), key, str(text))
        pipeline.expire(_agent_key(name), ttl)
        _write(pipeline, [line] if line else [])
        pipeline.execute()

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
    return f"list:{group}"


def _agent_key(name: str) -> str:
    return f"agent:{name}"


def _kept_key(name: str) -> str:
    return f"kept:{name}"


def _write(pipeline: Pipeline, lines: Sequence[Line]) -> None:
    for line in lines:
        key = _list_key(line.list)
        pipeline.zadd(key, {line.name: line.score})
        pipeline.expire(key, line.ttl)
        if line.least:
            pipeline.zremrangebylex(key, "-", f"({line.least}")
