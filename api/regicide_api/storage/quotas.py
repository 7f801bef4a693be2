"""Quotas, limited numbers of places: sorted sets of games, each with its holder and its places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.storage.client import StorePart, load_script
from regicide_api.storage.connections import Command
from regicide_api.storage.sorted_sets import with_scores

_RESERVE: Final = load_script("use_quota")


class QuotaUse(NamedTuple):
    """The places that a holder has in a game, which the set with a name counts."""

    set_name: str
    holder: str
    game_id: str
    places: int

    @property
    def key(self) -> str:
        """The key of the sorted set."""
        return _key(self.set_name)

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


class QuotaStore(StorePart):
    """Sets of uses, each with the time of its last check. Methods are one round trip, and raise RedisError."""

    def reserve_all(
        self, attempts: Mapping[QuotaUse, QuotaLimits], at_ms: int, ttl_s: int
    ) -> dict[QuotaUse, QuotaResult | RedisError]:
        """Add uses to their sets, each atomically and unless that exceeds its limits; the sets expire `ttl_s` later.

        Each replaces the use of the same holder and game; without places, it removes that. Uses whose last
        check is longer ago are removed first. Returns a result for each, or an error for one on an unreachable node of
        a cluster. No round trip without attempts.
        """
        calls = [_RESERVE.call([use.key], *use[1:], *limits, at_ms, ttl_s) for use, limits in attempts.items()]
        results = self._redis.transaction([], calls) if calls else []
        found = (result if isinstance(result, RedisError) else QuotaResult(result) for result in results)
        return dict(zip(attempts, found, strict=True))

    def unchecked(self, set_name: str, before: int, limit: int) -> list[tuple[QuotaUse, int]]:
        """The uses in a set whose last check was before a time, the oldest first, each with that time."""
        found = self._redis.command(
            "ZRANGEBYSCORE", _key(set_name), "-inf", f"({before}", "WITHSCORES", "LIMIT", 0, limit
        )
        return [(_parse(set_name, member), score) for member, score in with_scores(found)]

    def remove(self, uses: Sequence[QuotaUse]) -> None:
        """Remove uses."""
        self._redis.pipeline([("ZREM", each.key, each.member) for each in uses])

    def update(self, checked: Sequence[QuotaUse], ended: Sequence[QuotaUse], at_ms: int) -> None:
        """Set the time of the last check of some uses, and remove others."""
        kept: list[Command] = [("ZADD", each.key, "XX", at_ms, each.member) for each in checked]
        self._redis.pipeline([*kept, *(("ZREM", each.key, each.member) for each in ended)])


def _key(set_name: str) -> str:
    return f"places:{set_name}"


def _parse(set_name: str, member: str) -> QuotaUse:
    holder, game_id, places = member.split(":")
    return QuotaUse(set_name, holder, game_id, int(places))
