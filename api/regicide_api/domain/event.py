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
    TIMEOUT = "timeout"


class Event(NamedTuple):
    """An event: its type, the seat it is of, what was done (the action, the name, the signal), when, by which agent.

    `at` is in milliseconds since 1970. An agent is named where it acted for somebody else whose time had run out, and
    at the timeout from which it does so. What an action caused is not kept: it follows from the seed and the actions.
    """

    type: EventType
    seat: int
    what: str | None
    at: int
    agent: str | None = None

    def to_bytes(self) -> bytes:
        """The event as it is kept: a JSON array, without the agent if there is none."""
        return orjson.dumps([*self] if self.agent else [*self[:-1]])


def event_of(stored: bytes) -> Event:
    """The event that was kept so."""
    kind, *rest = orjson.loads(stored)
    return Event(EventType(kind), *rest)
