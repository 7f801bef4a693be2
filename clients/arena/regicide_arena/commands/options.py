"""Options of commands: fields of dataclasses, from which their arguments are derived, and the types that parse them."""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import Field, field, fields
from enum import StrEnum
from pathlib import Path, PurePath
from types import NoneType
from typing import Any, Final, NoReturn, get_args, get_type_hints
from urllib.parse import urlsplit

from regicide_arena.bots import EXEC_PREFIX, split_options
from regicide_arena.runtime.messages import closest

DEFAULT_SERVER: Final = "http://127.0.0.1:8000"
SERVER_VARIABLE: Final = "REGICIDE_URL"
BOT_HELP: Final = "name of a bot, file.py:function, package.module:function or exec:COMMAND; options follow: ,depth=2"
MAX_COUNT: Final = 1_000_000
MAX_WORKERS: Final = 256
MAX_CLOCK_S: Final = 3600
PLAYERS: Final = (1, 2, 3, 4)


class LogStyle(StrEnum):
    """How a log is written."""

    TEXT = "text"
    """Lines for people, on standard error."""
    JSON = "json"
    """A JSON object on each line of standard output: `time`, `agent`, `event`, and the members of the event."""
    QUIET = "quiet"
    """Failures only, as text."""


class Parser(argparse.ArgumentParser):
    """A parser that suggests the nearest name for a misspelt option, command or choice."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options | {"allow_abbrev": False})

    def parse_known_args(  # type: ignore[override] # overloaded there
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the arguments; a surplus one is an error of the subcommand that gets it."""
        parsed, rest = super().parse_known_args(args, namespace)
        for option in (each.partition("=")[0] for each in rest if each.startswith("--")):
            known = [name for action in self._actions for name in action.option_strings]
            self.error(f"unknown option {option}: {closest(option, known) or f'{self.prog} --help lists all'}")
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return parsed, rest

    def error(self, message: str) -> NoReturn:
        """Print the usage and the message, with a suggestion for a misspelt choice, and exit with code 2."""
        wrong = re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message)
        hint = closest(wrong[1], re.findall(r"[\w-]+", wrong[2])) if wrong else ""
        super().error(f"{message}; {hint}" if hint else message)


class InvalidOptions(ValueError):
    """Options contradict each other; the message says how."""


def option(about: str, default: object = None, **settings: Any) -> Any:
    """Return a field of options for an argument, which is named after the field unless there is a `flag`.

    The help names the default. Further settings go to `ArgumentParser.add_argument`. The type of the field
    decides that a boolean is a flag without a value, that an enumeration has its values as choices, and that a path is
    one.
    """
    if default is not None:
        settings["default"] = default
        shown = " ".join(map(str, default)) if isinstance(default, tuple) else default
        about += "" if "default" in about else f" (default: {shown})"
    return field(metadata=settings | {"help": about})


def argument(about: str, metavar: str, **settings: Any) -> Any:
    """Return a field of options for an argument that is given by its place."""
    return option(about, metavar=metavar, flag="", **settings)


def add_options(parser: argparse.ArgumentParser, options: type) -> None:
    """Add an argument for each field of a dataclass of options; those of a base with a `GROUP` are listed below it."""
    kinds, groups = get_type_hints(options), dict[str, argparse._ArgumentGroup]()  # noqa: SLF001 - has no public name
    titles = {
        name: vars(base).get("GROUP") for base in options.__mro__ for name in vars(base).get("__dataclass_fields__", ())
    }
    for each in fields(options):
        settings = _settings(kinds[each.name]) | {**each.metadata}
        flag = settings.pop("flag", f"--{each.name.replace('_', '-')}")
        if (title := titles[each.name]) and title not in groups:
            groups[title] = parser.add_argument_group(title)
        place = groups[title] if title else parser
        if flag:
            place.add_argument(flag, dest=each.name, **settings)
        else:
            place.add_argument(each.name, **settings)


def parsed_options(options: type, arguments: argparse.Namespace) -> Any:
    """Return the options with the values of the arguments. Raises InvalidOptions if they contradict each other."""
    return options(**{each.name: getattr(arguments, each.name) for each in fields(options)})


def parse_value(option: Field[Any], value: object) -> Any:
    """Return the value that a file gives for an option, as its argument is parsed. Raises ArgumentTypeError."""
    if "nargs" not in option.metadata:
        return _parse_value(option, value)
    if not isinstance(value, list) or not value:
        raise argparse.ArgumentTypeError(f"invalid list {value!r}: expected at least one value in brackets")
    return [_parse_value(option, each) for each in value]


def _parse_value(option: Field[Any], value: object) -> Any:
    """Parse a text if the option has no type of its own, and a number otherwise."""
    parse, choices = option.metadata.get("type"), option.metadata.get("choices")
    if type(value) not in ({int, float} if parse else {str}):
        raise argparse.ArgumentTypeError(f"invalid value {value!r}: expected a {'number' if parse else 'text'}")
    if choices and value not in choices:
        raise argparse.ArgumentTypeError(f"invalid choice: {value!r} (choose from {', '.join(map(str, choices))})")
    return parse(str(value)) if parse and not choices else value


def _settings(hint: Any) -> dict[str, Any]:
    """Return the settings that follow from the type of a field."""
    kind = next((kind for kind in get_args(hint) if kind is not NoneType), hint)
    if hint is bool:
        return {"action": "store_true"}
    if kind is Path:
        return {"type": Path}
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        values = [each.value for each in kind]
        return {"choices": values, "type": lambda text: kind(text) if text in values else text}
    return {}


def count(about: str, default: int | None = None, of: str = "games", least: int = 1, most: int = MAX_COUNT) -> Any:
    """Return the field for a number of things in a range, such as `games`, which the message names."""
    return option(about, default, metavar="N", type=integer(f"number of {of}", least, most))


def duration(about: str, default: float | None = None, least: float = 0.001) -> Any:
    """Return the field for a number of seconds, at most an hour."""
    return option(
        about, default, metavar="SECONDS", type=real_number("number of seconds", least, MAX_CLOCK_S, " seconds")
    )


def percent(about: str, default: str | None, name: str, least: float, most: float) -> Any:
    """Return the field for a share that is given in percent; the name is for the message."""
    return option(about, default, metavar="PERCENT", type=percentage(name, least, most))


def players_option() -> Any:
    """Return the field for `--players`: the numbers of players, all by default."""
    return option("numbers of players", PLAYERS, type=int, nargs="+", choices=PLAYERS)


def workers_option() -> Any:
    """Return the field for `--workers`: the number of processes, one per core by default."""
    about = f"worker processes, 1 to {MAX_WORKERS}, or auto for one per core; results are the same"
    return option(about, "auto", metavar="N", type=worker_count)


def scheduler_option() -> Any:
    """Return the field for `--scheduler`: the address of a Dask cluster, in place of worker processes."""
    return option("use the workers of this Dask scheduler, for example tcp://10.0.0.1:8786", metavar="ADDRESS")


def server_option() -> Any:
    """Return the field for `--server`: the URL of the server, by default from the environment."""
    about = f"URL of the server, or {SERVER_VARIABLE} for that in this variable, else {DEFAULT_SERVER}"
    return option(about, SERVER_VARIABLE, metavar="URL", type=server_url)


def entrant(text: str) -> tuple[str, str]:
    """Parse a name and a bot; the name defaults to the name of the bot, of the function or of the program's file."""
    plain, _ = split_options(text)
    name, equals, _ = plain.partition("=")
    bot = text[len(name) + 1 :]
    if plain.startswith(EXEC_PREFIX):
        name, bot = PurePath([*plain.removeprefix(EXEC_PREFIX).split(), ""][0]).name, text
    elif not equals:
        name, bot = plain.rpartition(":")[2], text
    if not name or not bot:
        raise argparse.ArgumentTypeError(f"invalid entrant {text!r}: expected NAME=BOT or BOT")
    return name, bot


def require_distinct(entrants: Sequence[tuple[str, str]]) -> None:
    """Raise InvalidOptions if two entrants have the same name."""
    names = [name for name, _ in entrants]
    if duplicates := sorted({name for name in names if names.count(name) > 1}):
        raise InvalidOptions(f"duplicate entrant {duplicates[0]!r}: give each one a name with NAME=BOT")


def integer(name: str, least: int = 1, most: int = MAX_COUNT) -> Callable[[str], int]:
    """Return a type for whole numbers in a range; the name is for the message, such as `number of games`."""

    def parse(text: str) -> int:
        found = _digits(text)
        if found is None or not least <= found <= most:
            raise argparse.ArgumentTypeError(f"invalid {name} {text!r}: expected {least} to {most}")
        return found

    return parse


def real_number(name: str, least: float, most: float, unit: str = "") -> Callable[[str], float]:
    """Return a type for numbers in a range; name and unit are for the message: `number of seconds`."""

    def parse(text: str) -> float:
        """Raises ArgumentTypeError for text that is no number in the range."""
        try:
            found = float(text)
        except ValueError:
            found = math.nan
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"invalid {name} {text!r}: expected {least:g} to {most:g}{unit}")
        return found

    return parse


def percentage(name: str, least: float, most: float, unit: str = "") -> Callable[[str], float]:
    """Return a type for shares that are given in percent; the name is for the message."""
    parse = real_number(name, least, most, unit)
    return lambda text: parse(text) / 100


def worker_count(text: str) -> int:
    """Parse a number of processes; `auto` stands for the number of cores that this process may use."""
    if text == "auto":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    found = _digits(text)
    if found is None or not 1 <= found <= MAX_WORKERS:
        expected = f"expected 1 to {MAX_WORKERS}, or auto"
        raise argparse.ArgumentTypeError(f"invalid number of processes {text!r}: {expected}")
    return found


def server_url(text: str) -> str:
    """Parse the URL of a server; a slash at its end is removed. The name of the variable stands for its value."""
    if text == SERVER_VARIABLE:
        text = os.environ.get(SERVER_VARIABLE) or DEFAULT_SERVER
    if not _is_server_url(text):
        raise argparse.ArgumentTypeError(f"invalid server URL {text!r}: expected one like {DEFAULT_SERVER}")
    return text.rstrip("/")


def _is_server_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # an unclosed bracket, or a port beyond 65535
        return False


def _digits(text: str) -> int | None:
    """Parse decimal digits. Only the first 18 count, as a longer number is beyond every range."""
    return int(text[:18]) if text.isascii() and text.isdigit() else None
