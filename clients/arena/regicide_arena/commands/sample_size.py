"""`regicide-arena sample-size`: arguments."""

from __future__ import annotations

import argparse
from typing import Final

from regicide_arena.commands.options import Subcommands, real_number
from regicide_arena.runtime.console import run_command

WIN_RATE_PERCENT: Final = 50.0
POWER_PERCENT: Final = 80.0
ERROR_PERCENT: Final = 5.0


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    description = (
        "Compute how many deals are needed to distinguish two teams: with one test after a fixed number of deals, and "
        "in a tournament that stops when it is decided. All arguments are in percent."
    )
    parser = subcommands.add_parser(
        "sample-size", help="compute how many deals a tournament needs", description=description, allow_abbrev=False
    )
    difference = "difference between the win rates, in percentage points"
    parser.add_argument(
        "difference",
        metavar="DIFFERENCE",
        type=real_number("difference", 1, 100, " percentage points"),
        help=difference,
    )
    _add_shares(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, with shares instead of percent")
    parser.set_defaults(run=_run)


def _add_shares(parser: argparse.ArgumentParser) -> None:
    win_rate = f"win rate of the weaker team (default: {WIN_RATE_PERCENT:g})"
    parser.add_argument(
        "--win-rate", metavar="PERCENT", type=real_number("win rate", 0, 99), default=WIN_RATE_PERCENT, help=win_rate
    )
    alike = (
        "percentage of deals on which both teams have the same result; higher needs fewer deals (default: as for "
        "independent results)"
    )
    parser.add_argument("--alike", metavar="PERCENT", type=real_number("percentage", 0, 99), help=alike)
    power = f"probability that the fixed test finds the difference (default: {POWER_PERCENT:g})"
    parser.add_argument(
        "--power", metavar="PERCENT", type=real_number("power", 50, 99.9), default=POWER_PERCENT, help=power
    )
    error = f"probability that equal teams are declared different (default: {ERROR_PERCENT:g})"
    parser.add_argument(
        "--error", metavar="PERCENT", type=real_number("percentage", 0.1, 20), default=ERROR_PERCENT, help=error
    )


def _run(arguments: argparse.Namespace) -> int:
    def start() -> int:
        from regicide_arena.tournament.stats.sample_size import (  # noqa: PLC0415 - optional dependencies
            SampleSizeOptions,
            print_sample_size,
        )

        return print_sample_size(
            SampleSizeOptions(
                difference=arguments.difference / 100,
                win_rate=arguments.win_rate / 100,
                same_result=None if arguments.alike is None else arguments.alike / 100,
                power=arguments.power / 100,
                error=arguments.error / 100,
                as_json=arguments.json,
            )
        )

    return run_command(start, "sample-size", "tournament")
