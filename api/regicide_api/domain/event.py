"""Events of a game. Each event raises the game's version by one."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class EventType(StrEnum):
    """The type of an event."""

    ACTION = "action"
    SEAT_TAKEN = "seat-taken"
    SEAT_LEFT = "seat-left"
    CANCELLED = "cancelled"
    SIGNAL = "signal"
    TIMEOUT = "timeout"
    STAND_IN = "stand-in"
    GIVE_UP = "give-up"
    REMATCH = "rematch"
    ADVICE = "advice"


WHAT: Final = {
    EventType.ACTION: "action",
    EventType.SEAT_TAKEN: "name",
    EventType.SIGNAL: "signal",
    EventType.REMATCH: "next",
}
"""The member of the JSON with the action, the player's name, the signal, or the id of the rematch."""

WITH_EFFECTS: Final = {EventType.ACTION, EventType.TIMEOUT, EventType.GIVE_UP}

INCIDENTS: Final = {EventType.TIMEOUT, EventType.STAND_IN, EventType.GIVE_UP}
"""The events besides actions that a record has: they decide who may act, and how the game ends."""


class Agreement(StrEnum):
    """What a seat says about giving the game up: it agrees, withdraws that, or agrees as the last one."""

    AGREED = "agreed"
    WITHDRAWN = "withdrawn"
    ENDED = "ended"


class Event(NamedTuple):
    """An event of one seat.

    `what` is the action, the player's name, the signal, the agreement, the id of the rematch, or the agent that loses
    its seat or stands in no more; `at` is in milliseconds since 1970. `agent` is the agent that stands in, in the event
    that appoints it and in its actions, the agent that gets a seat, or the one that is asked for advice. The effects of
    an action are not stored: they follow from the seed and the actions. The seat of the end of a waiting game is the
    one that would have begun.

    The fields are stored in this order, without the agent if there is none: the order never changes.
    """

    type: EventType
    seat: int
    what: str | None
    at: int
    agent: str | None = None
