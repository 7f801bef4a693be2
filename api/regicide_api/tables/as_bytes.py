"""How a table is kept: as one JSON object."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache

import orjson

import regicide
from regicide_api.tables.clock import Clock
from regicide_api.tables.seat import Seat
from regicide_api.tables.table import SeedOrigin, Table

_NAMES = [field.name for field in fields(Table) if field.name != "id"]


def to_bytes(table: Table) -> bytes:
    """The table as it is kept; under which id is the store's business."""
    kept = {name: getattr(table, name) for name in _NAMES}
    seats = [list(seat) for seat in table.seats]
    clock = list(table.clock) if table.clock else None
    return orjson.dumps({**kept, "position": str(table.position), "seats": seats, "clock": clock})


@lru_cache(maxsize=1 << 10)
def table_of(game_id: str, stored: bytes) -> Table:
    """The table that was kept so. Those who are told of an action look at the same bytes, one after the other."""
    kept = orjson.loads(stored)
    made = {
        "position": regicide.read_position(kept["position"]),
        "seats": tuple(Seat(*seat) for seat in kept["seats"]),
        "seed_origin": SeedOrigin(kept["seed_origin"]),
        "clock": Clock(*kept["clock"]) if kept["clock"] else None,
    }
    return Table(id=game_id, **kept | made)
