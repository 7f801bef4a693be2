"""The command line of `regicide-arena`. Each subcommand is a module with `add_to`, which brings its arguments along."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib.metadata import version

from regicide_arena import bench, compliance, deals, explain, listing, play, tournament, tune, verify


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the subcommand that the arguments name; the exit code. Arguments that make no sense exit with 2."""
    chosen = _parser().parse_args(arguments)
    code: int = chosen.run(chosen)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="regicide-arena", description="Bots that play Regicide.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"regicide-arena {version('regicide')}")
    subcommands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing.add_to(subcommands)
    play.add_to(subcommands)
    bench.add_to(subcommands)
    compliance.add_to(subcommands)
    tournament.add_to(subcommands)
    verify.add_to(subcommands)
    deals.add_to(subcommands)
    explain.add_to(subcommands)
    tune.add_to(subcommands)
    return parser
