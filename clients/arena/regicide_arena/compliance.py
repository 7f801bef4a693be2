"""`regicide-arena compliance`: the arguments."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from regicide_arena.arguments import fraction, number
from regicide_arena.needing import started

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name

GAMES: Final = 5
CLOCK: Final = 1.0


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    about = (
        "is this bot fit to enter a contest? Lets it play games of every number of players, shows it every phase and "
        "strange situations, starts it anew in mid-game, asks it twice, and holds its answers to a clock. Exit code 1: "
        "it is not"
    )
    parser = subcommands.add_parser("compliance", help="check a bot", description=about, allow_abbrev=False)
    parser.add_argument("bot", metavar="BOT", help="its name, file.py:function or package.module:function")
    games = f"whole games of each number of players (default: {GAMES})"
    parser.add_argument("--games", metavar="N", type=number("number of games", most=1000), default=GAMES, help=games)
    clock = f"seconds that it has for each action (default: {CLOCK:g})"
    parser.add_argument(
        "--clock", metavar="SECONDS", type=fraction("number of seconds", 0.001, 3600), default=CLOCK, help=clock
    )
    seed = "what the bot is made from (default: compliance)"
    parser.add_argument("--seed", metavar="TEXT", default="compliance", help=seed)
    parser.add_argument("--json", action="store_true", help="write JSON, with what the bot saw where it failed")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    def start_compliance() -> int:
        from regicide_arena.complying.complying import compliance  # noqa: PLC0415 - the other commands need none of its libraries

        return compliance(arguments)

    return started(start_compliance, "to check bots")
