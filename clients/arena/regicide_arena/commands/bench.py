"""`regicide-arena bench`: its arguments."""

from __future__ import annotations

import argparse
from typing import Final

from regicide import MalformedSeed, Position
from regicide_arena.commands.options import BOT_HELP, MAX_COUNT, Subcommands, add_players, add_workers, integer
from regicide_arena.runtime.console import run_command

DEFAULT_DEALS: Final = 200


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand to the parser."""
    about = (
        "Measure how well and how fast bots play. Every seat of a game has the same bot; all bots play the same deals."
    )
    parser = subcommands.add_parser("bench", help="measure bots", description=about, allow_abbrev=False)
    parser.add_argument("bots", metavar="BOT", nargs="+", help=BOT_HELP)
    add_players(parser)
    deals = f"deals for each number of players (default: {DEFAULT_DEALS})"
    parser.add_argument("--deals", metavar="N", type=integer("number of deals"), default=DEFAULT_DEALS, help=deals)
    deal_set = "prefix of the seeds of the deals, which are NAME/0, NAME/1 and so on (default: bench)"
    parser.add_argument("--deal-set", metavar="NAME", type=_deal_set, default="bench", help=deal_set)
    bot_seed = "seed from which the bots are made (default: bench)"
    parser.add_argument("--bot-seed", metavar="TEXT", default="bench", help=bot_seed)
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.set_defaults(run=_run)


def _deal_set(text: str) -> str:
    try:
        Position.new(f"{text}/{MAX_COUNT}", 1)
    except MalformedSeed as error:
        raise argparse.ArgumentTypeError(f"invalid deal set {text!r}: {error}") from None
    return text


def _run(arguments: argparse.Namespace) -> int:
    def run() -> int:
        from regicide_arena.bench.benchmark import BenchOptions, run_benchmark  # noqa: PLC0415 - slow to import

        options = BenchOptions(
            bots=list(dict.fromkeys(arguments.bots)),
            players=sorted(set(arguments.players)),
            deals=arguments.deals,
            deal_set=arguments.deal_set,
            bot_seed=arguments.bot_seed,
            workers=arguments.workers,
            json=arguments.json,
        )
        return run_benchmark(options)

    return run_command(run, "bench")
