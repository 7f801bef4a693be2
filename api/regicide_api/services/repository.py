"""Tables as they are kept: making one, finding it again, and taking a step at it.

Whoever comes to a table whose deadline is over brings about what follows from that, before anything else.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from redis.exceptions import RedisError

from regicide_api.core.errors import UnknownGame
from regicide_api.domain.event import Event, EventType, event_of
from regicide_api.domain.game import Table
from regicide_api.observability import metrics
from regicide_api.services import inbox, turn_timeouts
from regicide_api.services.game_lists import Index
from regicide_api.services.serializer import table_of, to_bytes
from regicide_api.storage import Change, Line, Store

Step: TypeAlias = Callable[[Table, list[Event]], "tuple[Table, Event | None] | None"]
"""What to do at a table, given the events asked for: the table after it and the event; None where nothing is to do."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """Tables in a store, and the lists by which they are found.

    A game lives for `game_ttl` seconds after its last event, its record for `record_ttl`.
    """

    store: Store
    game_ttl: int
    record_ttl: int

    def index(self) -> Index:
        """The lists of games."""
        return Index(self.store, max(self.game_ttl, self.record_ttl))

    def find(self, game_id: str) -> Table:
        """A table.

        Raises UnknownGame.
        """
        return self._settled(table_of(game_id, _found(game_id, self.store.load(game_id))))

    def find_with_events(self, game_id: str, since: int = 1) -> tuple[Table, list[Event]]:
        """A table, and its events since a version.

        Raises UnknownGame.
        """
        while True:
            stored = self.store.load_since(game_id, _place(since))
            table = table_of(game_id, _found(game_id, stored.record))
            if self._settled(table) is table:
                return table, list(map(event_of, stored.events))

    def create(self, table: Table) -> bool:
        """Keep a new table; False where there is one of this id."""
        if not self.store.create(table.id, to_bytes(table), self.game_ttl, self.lines(table), inbox.topics(table)):
            return False
        metrics.GAMES_CREATED.inc()
        if table.listed:
            self.index().put(table)
        return True

    def find_if_there(self, game_id: str) -> Table | None:
        """A table, if it is there."""
        record = self.store.load(game_id)
        return self._settled_if_there(table_of(game_id, record)) if record else None

    def find_all(self, game_ids: list[str]) -> list[Table | RedisError | None]:
        """Tables; None for each that is not there, and the error for each that cannot be reached now."""
        found = zip(game_ids, self.store.load_all(game_ids), strict=True)
        return [
            self._settled_if_there(table_of(game_id, record)) if isinstance(record, bytes) else record
            for game_id, record in found
        ]

    def _settled_if_there(self, table: Table) -> Table | None:
        """A table as it is now; None where it has expired at this very moment."""
        try:
            return self._settled(table)
        except UnknownGame:
            return None

    def _settled(self, table: Table) -> Table:
        """The table itself; or, if its deadline is over, the table after that."""
        return self.take(table.id, _nothing) if table.time_out(now()) else table

    def take(self, game_id: str, step: Step, since: int = 1) -> Table:
        """Take a step at a table; the table after it.

        Whoever was overtaken looks at what is there now, and decides anew: an action that came first makes another one
        past, a signal does not. Each time round, somebody else has got on. A deadline that is over comes first.
        """
        stored = self.store.load_since(game_id, _place(since))
        while True:
            before = _found(game_id, stored.record)
            table = table_of(game_id, before)
            timed_out = table.time_out(now())
            taken = timed_out or step(table, list(map(event_of, stored.events)))
            if taken is None:
                return table
            overtaken = self.store.commit(game_id, self._change(before, *taken, since))
            if overtaken is None:
                self._note(table, *taken)
                if not timed_out:
                    return taken[0]
            stored = overtaken or self.store.load_since(game_id, _place(since))

    def _change(self, before: bytes, after: Table, event: Event | None, since: int) -> Change:
        return Change(
            before=before,
            after=to_bytes(after),
            event=event.to_bytes() if event else None,
            since=_place(since),
            ttl=self.record_ttl if after.position.outcome else self.game_ttl,
            is_last=bool(event and after.position.outcome),
            lines=self.lines(after),
            news=inbox.topics(after),
        )

    def lines(self, table: Table) -> list[Line]:
        """The lines by which a table is found, as it will be when they have been written."""
        return [
            *inbox.lines(table, now(), self.game_ttl),
            *turn_timeouts.lines(table, self.game_ttl),
            *self.index().lines(table),
        ]

    def _note(self, before: Table, after: Table, event: Event | None) -> None:
        """Count a step that has been taken, and bring the lists up to date."""
        if event and event.type is EventType.ACTION:
            metrics.ACTIONS_TAKEN.inc()
        if event and event.type is EventType.TIMEOUT:
            metrics.TIMEOUTS.inc()
        if after.listed and before.status is not after.status:
            self.index().put(after)


def _nothing(_: Table, __: list[Event]) -> None:
    """The step of who only looks."""


def _found(game_id: str, record: bytes | None) -> bytes:
    if record is None:
        raise UnknownGame(game_id)
    return record


def _place(version: int) -> int:
    """Where in the list of events the one stands that ended a version."""
    return version - 1


def now() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
