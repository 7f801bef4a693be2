"""The registry of bots: lists the named ones, and finds a bot by its name or its location in a file or package."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple, cast

from regicide_arena.bots import EXEC_PREFIX, split_options
from regicide_arena.bots.failures import format_exception
from regicide_arena.bots.loader import BotFactory, LoadError, is_bot_or_maker, load_file, load_module
from regicide_arena.runtime.messages import CommandError, closest

ENTRY_POINT_GROUP: Final = "regicide.bots"
"""The group of entry points by which other packages add bots: `NAME = "package.module:function"`, or a class."""


class BuiltinBot(NamedTuple):
    """A built-in bot."""

    location: str
    house: bool = False
    """Whether it is a house bot: servers know it, and `regicide-arena house-bots` plays as it."""
    advises: bool = False
    """Whether it gives advice: it has a method `consider`."""
    reviews: bool = False
    """Whether it reviews games: it has a method `review`, too."""


BUILTIN_BOTS: Final = {
    "random": BuiltinBot("regicide_arena.bots.uniform:random_bot", house=True),
    "greedy": BuiltinBot("regicide_arena.bots.greedy:choose", house=True),
    "policy": BuiltinBot("regicide_arena.bots.planner:policy"),
    "planner-fast": BuiltinBot("regicide_arena.bots.planner:planner_fast", house=True, advises=True, reviews=True),
    "planner": BuiltinBot("regicide_arena.bots.planner:planner", house=True, advises=True, reviews=True),
    "planner-deep": BuiltinBot("regicide_arena.bots.planner:planner_deep", advises=True, reviews=True),
}
BUILTIN_LOCATIONS: Final = frozenset(bot.location for bot in BUILTIN_BOTS.values())
PLANNERS: Final = "regicide_arena.bots.planner"
"""The module of the built-in bots that use the kernel."""
HOUSE_BOTS: Final = tuple(sorted(name for name, bot in BUILTIN_BOTS.items() if bot.house))


class BotNotFound(CommandError):
    """A bot does not exist or cannot be loaded; the message says why, and what is expected."""


def named_bots() -> dict[str, str]:
    """Return the locations of all named bots by name. Names of built-in bots cannot be overridden."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - it takes long to load

    others = {point.name: f"{point.module}:{point.attr}" for point in entry_points(group=ENTRY_POINT_GROUP)}
    return dict(sorted((others | {name: bot.location for name, bot in BUILTIN_BOTS.items()}).items()))


def location_of(bot: str) -> str:
    """Return the location of a bot by its name, without options.

    A location, which has a colon, and an unknown name are returned.
    """
    bot, _ = split_options(bot)
    if bot in BUILTIN_BOTS:
        return BUILTIN_BOTS[bot].location
    return bot if ":" in bot else named_bots().get(bot, bot)


def find_bot(bot: str, folder: Path = Path()) -> BotFactory:
    """Find a bot by its name or location, `file.py:function` or `package.module:function`, and load it.

    Paths of files are relative to the folder. The code of others is loaded in the processes of bots alone. Raises
    BotNotFound.
    """
    location = location_of(bot)
    source, _, function = location.rpartition(":")
    if not source:
        raise BotNotFound(_unknown(bot))
    if not function:
        raise BotNotFound(f"no function in {bot!r}: expected {source}:FUNCTION")
    try:
        module = load_file(folder / source) if _is_file(source) else load_module(source)
    except LoadError as error:
        raise BotNotFound(str(error)) from error
    return BotFactory(location, _checked(_attribute(module, source, function), source, function))


def load_bot(bot: str) -> BotFactory:
    """Find a bot, and load what its code needs before it is asked.

    Raises BotNotFound, also for an error of the system, such as a full disk.
    """
    factory = find_bot(bot)
    try:
        return factory.prepared()
    except Exception as error:
        raise BotNotFound(f"{bot} cannot be loaded: {format_exception(error)}") from error


def bot_file(bot: str) -> Path | None:
    """Return the file of a bot; None for a bot of a package."""
    source = location_of(bot).rpartition(":")[0]
    return Path(source) if _is_file(source) else None


def seen_from(bot: str, folder: Path) -> str:
    """Return a bot whose files are relative to the working directory as one whose files are relative to a folder."""
    plain, options = split_options(bot)
    source = location_of(bot).rpartition(":")[0]
    if _is_file(source):
        plain = os.path.relpath(source, folder) + plain.removeprefix(source)
    files = {name: os.path.relpath(value, folder) for name, value in options.items() if Path(value).is_file()}
    return ",".join([plain, *(f"{name}={value}" for name, value in (options | files).items())])


def may_search(bot: str, folder: Path = Path()) -> bool:
    """Return whether a bot may use the kernel: planners do, and Python code of others may.

    Paths of files are relative to the folder. False for a program, and for a bot that does not exist.
    """
    location = location_of(bot)
    if location in BUILTIN_LOCATIONS:
        return location.startswith(f"{PLANNERS}:")
    file = bot_file(bot)
    return (folder / file).is_file() if file else ":" in location and not location.startswith(EXEC_PREFIX)


def print_bots(_: object = None) -> int:
    """Print the name and the location of each named bot, and the summary of a bot of this package."""
    bots = named_bots()
    width = max(map(len, bots))
    for name, location in bots.items():
        summary = f"{find_bot(name).summary} " if name in BUILTIN_BOTS else ""
        sys.stdout.write(f"{name:{width}}  {summary}({location})\n")
    return 0


def _is_file(source: str) -> bool:
    return source.endswith(".py") or "/" in source


def _unknown(bot: str) -> str:
    if _is_file(bot):
        return f"no function in {bot!r}: expected {bot}:FUNCTION, or {EXEC_PREFIX}{bot} for a program"
    names = named_bots()
    hint = f"; {suggestion}" if (suggestion := closest(bot, names)) else ""
    expected = f"{', '.join(names)}, file.py:function, package.module:function or {EXEC_PREFIX}COMMAND"
    return f"unknown bot {bot!r}: expected {expected}{hint}"


def _attribute(module: ModuleType, source: str, function: str) -> Callable[..., Any]:
    try:
        found: Any = attrgetter(function)(module)
    except AttributeError:
        own = _own_callables(module)
        hint = f"; {suggestion}" if (suggestion := closest(function, own)) else ""
        expected = ", ".join(own) or "at least one function there"
        raise BotNotFound(f"no function {function!r} in {source}: expected {expected}{hint}") from None
    if not callable(found):
        raise BotNotFound(f"{function!r} in {source} has the type {type(found).__name__}: expected a function or class")
    return cast(Callable[..., Any], found)


def _checked(target: Callable[..., Any], source: str, function: str) -> Callable[..., Any]:
    """Return a callable with the parameters of a bot, or of a function or class that makes bots."""
    if is_bot_or_maker(target):
        return target
    expected = "expected one parameter, the view; or seed, for what makes bots"
    raise BotNotFound(f"wrong parameters of {function!r} ({source}{_line(target)}): {expected}")


def _line(target: Callable[..., Any]) -> str:
    """Return the line of a definition, after a comma; empty if its source is not there."""
    try:
        return f", line {inspect.getsourcelines(target)[1]}"
    except (OSError, TypeError):
        return ""


def _own_callables(module: ModuleType) -> list[str]:
    """Return the names of the public callables that a module defines itself."""
    return [
        name
        for name, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", None) == module.__name__ and not name.startswith("_")
    ]
