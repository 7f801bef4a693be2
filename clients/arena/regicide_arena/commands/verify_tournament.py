"""`regicide-arena verify`: the arguments."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from regicide_arena.commands.options import integer
from regicide_arena.runtime.console import run_command

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    about = (
        "were the games of a tournament played as they should be? Works out every deal from the seed of the cup, and "
        "plays every action again by the rules. Exit code 1: they were not"
    )
    parser = subcommands.add_parser("verify", help="check the games of a cup", description=about, allow_abbrev=False)
    games = "the folder of a cup that is over, or a file games.jsonl"
    parser.add_argument("games", metavar="GAMES", type=Path, help=games)
    seed = "the seed of the cup (default: what the folder says; of a file alone the deals' seeds are believed)"
    parser.add_argument("--seed", metavar="TEXT", help=seed)
    record = "print the record of the game in this line, instead: regicide verify checks it, and programs can show it"
    parser.add_argument("--record", metavar="LINE", type=integer("number of a line"), help=record)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    def start_verify() -> int:
        from regicide_arena.cup.verifying import verify  # noqa: PLC0415 - the other commands need none of its libraries

        return verify(arguments)

    return run_command(start_verify, "to verify a cup", "tournament")
