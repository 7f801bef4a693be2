"""`regicide-arena bots`: its arguments."""

from __future__ import annotations

from regicide_arena.bots.registry import print_bots
from regicide_arena.commands.options import Subcommands


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand to the parser."""
    about = "List the named bots: the built-in ones, and those of installed packages."
    parser = subcommands.add_parser("bots", help="list the named bots", description=about, allow_abbrev=False)
    parser.set_defaults(run=lambda _arguments: print_bots())
