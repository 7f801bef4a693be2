"""`regicide-arena review`: its arguments."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from regicide_arena.bots.advice import ADVISER_SEED
from regicide_arena.bots.planner import BUDGETS, FAST
from regicide_arena.bots.search_settings import MAX_ROLLOUTS
from regicide_arena.commands.options import Subcommands, add_workers, integer
from regicide_arena.runtime.console import run_command

CHART_SUFFIX: Final = ".svg"


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand to the parser."""
    about = (
        "Review a finished game: for each action, the chance to win before and after it by what its seat knew, the "
        "action that a planner thinks best, and what the action cost. The played action and the best three get a "
        "search of their own with the same number of rollouts, so that their chances compare."
    )
    parser = subcommands.add_parser("review", help="review a finished game", description=about, allow_abbrev=False)
    record = "file with the record, as GET /v1/games/{id}/record gives it; - for standard input (the default)"
    parser.add_argument("record", metavar="RECORD", nargs="?", default="-", help=record)
    bot = "the planner that reviews (default: planner-fast)"
    parser.add_argument("--bot", choices=[*BUDGETS], default="planner-fast", help=bot)
    rollouts = f"rollouts of each search (default: those of the bot, {FAST.rollouts} for planner-fast)"
    number = integer("number of rollouts", most=MAX_ROLLOUTS)
    parser.add_argument("--rollouts", metavar="N", type=number, help=rollouts)
    seed = f"seed of the rollouts (default: {ADVISER_SEED}, that of house bots)"
    parser.add_argument("--seed", metavar="TEXT", default=ADVISER_SEED, help=seed)
    open_cards = "also compute the chance with all cards open, before each action"
    parser.add_argument("--open-cards", action="store_true", help=open_cards)
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chart = "write a chart of the chances over the game, an SVG file"
    parser.add_argument("--chart", metavar="FILE", type=_chart_file, help=chart)
    parser.set_defaults(run=_run)


def _chart_file(text: str) -> Path:
    if Path(text).suffix.lower() != CHART_SUFFIX:
        raise argparse.ArgumentTypeError(f"invalid chart {text!r}: expected a file name that ends with {CHART_SUFFIX}")
    return Path(text)


def _run(arguments: argparse.Namespace) -> int:
    def run() -> int:
        from regicide_arena.review.record_review import ReviewOptions, review_record  # noqa: PLC0415 - slow to import

        options = ReviewOptions(
            record_file=arguments.record,
            bot=arguments.bot,
            rollouts=arguments.rollouts,
            seed=arguments.seed,
            workers=arguments.workers,
            open_cards=arguments.open_cards,
            json=arguments.json,
            chart=arguments.chart,
        )
        return review_record(options)

    return run_command(run, "review", "tournament" if arguments.chart else "arena")
