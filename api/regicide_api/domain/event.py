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


class Traits(NamedTuple):
    """What events of a type have in common.

    `member` is the member of the JSON that has `what`; None: it is not public, or another member follows from it. A
    record has actions and incidents: these decide who may act, and how the game ends. With `names_loser`, `what` is the
    agent that loses its seat or stands in no more.
    """

    member: str | None = None
    has_effects: bool = False
    is_incident: bool = False
    names_loser: bool = False


TRAITS: Final = {
    EventType.ACTION: Traits("action", has_effects=True),
    EventType.SEAT_TAKEN: Traits("name"),
    EventType.SEAT_LEFT: Traits(names_loser=True),
    EventType.CANCELLED: Traits(),
    EventType.SIGNAL: Traits("signal"),
    EventType.TIMEOUT: Traits(has_effects=True, is_incident=True),
    EventType.STAND_IN: Traits(is_incident=True, names_loser=True),
    EventType.GIVE_UP: Traits(has_effects=True, is_incident=True),
    EventType.REMATCH: Traits("next"),
    EventType.ADVICE: Traits(),
}


class Agreement(StrEnum):
    """What a seat says about giving the game up: it agrees, withdraws that, or agrees as the last one."""

    AGREED = "agreed"
    WITHDRAWN = "withdrawn"
    ENDED = "ended"


class Event(NamedTuple):
    """An event of one seat.

    `what` is the action, the player's name, the signal, the agreement, the id of the rematch, or the agent that loses
    its seat or stands in no more; `at` is in milliseconds since 1970. `agent` is the agent that stands in, in the event
    that appoints it and in its actions, the agent that gets a seat, or the agent that is asked for advice. The effects
    of an action are not stored: they follow from the seed and the actions. The seat of the end of a waiting game is the
    seat that would have begun.

    The fields are stored in this order, without the agent if there is none: the order never changes.
    """

    type: EventType
    seat: int
    what: str | None
    at: int
    agent: str | None = None

    @property
    def traits(self) -> Traits:
        """What it has in common with others of its type."""
        return TRAITS[self.type]
