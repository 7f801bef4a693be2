"""The public lists of games by status, newest first.

The lists are an index: they are updated after the commit, and corrected when they are read (a process may die in
between, a game may expire, and a repeated creation writes an entry with a time of its own).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from redis.exceptions import RedisError

from regicide_api.core.work import in_parts
from regicide_api.domain.game import STATUS_GROUPS, HostedGame
from regicide_api.services.serializer import StateCache
from regicide_api.storage.game_store import Store
from regicide_api.storage.sorted_sets import Entry

SAMPLE_SIZE: Final = 4
"""Members of a list that each change checks for expired games."""

FURTHER_READS: Final = (64, 256)
"""The entries that a page reads in addition, one time after the other, while too many of those before are stale."""

Cursor = TypeVar("Cursor")
"""The place of an entry in an index: entries are read after it."""


def read_page(
    read: Callable[[Cursor | None, int], Sequence[tuple[Cursor, str]]],
    check: Callable[[Sequence[tuple[Cursor, str]]], Iterable[tuple[Cursor, HostedGame]]],
    after: Cursor | None,
    limit: int,
) -> tuple[list[HostedGame], Cursor | None]:
    """A page of an index with stale entries, and the cursor of the next page (None: the last page).

    `read` returns entries after a cursor, up to a number, and `check` the games of the wanted entries. A page reads a
    bounded number of entries: it may be short, and have a next one all the same.
    """
    found: dict[Cursor, HostedGame] = {}
    for wanted in (limit + 1, *FURTHER_READS):
        entries = read(after, wanted)
        found.update(check(entries))
        after = entries[-1][0] if len(entries) == wanted else None
        if len(found) > limit or after is None:
            break
    cursors = [*found][:limit]
    return [found[each] for each in cursors], cursors[-1] if len(found) > limit else after


@dataclass(frozen=True, slots=True)
class GameLists:
    """The lists in a store. A list in which nothing has changed for `ttl_s` expires."""

    store: Store
    states: StateCache
    ttl_s: int

    def index_entries(self, game: HostedGame) -> list[Entry]:
        """The entry of a listed game. Actions do not write it: all listed games have the list of their status."""
        return [Entry(_set_name(STATUS_GROUPS[game.status]), cursor_of(game), 0, self.ttl_s)] if game.listed else []

    def upsert(self, game: HostedGame) -> None:
        """Add a game to the list of its status, and remove it from the others; also remove some expired games."""
        group = STATUS_GROUPS[game.status]
        others = {*STATUS_GROUPS.values()} - {group}
        removed = {_set_name(other): cursor_of(game) for other in others}
        self.store.sorted_sets.write(self.index_entries(game), removed)
        self._remove_expired(group)

    def page(self, groups: Sequence[str], before: str | None, limit: int) -> tuple[list[HostedGame], str | None]:
        """The newest games of some lists before a cursor, and the cursor of the next page (None: the last page)."""
        return read_page(partial(self._newest, groups), self._games, before, limit)

    def _games(self, members: Sequence[tuple[str, str]]) -> Iterator[tuple[str, HostedGame]]:
        """The games of the correct entries. Wrong entries are corrected, unless their game's node is unreachable."""
        ids = [game_id_of(cursor) for cursor, _ in members]
        for (cursor, group), game_id, record in in_parts(zip(members, ids, self.store.load_all(ids), strict=True)):
            if isinstance(record, RedisError):
                continue
            game = self.states.load(game_id, record) if record else None
            if game is None or cursor_of(game) != cursor:
                self.store.sorted_sets.remove([cursor], _set_name(group))
            elif STATUS_GROUPS[game.status] != group:
                self.upsert(game)
            else:
                yield cursor, game

    def _newest(self, groups: Sequence[str], before: str | None, limit: int) -> list[tuple[str, str]]:
        """The newest cursors before a cursor, each with its list."""
        found = self.store.sorted_sets.newest([_set_name(group) for group in groups], before, limit)
        return [(cursor, set_name.removeprefix(_SET_PREFIX)) for cursor, set_name in found]

    def _remove_expired(self, group: str) -> None:
        """Remove the expired games among a random sample: this keeps their share of the list small."""
        cursors = self.store.sorted_sets.sample(_set_name(group), SAMPLE_SIZE)
        records = self.store.load_all([game_id_of(cursor) for cursor in cursors])
        if expired := [cursor for cursor, record in zip(cursors, records, strict=True) if record is None]:
            self.store.sorted_sets.remove(expired, _set_name(group))


_SET_PREFIX: Final = "games:"


def _set_name(group: str) -> str:
    return f"{_SET_PREFIX}{group}"


def game_id_of(cursor: str) -> str:
    """The id of the game with a cursor."""
    return cursor.partition("-")[2]


def cursor_of(game: HostedGame) -> str:
    """The cursor of a game, which is its member of the list: the time of its creation, then its id."""
    return f"{game.created_at:014d}-{game.id}"
