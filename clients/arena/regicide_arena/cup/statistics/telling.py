"""What `regicide-arena deals` does: says how many deals it takes."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from regicide_arena.cup.statistics.planning import (
    Impossible,
    Rivals,
    Sequential,
    rivals,
    sequential_deals,
    settled_deals,
)
from regicide_arena.runtime.console import print_error

TEAMS: Final = 2
WIDTH: Final = 120
"""The characters of a line where no terminal says how many there are."""


def tell(arguments: argparse.Namespace) -> int:
    """Say how many deals it takes; the exit code: 2 where there are no such teams."""
    alike = None if arguments.alike is None else arguments.alike / 100
    try:
        teams = rivals(arguments.win_rate / 100, arguments.difference / 100, alike)
    except Impossible as error:
        print_error(str(error))
        return 2
    settled = settled_deals(teams, arguments.power / 100, arguments.error / 100)
    sequential = sequential_deals(teams, arguments.error / 100)
    if arguments.json:
        sys.stdout.write(_as_json(arguments, teams, settled, sequential))
    else:
        _report(arguments, teams, settled, sequential)
    return 0


def _report(arguments: argparse.Namespace, teams: Rivals, settled: int, sequential: Sequential) -> None:
    """For people."""
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else WIDTH)
    stronger = arguments.win_rate + arguments.difference
    console.print(
        f"Two teams win {arguments.win_rate:g} % and {stronger:g} % of the deals, "
        f"and both do alike on {1 - teams.discordant:.0%} of them."
    )
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    table.add_column("to tell them apart")
    table.add_column("deals", justify="right")
    table.add_column("games of both", justify="right")
    for what, deals in (
        (f"a test after a number of deals that is settled: {arguments.power:g} in 100 find it", settled),
        ("a tournament that stops as soon as it is sure: half of them take at most", sequential.median),
        ("90 in 100 of these take at most", sequential.most),
    ):
        table.add_row(what, f"{deals:,}", f"{TEAMS * deals:,}")
    console.print(table)
    console.print(
        "For two teams and one number of players. "
        f"Equal teams are told apart in {arguments.error:g} of 100 tournaments, or fewer."
    )


def _as_json(arguments: argparse.Namespace, teams: Rivals, settled: int, sequential: Sequential) -> str:
    """For programs: shares, and not percent."""
    supposed = {
        "win_rate": arguments.win_rate / 100,
        "difference": teams.difference,
        "alike": 1 - teams.discordant,
        "power": arguments.power / 100,
        "error": arguments.error / 100,
    }
    deals = {"settled": settled, "sequential_median": sequential.median, "sequential_90": sequential.most}
    games = {name: TEAMS * number for name, number in deals.items()}
    return json.dumps({"supposed": supposed, "deals": deals, "games": games}, indent=2) + "\n"
