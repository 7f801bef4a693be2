"""The backend of the kernel's one source: plain Python, in place of which numba's is used where it is installed.

Here records are objects with slots, and arrays are lists. A record has the fields of an annotated class, such as
`game.turn` and `game.hands[seat]`. Integers have 64 bits with numba, so the kernel's results stay below 2**63, as sets
of 54 cards do.

The environment variable REGICIDE_KERNEL selects a backend: `numba`, or `plain` for plain Python.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from regicide_kernel.record import Record, fields_of

_AVAILABLE: Final = find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
_CHOSEN: Final = os.environ.get("REGICIDE_KERNEL") or ("numba" if _AVAILABLE else "plain")
if _CHOSEN not in {"numba", "plain"}:
    raise ValueError(f"REGICIDE_KERNEL is {_CHOSEN!r}: expected numba or plain")

IS_COMPILED: Final = _CHOSEN == "numba"
"""Whether numba compiles the kernel here."""
CACHE_FOLDER: Path | None = None
"""Where compiled code is kept; None if it cannot be kept, or nothing is compiled."""

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R", bound=Record)


def is_all_kept() -> bool:
    """Whether all code that this process has compiled is kept."""
    return True


def compiled(function: F) -> F:
    """Return the function, which numba compiles when it is first called."""
    return function


def lowest(cards: int) -> int:
    """Return the lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def copy(records: list[R], target: int, source: int) -> None:
    """Copy a record of an array to another place of it."""
    for name in vars(type(records[source]))["__slots__"]:
        value = getattr(records[source], name)
        setattr(records[target], name, value[:] if isinstance(value, list) else value)


def write(record: Record, **fields: Any) -> None:
    """Set fields of a record; an array gets the items of a list of its length."""
    for name, content in fields.items():
        if isinstance(content, list):
            getattr(record, name)[:] = content
        else:
            setattr(record, name, content)


def records(kind: type[R], number: int) -> list[R]:
    """Return an array of records whose fields are 0."""
    fields = fields_of(kind)  # type: ignore[arg-type] # classes are hashable
    slotted: Any = type(kind.__name__, (), {"__slots__": tuple(field.name for field in fields)})
    made = [slotted() for _ in range(number)]
    for record in made:
        for name, item, length, _ in fields:
            setattr(record, name, [item(0)] * length if length else item(0))
    return made


def integers(number: int) -> list[int]:
    """Return an array of zeros."""
    return [0] * number


def table(rows: list[Any]) -> list[Any]:
    """Return a constant array of integers or floats, or of rows of them."""
    return rows


def extended(array: list[R], more: list[R]) -> list[R]:
    """Return an array of the records of two arrays."""
    return array + more


def column(array: list[R], name: str) -> list[Any]:
    """Return a field of all records of an array."""
    return [getattr(record, name) for record in array]


if not TYPE_CHECKING and IS_COMPILED:
    from regicide_kernel.numba_backend import *  # noqa: F403 - replaces all that differs
