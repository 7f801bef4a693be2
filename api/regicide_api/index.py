"""The lists of games that may be seen by all, by status, the newest first.

A list is a help for finding games, and no part of them: it is brought up to date after a game has changed, and what it
says wrongly (a process may have died in between, a game may have expired) is put right when it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from regicide_api.store import Store
from regicide_api.table import Status, Table, table_of

NAME_PATTERN: Final = "^[0-9]{14}-[0-9a-f]{20}$"

GROUPS: Final = {
    Status.WAITING: "waiting",
    Status.ACTIVE: "active",
    Status.WON: "over",
    Status.LOST: "over",
}


@dataclass(frozen=True, slots=True)
class Index:
    """The lists in a store."""

    store: Store

    def put(self, table: Table) -> None:
        """List a table under its status, and nowhere else."""
        group = GROUPS[table.status]
        self.store.enlist(name_of(table), group, {*GROUPS.values()} - {group})

    def page(self, groups: Sequence[str], before: str | None, limit: int) -> tuple[list[Table], str | None]:
        """The newest games of some groups before a name, and the name before which to go on; None at the end."""
        found: list[Table] = []
        names = self.store.listed(groups, before, limit + 1)
        while names and len(found) <= limit:
            found += self._tables(names)
            names = self.store.listed(groups, names[-1][0], limit + 1) if len(names) > limit else []
        more = len(found) > limit
        return found[:limit], name_of(found[limit - 1]) if more else None

    def _tables(self, names: Sequence[tuple[str, str]]) -> Iterator[Table]:
        """The tables of names that are listed rightly; the others are put right."""
        ids = [name.partition("-")[2] for name, _ in names]
        for (name, group), game_id, record in zip(names, ids, self.store.load_all(ids), strict=True):
            table = table_of(game_id, record) if record else None
            if table is None:
                self.store.strike_off([name], group)
            elif GROUPS[table.status] != group:
                self.put(table)
            else:
                yield table


def name_of(table: Table) -> str:
    """The name under which a table is listed, which is the cursor too: the time of its creation, then its id."""
    return f"{table.created_at:014d}-{table.id}"
