"""The lists of games that may be seen by all, by status, the newest first.

A list is a help for finding games, and no part of them: it is brought up to date after a game has changed, and what it
says wrongly (a process may have died in between, a game may have expired) is put right when it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from redis.exceptions import RedisError

from regicide_api.domain.game import Status, Table
from regicide_api.services.serializer import table_of
from regicide_api.storage import Line, Store

NAME_PATTERN: Final = "^[0-9]{14}-[0-9a-f]{20}$"

SAMPLE: Final = 4
_LISTED: Final = "games:"

GROUPS: Final = {
    Status.WAITING: "waiting",
    Status.ACTIVE: "active",
    Status.WON: "over",
    Status.LOST: "over",
}


@dataclass(frozen=True, slots=True)
class Index:
    """The lists in a store, which are forgotten when no game on them can be there any more: after `ttl` seconds."""

    store: Store
    ttl: int

    def lines(self, table: Table) -> list[Line]:
        """The line of a table that may be seen by all: to write it again keeps the list for as long as the game."""
        return [Line(_list_of(GROUPS[table.status]), name_of(table), 0, self.ttl)] if table.listed else []

    def put(self, table: Table) -> None:
        """List a table under its status, and nowhere else; and see whether others have expired."""
        others = {*GROUPS.values()} - {GROUPS[table.status]}
        self.store.lists.write(self.lines(table), {_list_of(group): name_of(table) for group in others})
        self._weed(GROUPS[table.status])

    def page(self, groups: Sequence[str], before: str | None, limit: int) -> tuple[list[Table], str | None]:
        """The newest games of some groups before a name, and the name before which to go on; None at the end."""
        found: list[Table] = []
        names = self._newest(groups, before, limit + 1)
        while names and len(found) <= limit:
            found += self._tables(names)
            names = self._newest(groups, names[-1][0], limit + 1) if len(names) > limit else []
        more = len(found) > limit
        return found[:limit], name_of(found[limit - 1]) if more else None

    def _tables(self, names: Sequence[tuple[str, str]]) -> Iterator[Table]:
        """The tables of names that are listed rightly; the others are put right, unless they cannot be reached now."""
        ids = [_game_of(name) for name, _ in names]
        for (name, group), game_id, record in zip(names, ids, self.store.load_all(ids), strict=True):
            if isinstance(record, RedisError):
                continue
            table = table_of(game_id, record) if record else None
            if table is None:
                self.store.lists.strike_off([name], _list_of(group))
            elif GROUPS[table.status] != group:
                self.put(table)
            else:
                yield table

    def _newest(self, groups: Sequence[str], before: str | None, limit: int) -> list[tuple[str, str]]:
        """The newest names before a name, with their groups."""
        found = self.store.lists.newest([_list_of(group) for group in groups], before, limit)
        return [(name, group.removeprefix(_LISTED)) for name, group in found]

    def _weed(self, group: str) -> None:
        """Strike off what has expired, among some names drawn at random: so there is never much of it."""
        names = self.store.lists.some(_list_of(group), SAMPLE)
        there = self.store.load_all([_game_of(name) for name in names])
        if gone := [name for name, record in zip(names, there, strict=True) if record is None]:
            self.store.lists.strike_off(gone, _list_of(group))


def _list_of(group: str) -> str:
    return f"{_LISTED}{group}"


def _game_of(name: str) -> str:
    return name.partition("-")[2]


def name_of(table: Table) -> str:
    """The name under which a table is listed, which is the cursor too: the time of its creation, then its id."""
    return f"{table.created_at:014d}-{table.id}"
