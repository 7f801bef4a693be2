"""What can be seen of a table: by a seat, by a spectator, in a list of games."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import regicide
from regicide_api.domain.game import Status, Table


def etag(table: Table, viewer: int | None, language: str) -> str:
    """The strong validator (RFC 9110) of a viewer's view, for who is spoken to in this language.

    The time is a part of it, for a store that has lost its last second gives the same versions to other events.
    """
    return f"{table.version}-{'spectator' if viewer is None else viewer}-{language}-{table.updated_at:x}"


def view(table: Table, viewer: int | None) -> dict[str, Any]:
    """What a seat, or a spectator (None), may know of the game; before it starts, no hand."""
    waiting = table.status is Status.WAITING
    seen = regicide.view(table.position, None if waiting else viewer)
    return {
        "id": table.id,
        "version": table.version,
        "status": table.status,
        **seen,
        "you": viewer,
        "turn": None if waiting else seen["turn"],
        "seats": [seat.view(there) for seat, there in zip(table.seats, seen["seats"], strict=True)],
        "commitment": regicide.commitment(table.position.seed),
        "seed": table.position.seed if table.position.outcome else None,
        "seed_origin": table.seed_origin,
        "turn_seconds": table.clock.seconds if table.clock else None,
        "on_timeout": table.clock.on_timeout if table.clock else None,
        "deadline": timestamp(table.deadline) if table.deadline else None,
        "stand_in": table.stand_in,
        "created_at": timestamp(table.created_at),
        "updated_at": timestamp(table.updated_at),
    }


def summary(table: Table) -> dict[str, Any]:
    """What a list of games says of it."""
    return {
        "id": table.id,
        "status": table.status,
        "players": len(table.seats),
        "open_seats": table.open_seats(),
        "defeated": table.position.defeated,
        "created_at": timestamp(table.created_at),
        "updated_at": timestamp(table.updated_at),
    }


def timestamp(milliseconds: int) -> str:
    """A time in UTC as RFC 3339 has it, to the millisecond."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
