"""`regicide-arena play`: its arguments."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from regicide_arena.bots.safe_chooser import Fallback
from regicide_arena.commands.options import BOT_HELP, Subcommands, add_server, integer, real_number
from regicide_arena.runtime.console import run_command

DEFAULT_CLOCK_S: Final = 10.0
MAX_CLOCK_S: Final = 3600.0
MAX_GAMES: Final = 64


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand to the parser."""
    about = "Play on a server as an agent: take every turn in every game of the agent, until Ctrl-C."
    parser = subcommands.add_parser("play", help="play on a server with a bot", description=about, allow_abbrev=False)
    parser.add_argument("bot", metavar="BOT", help=BOT_HELP)
    agent = "name of the agent; registered if it is new"
    parser.add_argument("--agent", metavar="NAME", required=True, help=agent)
    file = "file of the agent's token; the variable REGICIDE_TOKEN takes precedence (default: a file per agent)"
    parser.add_argument("--token-file", metavar="FILE", type=Path, help=file)
    on_failure = "when the bot fails: take a random legal action, or leave the turn to the timeout"
    parser.add_argument(
        "--on-failure",
        choices=[*map(str, Fallback)],
        default=str(Fallback.RANDOM),
        help=f"{on_failure} (default: random)",
    )
    retries = "further attempts of a bot that fails, before --on-failure applies (default: 1)"
    parser.add_argument("--retries", type=int, choices=range(10), default=1, help=retries)
    clock = "seconds per action; a bot that exceeds it is ended, and --on-failure applies (default: 10)"
    seconds = real_number("number of seconds", 0.001, MAX_CLOCK_S, " seconds")
    parser.add_argument("--clock", metavar="SECONDS", type=seconds, default=DEFAULT_CLOCK_S, help=clock)
    games = f"games in which the bot chooses at a time, each in a process of its own, 1 to {MAX_GAMES} (default: 4)"
    parser.add_argument("--games", metavar="N", type=integer("number of games", 1, MAX_GAMES), default=4, help=games)
    log = parser.add_mutually_exclusive_group()
    log.add_argument("--quiet", action="store_true", help="log warnings and errors only")
    log.add_argument("--json", action="store_true", help="log JSON Lines on standard output")
    add_agent_options(parser)
    parser.set_defaults(run=_run)


def add_agent_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `play` and `house-bots` share."""
    bot_seed = "seed from which the bots are made, with game and seat (default: random)"
    parser.add_argument("--bot-seed", metavar="TEXT", help=bot_seed)
    add_server(parser)
    parser.add_argument("--verbose", action="store_true", help="log every action")


def _run(arguments: argparse.Namespace) -> int:
    def run() -> int:
        from regicide_arena.agent.host import PlayOptions, play  # noqa: PLC0415 - needs the Python client
        from regicide_arena.agent.play_log import LogStyle  # noqa: PLC0415 - as above

        options = PlayOptions(
            bot=arguments.bot,
            agent=arguments.agent,
            token_file=arguments.token_file,
            fallback=Fallback(arguments.on_failure),
            retries=arguments.retries,
            clock_s=arguments.clock,
            games=arguments.games,
            log=LogStyle.QUIET if arguments.quiet else LogStyle.JSON if arguments.json else LogStyle.TEXT,
            bot_seed=arguments.bot_seed,
            server=arguments.server,
            verbose=arguments.verbose,
        )
        return play(options)

    return run_command(run, "play")
