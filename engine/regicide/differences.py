"""The first difference of two JSON values, in one line."""

from __future__ import annotations

import json
from typing import Final

from regicide.message import excerpt

MAX_VALUE_CHARS: Final = 100
"""Of a value in a message."""


def difference(name: str, recorded: object, expected: object) -> str | None:
    """The first difference, as `effects[0].cards is ["2C"], expected ["3C"]`; None for equal values.

    Values are compared as JSON, where true differs from 1.
    """
    if as_json(recorded) == as_json(expected):
        return None
    if isinstance(recorded, dict) and isinstance(expected, dict):
        names = [*expected, *(member for member in recorded if member not in expected)]
        members = ((f"{name}.{each}", recorded, expected, each) for each in names)
        return next(filter(None, (_of_member(*member) for member in members)), None)
    if isinstance(recorded, list) and isinstance(expected, list) and len(recorded) == len(expected):
        pairs = enumerate(zip(recorded, expected, strict=True))
        return next(filter(None, (difference(f"{name}[{index}]", *pair) for index, pair in pairs)), None)
    return f"{name} is {_shortened(recorded)}, expected {_shortened(expected)}"


def as_json(value: object) -> str:
    """The value as JSON with sorted members."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _of_member(name: str, recorded: dict[str, object], expected: dict[str, object], member: str) -> str | None:
    if member not in expected:
        return f"{name} is {_shortened(recorded[member])}, expected no such member"
    if member not in recorded:
        return f"{name} is missing, expected {_shortened(expected[member])}"
    return difference(name, recorded[member], expected[member])


def _shortened(value: object) -> str:
    return excerpt(as_json(value), MAX_VALUE_CHARS)
