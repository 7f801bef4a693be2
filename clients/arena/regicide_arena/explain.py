"""`regicide-arena explain`: the arguments."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from regicide_arena.arguments import fraction, number
from regicide_arena.bots.search import MOST_ROLLOUTS
from regicide_arena.needing import started

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    about = (
        "what would the planner do here, and why? Reads the view of the seat whose turn it is, as the server gives it, "
        "and prints each action that was looked at: in what share of the rollouts it was taken, how likely the game is "
        "then won, and how many of the twelve enemies are expected to fall"
    )
    parser = subcommands.add_parser("explain", help="explain the best actions", description=about, allow_abbrev=False)
    parser.add_argument("view", metavar="FILE", nargs="?", default="-", help="JSON; - or nothing: standard input")
    budget = parser.add_mutually_exclusive_group()
    rollouts = number("number of rollouts", most=MOST_ROLLOUTS)
    budget.add_argument("--rollouts", metavar="N", type=rollouts, default=1000, help="simulations (default: 1000)")
    time = f"time, in place of rollouts, of which there are {MOST_ROLLOUTS} at most"
    budget.add_argument("--milliseconds", metavar="N", type=number("number of milliseconds"), help=time)
    parser.add_argument("--seed", metavar="TEXT", default="explain", help="of the simulations (default: explain)")
    worth = "what a solo game won with 2, 1 and 0 jesters left is worth, where a loss is 0 (default: 1 0.8 0.7)"
    names = ("GOLD", "SILVER", "BRONZE")
    parser.add_argument("--worth", metavar=names, type=fraction("number", 0, 1), nargs=3, default=None, help=worth)
    parser.add_argument("--json", action="store_true", help="write JSON instead of a table")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    def start_explain() -> int:
        from regicide_arena.explaining import explain  # noqa: PLC0415 - the other commands need none of its libraries

        return explain(arguments)

    return started(start_explain, "to explain actions")
