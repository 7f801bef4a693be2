"""`regicide-arena verify-tournament`: arguments."""

from __future__ import annotations

import argparse
from pathlib import Path

from regicide_arena.commands.options import Subcommands, integer
from regicide_arena.runtime.console import run_command


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    description = (
        "Verify the games of a finished tournament: derive every deal from the seed, and replay every action by "
        "the rules. Exit code 1: a game is invalid; 2: the games cannot be read."
    )
    parser = subcommands.add_parser(
        "verify-tournament", help="verify the games of a tournament", description=description, allow_abbrev=False
    )
    games = "the results folder of a finished tournament, or a file games.jsonl"
    parser.add_argument("games", metavar="FOLDER|FILE", type=Path, help=games)
    seed = "seed of the tournament (default: from the folder; for a file the deals are not checked)"
    parser.add_argument("--deal-seed", metavar="TEXT", help=seed)
    record = "print the record of the game in this line instead, for `regicide verify-record` and front ends"
    parser.add_argument("--print-record", metavar="LINE", type=integer("line number"), help=record)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    def start() -> int:
        from regicide_arena.tournament.verify import VerifyOptions, verify_tournament  # noqa: PLC0415 - optional dependencies

        return verify_tournament(VerifyOptions(arguments.games, arguments.deal_seed, arguments.print_record))

    return run_command(start, "verify-tournament", "tournament")
