"""Arguments that several commands share, and the types that parse them."""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn, TypeAlias
from urllib.parse import urlsplit

from regicide_arena.runtime.messages import closest

Subcommands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001 - has no public name

DEFAULT_SERVER: Final = "http://127.0.0.1:8000"
SERVER_VARIABLE: Final = "REGICIDE_URL"
BOT_HELP: Final = "name of a bot, file.py:function or package.module:function"
MAX_COUNT: Final = 1_000_000
MAX_WORKERS: Final = 256
_PLAYERS: Final = (1, 2, 3, 4)


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


def add_players(parser: argparse.ArgumentParser) -> None:
    """Add `--players`: the numbers of players, all by default."""
    about = "numbers of players (default: 1 2 3 4)"
    parser.add_argument("--players", type=int, nargs="+", choices=_PLAYERS, default=_PLAYERS, help=about)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add `--workers`: the number of processes, one per core by default."""
    about = f"worker processes, 1 to {MAX_WORKERS}, or auto for one per core; results are the same (default: auto)"
    parser.add_argument("--workers", metavar="N", type=worker_count, default="auto", help=about)


def add_server(parser: argparse.ArgumentParser) -> None:
    """Add `--server`: the URL of the server, by default from the environment."""
    default = os.environ.get(SERVER_VARIABLE) or DEFAULT_SERVER
    about = f"URL of the server (default: {SERVER_VARIABLE}, or {DEFAULT_SERVER})"
    parser.add_argument("--server", metavar="URL", type=server_url, default=default, help=about)


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
    """Parse the URL of a server; a slash at its end is removed."""
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
