"""The names of the seats of a record, as texts that cannot be mistaken for those of the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from regicide_arena.runtime.messages import one_line

MAX_NAME_CHARS: Final = 40
"""The characters of the longest name that a server accepts; a longer one is cut."""


def recorded_names(record: Mapping[str, Any]) -> list[str]:
    """Return a name for each seat of a verified record: that of its player, or of its agent, or its number.

    Raises ValueError for malformed seats; a record that no server wrote has none.
    """
    seats = record.get("seats") or []
    if not isinstance(seats, list):
        raise ValueError(f"seats is {seats!r:.40}: expected a list")  # noqa: TRY004 - of a file
    found = dict(_named(each, number, record["players"]) for number, each in enumerate(seats, 1))
    return [found.get(seat, f"seat {seat}") for seat in range(record["players"])]


def _named(seat: object, number: int, players: int) -> tuple[int, str]:
    """Return the number of a seat, and its name. Raises ValueError."""
    if not isinstance(seat, dict):
        raise ValueError(f"seat {number} of the list is {seat!r:.40}: expected an object")  # noqa: TRY004 - of a file
    place = seat.get("seat")
    if type(place) is not int or not 0 <= place < players:
        raise ValueError(f"seat {number} of the list: seat is {place!r:.40}: expected 0 to {players - 1}")
    names = [*_texts(seat, number)]
    return place, f"{one_line(names[0], MAX_NAME_CHARS)} (seat {place})" if names else f"seat {place}"


def _texts(seat: Mapping[str, Any], number: int) -> Iterator[str]:
    """Yield the name of the player and that of the agent, where there is one. Raises ValueError."""
    for member in ("name", "agent"):
        value = seat.get(member)
        if value is not None and not isinstance(value, str):
            raise ValueError(f"seat {number} of the list: {member} is {value!r:.40}: expected a text or null")
        if value:
            yield value
