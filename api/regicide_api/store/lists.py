"""Sorted lists beside the games: a help for finding them, never the last word on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

from redis import Redis
from redis.client import Pipeline

_NOTHING: Final[Mapping[str, str]] = {}


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


class Lists:
    """The lists in a Redis server. Every method is one round trip, and raises RedisError."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def write(self, lines: Sequence[Line], gone: Mapping[str, str] = _NOTHING) -> None:
        """Write lines; and strike off the `gone`, by the lists that they are on."""
        pipeline = self._redis.pipeline(transaction=False)
        write_lines(pipeline, lines)
        for group, name in gone.items():
            pipeline.zrem(list_key(group), name)
        pipeline.execute()

    def strike_off(self, names: Sequence[str], group: str) -> None:
        """Take these names off a list."""
        self._redis.zrem(list_key(group), *names)

    def newest(self, groups: Sequence[str], before: str | None, limit: int) -> list[tuple[str, str]]:
        """The last names before a name on any of these lists, with their list, the last one first."""
        top = f"({before}" if before else "+"
        pipeline = self._redis.pipeline(transaction=False)
        for group in groups:
            pipeline.zrevrangebylex(list_key(group), top, "-", 0, limit)
        found = zip(groups, pipeline.execute(), strict=True)
        names = sorted(((name.decode(), group) for group, names in found for name in names), reverse=True)
        return names[:limit]

    def first(self, group: str, after: str | None, limit: int) -> list[str]:
        """The first names after a name on a list."""
        names = self._redis.zrangebylex(list_key(group), f"({after}" if after else "-", "+", 0, limit)
        return [name.decode() for name in cast("list[bytes]", names)]

    def lowest(self, group: str, limit: int) -> list[tuple[str, int]]:
        """The names of the lowest scores on a list, with these."""
        found = self._redis.zrange(list_key(group), 0, limit - 1, withscores=True)
        return [(name.decode(), int(score)) for name, score in cast("list[tuple[bytes, float]]", found)]

    def some(self, group: str, count: int) -> list[str]:
        """So many names of a list, drawn at random."""
        return [name.decode() for name in cast("list[bytes]", self._redis.zrandmember(list_key(group), count))]


def list_key(group: str) -> str:
    """Where a list is kept."""
    return f"list:{group}"


def write_lines(pipeline: Pipeline, lines: Sequence[Line]) -> None:
    """Write lines along with whatever else is in a pipeline."""
    for line in lines:
        key = list_key(line.list)
        pipeline.zadd(key, {line.name: line.score})
        pipeline.expire(key, line.ttl)
        if line.least:
            pipeline.zremrangebylex(key, "-", f"({line.least}")
