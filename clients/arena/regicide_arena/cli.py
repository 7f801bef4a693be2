"""Entry point of `regicide-arena`: the parser with all subcommands. Each module of `commands` adds one by `add_to`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from regicide_arena.commands import (
    bench,
    bots,
    check,
    explain,
    house_bots,
    play,
    review,
    sample_size,
    tournament,
    tune,
    verify_tournament,
)
from regicide_arena.commands.options import Parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the subcommand named by the arguments and return its exit code.

    Invalid arguments exit with code 2.
    """
    parsed = _parser().parse_args(arguments)
    code: int = parsed.run(parsed)
    return code


def _parser() -> argparse.ArgumentParser:
    about = "Run, measure, check and tune bots for Regicide, and play tournaments between them."
    parser = Parser(prog="regicide-arena", description=about)
    parser.add_argument("--version", action=_Version)
    subcommands = parser.add_subparsers(required=True, metavar="COMMAND")
    bots.add_to(subcommands)
    play.add_to(subcommands)
    house_bots.add_to(subcommands)
    bench.add_to(subcommands)
    check.add_to(subcommands)
    tournament.add_to(subcommands)
    verify_tournament.add_to(subcommands)
    sample_size.add_to(subcommands)
    explain.add_to(subcommands)
    review.add_to(subcommands)
    tune.add_to(subcommands)
    return parser


class _Version(argparse.Action):
    """Prints the version and exits. Loads `importlib.metadata` only then, which takes long."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="show program's version number and exit")

    def __call__(self, *_: object) -> NoReturn:
        from importlib.metadata import version  # noqa: PLC0415 - it takes long to load

        print(f"regicide-arena {version('regicide')}")  # noqa: T201 - output of the command
        sys.exit()
