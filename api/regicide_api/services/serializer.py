"""How a table is kept: as one JSON object.

Whoever comes to a table mostly finds it as the last one has read or left it, in this process if there is but one. So
the latest state of some tables is remembered, and bytes that are the same again are not read again.
"""

from __future__ import annotations

from dataclasses import fields
from threading import Lock
from typing import Final

import orjson

import regicide
from regicide_api.domain.clock import Clock
from regicide_api.domain.game import SeedOrigin, Table
from regicide_api.domain.seat import Seat

MOST_REMEMBERED: Final = 1024

_NAMES = [field.name for field in fields(Table) if field.name != "id"]


class _Latest:
    """The latest state of some tables, those forgotten first that nobody has come to for the longest time."""

    def __init__(self) -> None:
        self._states: dict[str, tuple[bytes, Table]] = {}
        self._lock = Lock()

    def note(self, table: Table, stored: bytes) -> None:
        """Remember a state of a table, and what it is kept as."""
        with self._lock:
            self._states.pop(table.id, None)
            self._states[table.id] = stored, table
            if len(self._states) > MOST_REMEMBERED:
                del self._states[next(iter(self._states))]

    def of(self, game_id: str, stored: bytes) -> Table | None:
        """The table that was kept so, if that is what is remembered of it."""
        known, table = self._states.get(game_id, (None, None))
        return table if known == stored else None


_latest: Final = _Latest()


def to_bytes(table: Table) -> bytes:
    """The table as it is kept; under which id is the store's business."""
    kept = {name: getattr(table, name) for name in _NAMES}
    seats = [list(seat) for seat in table.seats]
    clock = list(table.clock) if table.clock else None
    stored = orjson.dumps({**kept, "position": str(table.position), "seats": seats, "clock": clock})
    _latest.note(table, stored)
    return stored


def table_of(game_id: str, stored: bytes) -> Table:
    """The table that was kept so."""
    table = _latest.of(game_id, stored)
    if table is None:
        table = read(game_id, stored)
        _latest.note(table, stored)
    return table


def read(game_id: str, stored: bytes) -> Table:
    """The same, from nothing but the bytes."""
    kept = orjson.loads(stored)
    made = {
        "position": regicide.read_position(kept["position"]),
        "seats": tuple(Seat(*seat) for seat in kept["seats"]),
        "seed_origin": SeedOrigin(kept["seed_origin"]),
        "clock": Clock(*kept["clock"]) if kept["clock"] else None,
    }
    return Table(id=game_id, **kept | made)
