"""The states of a seat, as the events of its game tell them."""

from __future__ import annotations

from history.log import AGREED, GAVE_UP, Event, Final, SeatState

UNKNOWN = "?"
"""An agent, or none: the events do not tell who held the seat at the creation."""


def first_state(final: Final, number: int) -> SeatState:
    """The state of a seat at the creation of its game: the opposite of its first change, else the final one."""
    changes = (event.type for event in final.events if event.seat == number)
    change = next((kind for kind in changes if kind in {"seat-taken", "seat-left"}), None)
    if change is None:
        return SeatState(final.seats[number].is_held, final.seats[number].agent) if final.seats else SeatState(True)
    return SeatState(is_held=change == "seat-left", agent=UNKNOWN if change == "seat-left" else None)


def state_after(state: SeatState, event: Event) -> SeatState:
    """The state of the event's seat after it."""
    if event.type == "seat-taken":
        return SeatState(True, event.agent)
    if event.type == "seat-left":
        return SeatState(False)
    if event.type == "stand-in":
        return state._replace(stand_in=event.agent)
    return state._replace(gives_up=True) if event.what in {AGREED, GAVE_UP} else state


def agrees(observed: SeatState, state: SeatState) -> bool:
    """Whether an observed state is the one of the events."""
    return observed == (state._replace(agent=observed.agent) if state.agent == UNKNOWN else state)
