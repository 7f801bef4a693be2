"""The events of a game: what raises its version by one."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import orjson


class EventType(StrEnum):
    """What kind of event it is."""

    ACTION = "action"
    SEAT_TAKEN = "seat-taken"
    SIGNAL = "signal"


class Event(NamedTuple):
    """An event: its type, the seat it is of, what was done (the action, the name, the signal), when.

    `at` is in milliseconds since 1970. What an action caused is not kept: it follows from the seed and the actions.
    """

    type: EventType
    seat: int
    what: str | None
    at: int

    def to_bytes(self) -> bytes:
        """The event as it is kept: a JSON array."""
        return orjson.dumps([*self])


def event_of(stored: bytes) -> Event:
    """The event that was kept so."""
    kind, seat, what, at = orjson.loads(stored)
    return Event(EventType(kind), seat, what, at)
