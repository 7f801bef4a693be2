"""`regicide-arena bench`: the arguments."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from regicide import MalformedSeed, Position
from regicide_arena.arguments import MOST, number, workers
from regicide_arena.needing import started

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name

GAMES: Final = 200


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    about = "how well do bots play, and how fast? Every seat of a game has the same bot; all bots have the same deals"
    parser = subcommands.add_parser("bench", help="measure bots", description=about, allow_abbrev=False)
    parser.add_argument("bots", metavar="BOT", nargs="+", help="its name, file.py:function or package.module:function")
    every = [1, 2, 3, 4]
    parser.add_argument("--players", type=int, nargs="+", choices=every, default=every, help="so many (default: all)")
    each = f"so many for each number of players (default: {GAMES})"
    parser.add_argument("--games", metavar="N", type=number("number of games"), default=GAMES, help=each)
    deals = "the first part of the deals' seeds, NAME/0, NAME/1 and so on (default: bench)"
    parser.add_argument("--deals", metavar="NAME", type=_deals, default="bench", help=deals)
    parser.add_argument("--seed", metavar="TEXT", default="bench", help="what the bots are made from (default: bench)")
    spread = "processes to play in, auto for one on each core; the games are the same (default: 1)"
    parser.add_argument("--workers", metavar="N", type=workers, default=1, help=spread)
    parser.add_argument("--json", action="store_true", help="write JSON instead of a table")
    parser.set_defaults(run=_run)


def _deals(text: str) -> str:
    try:
        Position.new(f"{text}/{MOST}", 1)
    except MalformedSeed as error:
        raise argparse.ArgumentTypeError(f"{text!r} cannot begin the seed of a deal: {error}") from None
    return text


def _run(arguments: argparse.Namespace) -> int:
    def start_bench() -> int:
        from regicide_arena.benching import bench  # noqa: PLC0415 - the other commands need none of its libraries

        return bench(arguments)

    return started(start_bench, "to measure bots")
