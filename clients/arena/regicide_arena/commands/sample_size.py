"""`regicide-arena deals`: the arguments."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from regicide_arena.commands.options import real_number
from regicide_arena.runtime.console import run_command

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name

WIN_RATE: Final = 50.0
POWER: Final = 80.0
ERROR: Final = 5.0


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    about = (
        "how many deals does it take to tell two teams apart? Says it beforehand, for a test at the end of a number of "
        "deals that is settled, and for a tournament that stops as soon as it is sure. All arguments are in percent"
    )
    parser = subcommands.add_parser("deals", help="plan a tournament", description=about, allow_abbrev=False)
    difference = "how many percentage points the win rates are apart"
    parser.add_argument("difference", metavar="DIFFERENCE", type=real_number("difference", 1, 100), help=difference)
    win_rate = f"the win rate of the weaker team (default: {WIN_RATE:g})"
    parser.add_argument(
        "--win-rate", metavar="PERCENT", type=real_number("win rate", 0, 99), default=WIN_RATE, help=win_rate
    )
    alike = (
        "so many deals are won by both or lost by both; the more, the fewer deals it takes (default: as many as if one "
        "team's luck had nothing to do with the other's)"
    )
    parser.add_argument("--alike", metavar="PERCENT", type=real_number("share of deals", 0, 99), help=alike)
    power = f"how sure the difference shall be found by the test at the end (default: {POWER:g})"
    parser.add_argument("--power", metavar="PERCENT", type=real_number("power", 50, 99.9), default=POWER, help=power)
    error = f"in so many of all tournaments equal teams may be told apart (default: {ERROR:g})"
    parser.add_argument("--error", metavar="PERCENT", type=real_number("error", 0.1, 20), default=ERROR, help=error)
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    def start_planning() -> int:
        from regicide_arena.cup.statistics.telling import tell  # noqa: PLC0415 - the other commands need none of its libraries

        return tell(arguments)

    return run_command(start_planning, "to plan a tournament", "tournament")
