"""Quotas, limited numbers of places: sorted sets of games, each with its holder and its places."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from redis.exceptions import RedisError

from regicide_api.storage.client import StorePart, load_script
from regicide_api.storage.connections import Command
from regicide_api.storage.sorted_sets import with_scores

_RESERVE: Final = load_script("use_quota")


class QuotaUse(NamedTuple):
    """The places that a holder has in a game."""

    holder: str
    game_id: str
    places: int

    @property
    def member(self) -> str:
        """The member of the sorted set."""
        return f"{self.holder}:{self.game_id}:{self.places}"


class QuotaResult(IntEnum):
    """The result of an attempt to reserve places."""

    NEW = 1
    EXISTING = 0
    HOLDER_FULL = -1
    ALL_FULL = -2


class QuotaLimits(NamedTuple):
    """The places that one holder may have in a set, and that all holders may have together."""

    of_holder: int
    of_all: int


Attempt: TypeAlias = tuple[str, QuotaUse, QuotaLimits]
"""A set, and the use to add to it unless that exceeds the limits."""


class QuotaStore(StorePart):
    """Sets of uses, each with the time of its last check. Methods are one round trip, and raise RedisError."""

    def reserve_all(self, attempts: Sequence[Attempt], at_ms: int, ttl_s: int) -> list[QuotaResult | RedisError]:
        """Add uses, each atomically and unless that exceeds its limits; the sets expire `ttl_s` later.

        Each replaces the use of the same holder and game; without places, it removes that. Uses whose last
        check is longer ago are removed first. Returns a result for each, or an error for one on an unreachable node of
        a cluster.
        """
        calls = [_RESERVE.call([_key(set_name)], *use, *limits, at_ms, ttl_s) for set_name, use, limits in attempts]
        results = self._redis.transaction([], calls)
        return [result if isinstance(result, RedisError) else QuotaResult(result) for result in results]

    def unchecked(self, set_name: str, before: int, limit: int) -> list[tuple[QuotaUse, int]]:
        """The uses whose last check was before a time, the oldest first, each with that time."""
        found = self._redis.command(
            "ZRANGEBYSCORE", _key(set_name), "-inf", f"({before}", "WITHSCORES", "LIMIT", 0, limit
        )
        return [(_parse(member), score) for member, score in with_scores(found)]

    def remove(self, uses: Sequence[tuple[str, QuotaUse]]) -> None:
        """Remove uses, each from the set with its name."""
        self._redis.pipeline([("ZREM", _key(set_name), each.member) for set_name, each in uses])

    def update(self, set_name: str, checked: Sequence[QuotaUse], ended: Sequence[QuotaUse], at_ms: int) -> None:
        """Set the time of the last check of some uses, and remove others."""
        key = _key(set_name)
        kept: list[Command] = [("ZADD", key, "XX", at_ms, each.member) for each in checked]
        self._redis.pipeline([*kept, *(("ZREM", key, each.member) for each in ended)])


def _key(set_name: str) -> str:
    return f"places:{set_name}"


def _parse(member: str) -> QuotaUse:
    holder, game_id, places = member.split(":")
    return QuotaUse(holder, game_id, int(places))
