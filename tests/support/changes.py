"""Changes of JSON values for tests, each at the place of a pointer (RFC 6901)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Change = Callable[[Any], Any]
"""From a part of a value to what stands there then."""


def gone(_: Any) -> Any:
    """The part is not there."""
    raise LookupError


def now(new: Any) -> Change:
    """The part is this one."""
    return lambda _: new


def plus(*new: Any) -> Change:
    """The list or object has more items."""
    return lambda old: [*old, *new] if isinstance(old, list) else old | new[0]


def minus(item: str) -> Change:
    """The list has an item less."""
    return lambda old: [other for other in old if other != item]


def changed(whole: Any, *changes: tuple[str, Change]) -> Any:
    """A copy of a value with changes."""
    for pointer, change in changes:
        whole = _put(whole, pointer.split("/")[1:], change)
    return whole


def _put(part: Any, way: list[str], change: Change) -> Any:
    """A part with a change at the end of the way from it."""
    key, *rest = [int(way[0]) if isinstance(part, list) else way[0].replace("~1", "/"), *way[1:]]
    copied = part.copy()
    old = part[key] if isinstance(part, list) else part.get(key)
    try:
        copied[key] = _put(old, rest, change) if rest else change(old)
    except LookupError:
        del copied[key]
    return copied
