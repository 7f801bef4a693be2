"""`regicide-arena tune`: the arguments."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from regicide_arena.arguments import number, workers
from regicide_arena.needing import started
from regicide_arena.saying import complain

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name

TUNED: Final = Path(__file__).parent / "bots" / "tuned"


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    about = (
        "find the numbers again that the policy and the planners play by: CMA-ES over games of the policy, then a "
        "regression of how these games go on. The same arguments give the same numbers"
    )
    parser = subcommands.add_parser("tune", help="tune the policy", description=about, allow_abbrev=False)
    every = [1, 2, 3, 4]
    parser.add_argument(
        "--players", type=int, nargs="+", choices=every, default=every, help="for so many (default: all)"
    )
    parser.add_argument("--seed", metavar="N", type=number("seed"), default=1, help="of the evolution and the deals")
    _add_number(parser, "generations", number("number of generations"), 60, "of the evolution")
    _add_number(parser, "population", number("number of policies", least=2), 16, "policies in each")
    _add_number(parser, "games", number("number of games"), 400, "that each of them plays")
    _add_number(parser, "estimate-games", number("number of games"), 40_000, "that the estimate is fitted to")
    parser.add_argument(
        "--output", metavar="FOLDER", type=Path, default=TUNED, help=f"for the files (default: {TUNED})"
    )
    parser.add_argument(
        "--workers", metavar="N", type=workers, default=1, help="processes to play in, or auto (default: 1)"
    )
    parser.set_defaults(run=_run)


def _add_number(
    parser: argparse.ArgumentParser, name: str, kind: Callable[[str], int], default: int, meaning: str
) -> None:
    about = f"{meaning} (default: {default})"
    parser.add_argument(f"--{name}", metavar="N", type=kind, default=default, help=about)


def _run(arguments: argparse.Namespace) -> int:
    if not arguments.output.is_dir():
        complain(f"there is no folder {arguments.output}")
        return 1
    if not os.access(arguments.output, os.W_OK):
        complain(f"nothing can be written into the folder {arguments.output}")
        return 1
    return started(lambda: _tune(arguments), "to tune")


def _tune(arguments: argparse.Namespace) -> int:
    from regicide_arena.tuning.evolution import Plan  # noqa: PLC0415 - the other commands need none of its libraries
    from regicide_arena.tuning.tuning import Order, tune  # noqa: PLC0415

    plan = Plan(arguments.generations, arguments.population, arguments.games)
    for players in sorted(set(arguments.players)):
        order = Order(players, arguments.seed, plan, arguments.estimate_games)
        print(tune(order, arguments.output, arguments.workers))  # noqa: T201 - what was asked for
    return 0
