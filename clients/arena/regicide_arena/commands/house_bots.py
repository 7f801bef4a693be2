"""`regicide-arena house-bots`: its arguments."""

from __future__ import annotations

import argparse
import os
from typing import Final

from regicide_arena.bots.registry import HOUSE_BOTS
from regicide_arena.commands.options import Subcommands
from regicide_arena.commands.play import add_agent_options
from regicide_arena.runtime.console import EXIT_UNUSABLE, print_error, run_command

KEY_VARIABLE: Final = "BOTS_KEY"


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand to the parser."""
    about = (
        "Play as the server's house bots, which authenticate by the key that they share with the server, in the "
        f"variable {KEY_VARIABLE}. Several such processes may run at the same time."
    )
    parser = subcommands.add_parser("house-bots", help="run the house bots", description=about, allow_abbrev=False)
    parser.add_argument("bots", metavar="BOT", nargs="*", help=f"which house bots (default: {' '.join(HOUSE_BOTS)})")
    add_agent_options(parser)
    parser.set_defaults(run=_run, fail=parser.error)


def _run(arguments: argparse.Namespace) -> int:
    key = os.environ.get(KEY_VARIABLE)
    if not key:
        print_error(f"{KEY_VARIABLE} is not set: expected the key of the server")
        return EXIT_UNUSABLE
    if unknown := sorted({*arguments.bots} - {*HOUSE_BOTS}):
        arguments.fail(f"invalid house bot {unknown[0]!r}: expected {', '.join(HOUSE_BOTS)}")

    def run() -> int:
        from regicide_arena.agent.host import HouseBotsOptions, run_house_bots  # noqa: PLC0415 - needs the client

        options = HouseBotsOptions(
            bots=list(dict.fromkeys(arguments.bots or HOUSE_BOTS)),
            key=key,
            bot_seed=arguments.bot_seed,
            server=arguments.server,
            verbose=arguments.verbose,
        )
        return run_house_bots(options)

    return run_command(run, "house-bots")
