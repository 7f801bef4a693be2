"""The command line of `regicide-arena`. Each subcommand is a module with `add_to`, which brings its arguments along."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from regicide_arena import bench, compliance, explain, listing, play, tune
from regicide_arena.commands import sample_size, tournament, verify_tournament


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the subcommand that the arguments name; the exit code. Arguments that make no sense exit with 2."""
    chosen = _parser().parse_args(arguments)
    code: int = chosen.run(chosen)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="regicide-arena", description="Bots that play Regicide.", allow_abbrev=False)
    parser.add_argument("--version", action=_Version)
    subcommands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing.add_to(subcommands)
    play.add_to(subcommands)
    bench.add_to(subcommands)
    compliance.add_to(subcommands)
    tournament.add_to(subcommands)
    verify_tournament.add_to(subcommands)
    sample_size.add_to(subcommands)
    explain.add_to(subcommands)
    tune.add_to(subcommands)
    return parser


class _Version(argparse.Action):
    """Prints which version this is, and ends."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="show program's version number and exit")

    def __call__(self, *_: object) -> NoReturn:
        from importlib.metadata import version  # noqa: PLC0415 - it takes long to load

        print(f"regicide-arena {version('regicide')}")  # noqa: T201 - a command speaks to its user
        sys.exit()
