"""Sorted sets that index games and agents. They may be stale: readers check each entry against the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.storage.client import StorePart, Writable, write_commands
from regicide_api.storage.connections import Command

_NO_MEMBERS: Final[Mapping[str, str]] = {}


class Entry(NamedTuple):
    """A member of a sorted set, ordered by score and then by the member itself.

    The whole set expires `ttl_s` after its last write. Writing the entry removes members with a score below
    `min_score`, and the first ones beyond `max_members`.
    """

    set_name: str
    member: str
    score: int
    ttl_s: int
    min_score: int | None = None
    max_members: int | None = None

    @property
    def commands(self) -> list[Command]:
        """The commands that write the entry."""
        key = sorted_set_key(self.set_name)
        commands: list[Command] = [("ZADD", key, self.score, self.member), ("EXPIRE", key, self.ttl_s)]
        if self.min_score is not None:
            commands.append(("ZREMRANGEBYSCORE", key, "-inf", f"({self.min_score}"))
        if self.max_members is not None:
            commands.append(("ZREMRANGEBYRANK", key, 0, -self.max_members - 1))
        return commands


class Range(NamedTuple):
    """The first members of a set by score, of those with a score above `after`; or the last ones, in reverse order.

    Members with the same score are ordered by themselves.
    """

    set_name: str
    limit: int
    after: int | None = None
    is_last: bool = False

    @property
    def command(self) -> Command:
        """The command that reads it."""
        first: str | int = "-inf" if self.after is None else f"({self.after}"
        name, *limits = ("ZREVRANGEBYSCORE", "+inf", first) if self.is_last else ("ZRANGEBYSCORE", first, "+inf")
        return (name, sorted_set_key(self.set_name), *limits, "WITHSCORES", "LIMIT", 0, self.limit)


class SortedSets(StorePart):
    """The sorted sets in a store. On a single server, every method is one round trip. All raise RedisError."""

    def write(self, entries: Sequence[Writable], removed: Mapping[str, str] = _NO_MEMBERS) -> None:
        """Write entries, and remove one member from each of the `removed` sets (name of the set -> member)."""
        removals = (("ZREM", sorted_set_key(set_name), member) for set_name, member in removed.items())
        self._redis.pipeline([*write_commands(entries), *removals])

    def remove(self, members: Sequence[str], set_name: str) -> None:
        """Remove members from a set."""
        self._redis.command("ZREM", sorted_set_key(set_name), *members)

    def exists(self, set_name: str) -> bool:
        """Whether a set has members."""
        return bool(self._redis.command("EXISTS", sorted_set_key(set_name)))

    def newest(self, set_names: Sequence[str], before: str | None, limit: int) -> list[tuple[str, str]]:
        """The last members of several sets before a member, in descending order, each with the name of its set."""
        top = f"({before}" if before else "+"
        found = self._redis.pipeline(
            [("ZREVRANGEBYLEX", sorted_set_key(set_name), top, "-", "LIMIT", 0, limit) for set_name in set_names]
        )
        by_set = zip(set_names, found, strict=True)
        members = ((member.decode(), set_name) for set_name, members in by_set for member in members)
        return sorted(members, reverse=True)[:limit]

    def range(self, set_name: str, after: str | None, limit: int, prefix: str = "") -> list[str]:
        """The first members of a set with a prefix (of ASCII characters) after a member."""
        start = f"({after}" if after and after >= prefix else f"[{prefix}"
        end = f"({prefix}\x7f" if prefix else "+"
        members = self._redis.command("ZRANGEBYLEX", sorted_set_key(set_name), start, end, "LIMIT", 0, limit)
        return [member.decode() for member in members]

    def ranges(self, *ranges: Range) -> list[list[tuple[str, int]]]:
        """The members of some sets, each with its score."""
        return list(map(with_scores, self._redis.pipeline([each.command for each in ranges])))

    def lowest(self, set_names: Sequence[str], limit: int) -> list[list[tuple[str, int]]]:
        """The members of each set with the lowest scores, and their scores; none of a set on an unreachable node."""
        found = self._redis.batch([Range(set_name, limit).command for set_name in set_names])
        return [[] if isinstance(members, RedisError) else with_scores(members) for members in found]

    def sample(self, set_name: str, count: int) -> list[str]:
        """At most `count` random members of a set."""
        members = self._redis.command("ZRANDMEMBER", sorted_set_key(set_name), count)
        return [member.decode() for member in members]


def sorted_set_key(set_name: str) -> str:
    """The Redis key of a sorted set."""
    return f"list:{set_name}"


def with_scores(response: Sequence[tuple[bytes, float]]) -> list[tuple[str, int]]:
    """Members with integer scores."""
    return [(member.decode(), int(score)) for member, score in response]
