"""`regicide-arena check`: its arguments."""

from __future__ import annotations

import argparse
from typing import Final

from regicide_arena.commands.options import BOT_HELP, Subcommands, integer, real_number
from regicide_arena.runtime.console import run_command
from regicide_arena.runtime.isolation import Isolation

DEFAULT_GAMES: Final = 5
DEFAULT_CLOCK_S: Final = 1.0
DEFAULT_LATE_ANSWERS: Final = 3


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand to the parser."""
    about = (
        "Check that a bot is fit for tournaments and servers: it plays whole games with every number of players, "
        "and single actions in every phase and in rare positions; it is restarted in mid-game, called twice for each "
        "action, plays several games at the same time, and has a time limit for each action. Exit code 1: it is not "
        "fit; 2: it cannot be loaded."
    )
    parser = subcommands.add_parser("check", help="check a bot for compliance", description=about, allow_abbrev=False)
    parser.add_argument("bot", metavar="BOT", help=BOT_HELP)
    games = f"whole games for each number of players (default: {DEFAULT_GAMES})"
    number = integer("number of games", most=1000)
    parser.add_argument("--games", metavar="N", type=number, default=DEFAULT_GAMES, help=games)
    _add_limits(parser)
    bot_seed = "seed from which the bot is made (default: compliance)"
    parser.add_argument("--bot-seed", metavar="TEXT", default="compliance", help=bot_seed)
    parser.add_argument("--json", action="store_true", help="print JSON, with the view of each failure")
    parser.set_defaults(run=_run)


def _add_limits(parser: argparse.ArgumentParser) -> None:
    clock = f"seconds that a bot has for each action (default: {DEFAULT_CLOCK_S:g})"
    seconds = real_number("number of seconds", 0.001, 3600)
    parser.add_argument("--clock", metavar="SECONDS", type=seconds, default=DEFAULT_CLOCK_S, help=clock)
    late = f"late answers after which the check ends (default: {DEFAULT_LATE_ANSWERS})"
    answers = integer("number of answers")
    parser.add_argument("--late-answers", metavar="N", type=answers, default=DEFAULT_LATE_ANSWERS, help=late)
    isolation = (
        "of the bot's process, as in tournaments: none; limits of memory, files and processes; sandbox: also no "
        "network, no files to write and few to read, by bwrap (default: limits)"
    )
    kinds = [*map(str, Isolation)]
    parser.add_argument("--isolation", choices=kinds, default=str(Isolation.LIMITS), help=isolation)


def _run(arguments: argparse.Namespace) -> int:
    def run() -> int:
        from regicide_arena.compliance.checks import CheckOptions, check_bot  # noqa: PLC0415 - slow to import

        return check_bot(
            CheckOptions(
                bot=arguments.bot,
                games=arguments.games,
                clock_s=arguments.clock,
                late_answers=arguments.late_answers,
                isolation=Isolation(arguments.isolation),
                bot_seed=arguments.bot_seed,
                json=arguments.json,
            )
        )

    return run_command(run, "check")
