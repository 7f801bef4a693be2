"""`regicide-arena bench`: the arguments."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from regicide import MalformedSeed, start
from regicide_arena.needing import started

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name

GAMES: Final = 200
MOST: Final = 1_000_000


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    about = "how well do bots play, and how fast? Every seat of a game has the same bot; all bots have the same deals"
    parser = subcommands.add_parser("bench", help="measure bots", description=about, allow_abbrev=False)
    parser.add_argument("bots", metavar="BOT", nargs="+", help="its name, file.py:function or package.module:function")
    every = [1, 2, 3, 4]
    parser.add_argument("--players", type=int, nargs="+", choices=every, default=every, help="so many (default: all)")
    each = f"so many for each number of players (default: {GAMES})"
    parser.add_argument("--games", metavar="N", type=number_of("games"), default=GAMES, help=each)
    deals = "the first part of the deals' seeds, NAME/0, NAME/1 and so on (default: bench)"
    parser.add_argument("--deals", metavar="NAME", type=_deals, default="bench", help=deals)
    parser.add_argument("--seed", metavar="TEXT", default="bench", help="what the bots are made from (default: bench)")
    spread = "processes to play in, auto for one on each core; the games are the same (default: 1)"
    parser.add_argument("--workers", metavar="N", type=workers, default=1, help=spread)
    parser.add_argument("--json", action="store_true", help="write JSON instead of a table")
    parser.set_defaults(run=_run)


def number_of(things: str, least: int = 1) -> Callable[[str], int]:
    """What reads a number of such things, so many at least."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text[:9]) <= MOST:
            raise argparse.ArgumentTypeError(f"{text!r} is no number of {things} from {least} to {MOST}")
        return int(text)

    return read


def _deals(text: str) -> str:
    try:
        start(f"{text}/{MOST}", 1)
    except MalformedSeed as error:
        raise argparse.ArgumentTypeError(f"{text!r} cannot begin the seed of a deal: {error}") from None
    return text


def workers(text: str) -> int:
    """A number of processes that is written out, or auto."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if text == "auto":
        return cores
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= 256:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes from 1 to 256, nor auto")
    return int(text)


def _run(arguments: argparse.Namespace) -> int:
    def start_bench() -> int:
        from regicide_arena.benching import bench  # noqa: PLC0415 - the other commands need none of its libraries

        return bench(arguments)

    return started(start_bench, "to measure bots")
