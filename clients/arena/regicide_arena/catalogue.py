"""Bots, found by their names, or by where they are: in a file, or in a package."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple, cast

from regicide_arena.loading import CannotLoad, load_file, load_module
from regicide_arena.making import Entry

GROUP: Final = "regicide.bots"
"""The entry points by which other packages bring bots: `NAME = "package.module:function"`, or a class."""


class Ours(NamedTuple):
    """A bot that comes with the game."""

    place: str
    house: bool = False
    """Whether it is one of the house: servers know it, and `regicide-arena house` plays as it."""
    slow: bool = False
    """Whether it thinks long, and so has to be kept from delaying others."""


OURS: Final = {
    "random": Ours("regicide_arena.bots.uniform:random_bot", house=True),
    "greedy": Ours("regicide_arena.bots.greedy:choose", house=True),
    "policy": Ours("regicide_arena.bots.planner:policy"),
    "planner-fast": Ours("regicide_arena.bots.planner:planner_fast", house=True, slow=True),
    "planner": Ours("regicide_arena.bots.planner:planner", house=True, slow=True),
    "planner-deep": Ours("regicide_arena.bots.planner:planner_deep", slow=True),
}
HOUSE: Final = tuple(sorted(name for name, bot in OURS.items() if bot.house))


class NoSuchBot(Exception):
    """A bot that is not where it should be, or cannot be loaded; the message says why, and what would be right."""


def named() -> dict[str, str]:
    """The names of all bots that have one, and where each bot is. Other packages cannot take our names."""
    others = {point.name: f"{point.module}:{point.attr}" for point in entry_points(group=GROUP)}
    return dict(sorted((others | {name: bot.place for name, bot in OURS.items()}).items()))


def find(text: str, folder: Path = Path()) -> Entry:
    """What the bots with this name, or in this place, are made from: `file.py:function` or `package.module:function`.

    A file is looked for from the folder on. Raises NoSuchBot.
    """
    whole = named().get(text, text)
    place, _, function = whole.rpartition(":")
    if not place:
        raise NoSuchBot(_unknown(text))
    if not function:
        raise NoSuchBot(f"{text} names no function: write {place}:FUNCTION")
    try:
        module = load_file(folder / place) if _is_file(place) else load_module(place)
    except CannotLoad as error:
        raise NoSuchBot(str(error)) from error
    return Entry(whole, _function(module, place, function))


def _is_file(place: str) -> bool:
    return place.endswith(".py") or "/" in place


def _unknown(text: str) -> str:
    if _is_file(text):
        return f"{text} names no function: write {text}:FUNCTION"
    return (
        f"there is no bot {text!r}: there are {', '.join(named())}, and any file.py:function or package.module:function"
    )


def _function(module: ModuleType, place: str, function: str) -> Callable[..., Any]:
    try:
        found: Any = attrgetter(function)(module)
    except AttributeError:
        raise NoSuchBot(f"there is no function {function!r} in {place}: {_functions_of(module)}") from None
    if not callable(found):
        raise NoSuchBot(f"{function!r} in {place} is no function, but of the type {type(found).__name__}")
    return cast(Callable[..., Any], found)


def _functions_of(module: ModuleType) -> str:
    own = [
        name
        for name, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", None) == module.__name__ and not name.startswith("_")
    ]
    return f"there are {', '.join(own)}" if own else "there is none at all"
