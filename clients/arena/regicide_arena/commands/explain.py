"""`regicide-arena explain`: its arguments."""

from __future__ import annotations

import argparse

from regicide_arena.bots.search_settings import MAX_ROLLOUTS, SearchSettings, WinWorth
from regicide_arena.commands.options import Subcommands, integer, real_number
from regicide_arena.runtime.console import run_command


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand to the parser."""
    limits = SearchSettings()
    about = (
        "Explain the choice of the planner in a position. Reads the view of the seat whose turn it is, as the "
        "server gives it, and prints each action considered: the number and the percentage of the rollouts that took "
        "it, `won`, and the expected number of defeated enemies, of twelve. `won` is the mean of the planner's own "
        "estimates of winning after these rollouts, not the share of games that it wins. The planner considers the "
        f"{limits.plays} plays, or {limits.discards} discards, that the policy rates best; a note says how many legal "
        "actions there are besides."
    )
    parser = subcommands.add_parser("explain", help="explain the best actions", description=about, allow_abbrev=False)
    view = "file with the view as JSON; - for standard input (the default)"
    parser.add_argument("view", metavar="FILE", nargs="?", default="-", help=view)
    budget = parser.add_mutually_exclusive_group()
    rollouts = integer("number of rollouts", most=MAX_ROLLOUTS)
    budget.add_argument("--rollouts", metavar="N", type=rollouts, default=10_000, help="rollouts (default: 10000)")
    time = f"time limit instead of a number of rollouts, which stays at most {MAX_ROLLOUTS}"
    budget.add_argument("--milliseconds", metavar="N", type=integer("number of milliseconds"), help=time)
    search_seed = "seed of the rollouts (default: explain)"
    parser.add_argument("--search-seed", metavar="TEXT", default="explain", help=search_seed)
    worth = "values of a solo win with 2, 1 and 0 jesters left, where a loss has 0 (default: 1 0.7 0.5)"
    grades = ("GOLD", "SILVER", "BRONZE")
    parser.add_argument("--worth", metavar=grades, type=real_number("number", 0, 1), nargs=3, default=None, help=worth)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    def run() -> int:
        from regicide_arena.explain.explanation import ExplainOptions, explain  # noqa: PLC0415 - slow to import

        options = ExplainOptions(
            view_file=arguments.view,
            rollouts=arguments.rollouts,
            milliseconds=arguments.milliseconds,
            search_seed=arguments.search_seed,
            worth=WinWorth(*arguments.worth) if arguments.worth else WinWorth(),
            json=arguments.json,
        )
        return explain(options)

    return run_command(run, "explain")
