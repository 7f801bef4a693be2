"""The beginning of a recorded game: whether it was dealt, and which of its first actions its creator gave.

The record of a server contains them as `beginning` (`deal`, `actions` or `position`) and `given_actions`. Given actions
are those of the creation: the first versions after 1 without a gap, at `created_at`, by no agent. A further action may
have the same time, so that a number that is too small is not noticed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from regicide.differences import as_json
from regicide.errors import BrokenRecord, MalformedRecord

FROM_POSITION: Final = "position"
"""The `beginning` of a game that was not dealt."""

FROM_ACTIONS: Final = "actions"
"""The `beginning` of a game with given actions."""

BEGINNINGS: Final = ("deal", FROM_ACTIONS, FROM_POSITION)
"""Where a game can begin."""

_FIRST_VERSION: Final = 2
"""The version of the game after its first event."""


def is_dealt(record: Mapping[str, Any]) -> bool:
    """Whether the game of a record was dealt from its seed; otherwise it began at a position, without a commitment."""
    return record.get("beginning") != FROM_POSITION


def verify_given_actions(record: Mapping[str, Any]) -> None:
    """Verify the number of given actions of a record; a record without it is valid.

    Raises BrokenRecord with the first action that contradicts it, and MalformedRecord.
    """
    if "given_actions" not in record:
        return
    given, events = record["given_actions"], record["events"]
    if type(given) is not int or not 0 <= given <= len(events):
        raise MalformedRecord(f"given_actions: expected 0 to {len(events)}, the number of actions")
    if bool(given) != (record.get("beginning") == FROM_ACTIONS):
        raise BrokenRecord(0, f"beginning is {as_json(record.get('beginning'))}, but given_actions is {given}")
    for number, event in enumerate(events[:given], 1):
        if not _is_of_creation(record, number, event):
            raise BrokenRecord(number, f"a given action, but not of the creation: given_actions is {given}")


def _is_of_creation(record: Mapping[str, Any], number: int, event: Mapping[str, Any]) -> bool:
    """Whether an action has the version, the time and the holder of one with which the game was created."""
    is_next = event["version"] == _FIRST_VERSION + number - 1
    return bool(is_next and event["agent"] is None and event["at"] == record["created_at"])
