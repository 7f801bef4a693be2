"""`regicide-arena bots`: which bots are there to be named?"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from regicide_arena.catalogue import NoSuchBot, find, named

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    about = "list the bots that have a name, each with what it says of itself"
    parser = subcommands.add_parser("bots", help="list the bots that have a name", description=about)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:  # noqa: ARG001 - there are none
    """Write a line for each bot."""
    bots = named()
    width = max(map(len, bots))
    for name, place in bots.items():
        sys.stdout.write(f"{name:{width}}  {_about(name)} ({place})\n")
    return 0


def _about(name: str) -> str:
    """The first line of what a bot says of itself, or of what is wrong with it."""
    try:
        return find(name).about
    except NoSuchBot as error:
        return str(error).partition("\n")[0]
