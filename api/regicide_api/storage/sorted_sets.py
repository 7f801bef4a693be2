"""Sorted lists beside the games: a help for finding them, never the last word on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

from regicide_api.storage.client import Command, Server

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
    """The lists in a store. Every method is one round trip on a single server, and raises RedisError."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def write(self, lines: Sequence[Line], gone: Mapping[str, str] = _NOTHING) -> None:
        """Write lines; and strike off the `gone`, by the lists that they are on."""
        self._server.together([*written(lines), *(("ZREM", list_key(group), name) for group, name in gone.items())])

    def strike_off(self, names: Sequence[str], group: str) -> None:
        """Take these names off a list."""
        self._server.client.zrem(list_key(group), *names)

    def newest(self, groups: Sequence[str], before: str | None, limit: int) -> list[tuple[str, str]]:
        """The last names before a name on any of these lists, with their list, the last one first."""
        top = f"({before}" if before else "+"
        found = self._server.together(
            [("ZREVRANGEBYLEX", list_key(group), top, "-", "LIMIT", 0, limit) for group in groups]
        )
        by_group = zip(groups, found, strict=True)
        names = sorted(((name.decode(), group) for group, names in by_group for name in names), reverse=True)
        return names[:limit]

    def first(self, group: str, after: str | None, limit: int) -> list[str]:
        """The first names after a name on a list."""
        names = self._server.client.zrangebylex(list_key(group), f"({after}" if after else "-", "+", 0, limit)
        return [name.decode() for name in cast("list[bytes]", names)]

    def lowest(self, group: str, limit: int) -> list[tuple[str, int]]:
        """The names of the lowest scores on a list, with these."""
        found = self._server.client.zrange(list_key(group), 0, limit - 1, withscores=True)
        return [(name.decode(), int(score)) for name, score in cast("list[tuple[bytes, float]]", found)]

    def some(self, group: str, count: int) -> list[str]:
        """So many names of a list, drawn at random."""
        names = cast("list[bytes]", self._server.client.zrandmember(list_key(group), count))
        return [name.decode() for name in names]


def list_key(group: str) -> str:
    """Where a list is kept."""
    return f"list:{group}"


def written(lines: Sequence[Line]) -> list[Command]:
    """The commands that write lines. To send them again changes nothing."""
    return [command for line in lines for command in _written(list_key(line.list), line)]


def _written(key: str, line: Line) -> list[Command]:
    forgotten: list[Command] = [("ZREMRANGEBYLEX", key, "-", f"({line.least}")] if line.least else []
    return [("ZADD", key, line.score, line.name), ("EXPIRE", key, line.ttl), *forgotten]
