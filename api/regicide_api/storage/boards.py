"""Boards: the entries of each day by member, and sorted sets of scores, of each day and of its week."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from regicide_api.storage.client import StorePart, load_script
from regicide_api.storage.connections import Command
from regicide_api.storage.sorted_sets import with_scores

_CHANGE: Final = load_script("change_board")


class Period(NamedTuple):
    """A day of a board, or a week of it, with its days. All keys of a board are on one node of a cluster."""

    board: str
    days: Sequence[str]
    is_week: bool = False

    @property
    def scores_key(self) -> str:
        """The key of the sorted set."""
        return self.key("week" if self.is_week else "scores", self.days[0])

    def key(self, kind: str, day: str) -> str:
        """The key of the entries or of the scores of one of the days."""
        return f"board:{{{self.board}}}:{day}:{kind}"


class Page(NamedTuple):
    """Members of a board, the best first, each with its score, and the number of all."""

    members: list[tuple[str, int]]
    total: int


class BoardStore(StorePart):
    """The boards of a store. Every method is one round trip on a single server, and raises RedisError."""

    def enter(  # noqa: PLR0913 - an entry, and the bounds of the board
        self, week: Period, day: str, member: str, entry: bytes, score: int, *, most: int, ttl_s: int
    ) -> bool:
        """Enter a member into the board of a day of a week, or replace its entry; a board keeps the best `most`.

        Returns False, without a change, for a score that is too low for a full board.
        """
        return self._change(week, day, member, entry, score, most, ttl_s)

    def withdraw(self, week: Period, day: str, member: str, *, ttl_s: int) -> None:
        """Take a member off the board of a day of a week."""
        self._change(week, day, member, b"", 0, 0, ttl_s)

    def _change(self, week: Period, day: str, member: str, *args: bytes | int) -> bool:
        keys = [week.key("entries", day), week.key("scores", day), week.scores_key]
        days = [week.key("scores", each) for each in week.days]
        return bool(self._redis.command(*_CHANGE.call([*keys, *days], member, *args)))

    def page(self, period: Period, first: int, limit: int) -> Page:
        """The members from a place on, which counts from 0."""
        key = period.scores_key
        shown: Command = ("ZREVRANGE", key, first, first + limit - 1, "WITHSCORES")
        members, total = self._redis.pipeline([shown, ("ZCARD", key)])
        return Page(with_scores(members), int(total))

    def scores(self, period: Period, members: Sequence[str]) -> list[int | None]:
        """The scores of members; None for a member that the board lacks."""
        found = self._redis.pipeline([("ZSCORE", period.scores_key, member) for member in members])
        return [None if score is None else int(score) for score in found]

    def ranks(self, period: Period, scores: Sequence[int]) -> list[int]:
        """The rank that each score has on a board, from 1 on; equal ones share it."""
        counts = self._redis.pipeline([("ZCOUNT", period.scores_key, f"({score}", "+inf") for score in scores])
        return [1 + int(count) for count in counts]

    def entries(self, period: Period, members: Sequence[str]) -> list[dict[str, bytes]]:
        """The entries of each member by the days of a period."""
        if not members:
            return []
        found = self._redis.pipeline([("HMGET", period.key("entries", day), *members) for day in period.days])
        by_member = zip(*found, strict=True)
        return [
            {day: entry for day, entry in zip(period.days, entries, strict=True) if entry is not None}
            for entries in by_member
        ]
