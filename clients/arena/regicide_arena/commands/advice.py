"""Options of the commands that ask a bot about a game: `explain` and `review`."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from regicide_arena.bots.advice import ADVISER_SEED
from regicide_arena.bots.planner import BUDGETS, FAST
from regicide_arena.bots.search_settings import MAX_ROLLOUTS
from regicide_arena.commands.options import BOT_HELP, argument, count, option, workers_option


def _chart_file(text: str) -> Path:
    if Path(text).suffix.lower() != ".svg":
        raise argparse.ArgumentTypeError(f"invalid chart {text!r}: expected a file name that ends with .svg")
    return Path(text)


@dataclass(frozen=True, kw_only=True)
class ExplainOptions:
    """Print the advice of a bot in a position.

    Reads the view of the seat whose turn it is, as the server gives it, and prints the actions that the bot considers,
    the best first: the expected chance to win and number of defeated enemies, of twelve, and the share of the search
    that each action took. House bots answer the same over HTTP.
    """

    view: str = argument(
        "file with the view as JSON; - for standard input (the default)", "FILE", nargs="?", default="-"
    )
    bot: str = option(f"{BOT_HELP}; a bot that advises", "planner", metavar="BOT")
    json: bool = option("print JSON instead of a table")


@dataclass(frozen=True, kw_only=True)
class ReviewOptions:
    """Review a finished game.

    Prints for each action the chance to win before and after it by what its seat knew, the action that a planner thinks
    best, and what the action cost. The played action and the best three get a search of their own with the same number
    of rollouts, so that their chances compare.
    """

    record: str = argument(
        "file with the record, as GET /v1/games/{id}/record gives it; - for standard input (the default)",
        "RECORD",
        nargs="?",
        default="-",
    )
    bot: str = option("the planner that reviews", "planner-fast", choices=[*BUDGETS])
    rollouts: int | None = count(
        f"rollouts of each search (default: those of the bot, {FAST.rollouts} for planner-fast)",
        of="rollouts",
        most=MAX_ROLLOUTS,
    )
    seed: str = option(
        f"seed of the rollouts (default: {ADVISER_SEED}, that of house bots)", ADVISER_SEED, metavar="TEXT"
    )
    open_cards: bool = option("also compute the chance with all cards open, before each action")
    workers: int = workers_option()
    json: bool = option("print JSON instead of a table")
    chart: Path | None = option(
        "write a chart of the chances over the game, an SVG file", metavar="FILE", type=_chart_file
    )
