"""Events of a game. Each raises the game's version by one; the rules and the limits of seats bound their number."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from regicide_api.domain.seat import MAX_ADVISERS, MAX_CHANGES, MAX_HOLDERS, MAX_SIGNALS


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


MAX_PLAYS_PER_ENEMY: Final = 53
"""All cards but the enemy: a card that is played lies there until the enemy is defeated (R9)."""

MAX_TURNS: Final = 12 * MAX_PLAYS_PER_ENEMY * 4
"""Before each play there are at most three yields: four players cannot all yield in a row."""

MAX_EVENTS: Final = (
    3 * MAX_TURNS * (1 + MAX_ADVISERS) + 12 * 2 * 4 * MAX_SIGNALS + 4 * 2 * (MAX_CHANGES + MAX_HOLDERS) + 100
)
"""The rules bound the events of a game. A turn has at most a play or yield, a discard or appointment, and a timeout,
each after requests for advice. Each of two jesters is played once against each enemy, and permits signals of four
seats. What a holder changes can be changed back as often, and each holder can leave. The rest are seats that are taken
first, flips, the yields after the last play, and a rematch. Games have 50 to 150 events in practice.
"""
