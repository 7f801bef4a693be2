"""Events of a game. Each event raises the game's version by one."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import orjson


class EventType(StrEnum):
    """The type of an event."""

    ACTION = "action"
    SEAT_TAKEN = "seat-taken"
    SIGNAL = "signal"
    TIMEOUT = "timeout"


class Event(NamedTuple):
    """An event of one seat.

    `what` is the action, the player's name or the signal; `at` is in milliseconds since 1970. `agent` is the agent that
    stands in, in the timeout that appoints it and in its actions. The effects of an action are not stored: they follow
    from the seed and the actions.
    """

    type: EventType
    seat: int
    what: str | None
    at: int
    agent: str | None = None

    def to_bytes(self) -> bytes:
        """The stored form: a JSON array, without the agent if there is none."""
        return orjson.dumps([*self] if self.agent else [*self[:-1]])

    @classmethod
    def from_bytes(cls, stored: bytes) -> Event:
        """The inverse of `to_bytes`."""
        kind, *rest = orjson.loads(stored)
        return cls(EventType(kind), *rest)
