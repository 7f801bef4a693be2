"""`regicide-arena bots`: lists the bots that can be named."""

from __future__ import annotations

import argparse
import sys

from regicide_arena.bots.registry import BotNotFound, find_bot, named_bots
from regicide_arena.commands.options import Subcommands


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand to the parser."""
    about = "List the named bots: the built-in ones, and those of installed packages."
    parser = subcommands.add_parser("bots", help="list the named bots", description=about, allow_abbrev=False)
    parser.set_defaults(run=_run)


def _run(_arguments: argparse.Namespace) -> int:
    """Write the name, the summary and the location of each bot."""
    bots = named_bots()
    width = max(map(len, bots))
    for name, location in bots.items():
        sys.stdout.write(f"{name:{width}}  {_summary(name)} ({location})\n")
    return 0


def _summary(name: str) -> str:
    """Return the summary of a bot, or the first line of the reason why it cannot be loaded."""
    try:
        return find_bot(name).summary
    except BotNotFound as error:
        return str(error).partition("\n")[0]
