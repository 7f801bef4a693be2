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
DEFAULT_GAMES: Final = 4
MAX_GAMES: Final = 64


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand to the parser."""
    about = "Play on a server as an agent: take every turn in every game of the agent, until Ctrl-C."
    parser = subcommands.add_parser("play", help="play on a server with a bot", description=about, allow_abbrev=False)
    parser.add_argument("bot", metavar="BOT", help=BOT_HELP)
    agent = "name of the agent; registered if it is new"
    parser.add_argument("--agent", metavar="NAME", required=True, help=agent)
    description = (
        "what the agent says about itself in the list of agents, in one line; '' removes it (default: as it is)"
    )
    parser.add_argument("--description", metavar="TEXT", help=description)
    advise = (
        "answer questions for advice, which needs a bot with a method consider(view), and for reviews if it has "
        "review(view, action); --no-advise says that it does not"
    )
    parser.add_argument("--advise", action=argparse.BooleanOptionalAction, default=None, help=advise)
    file = "file of the agent's token; the variable REGICIDE_TOKEN takes precedence (default: a file per agent)"
    parser.add_argument("--token-file", metavar="FILE", type=Path, help=file)
    _add_failures(parser)
    clock = (
        f"seconds per action; a bot that exceeds it is ended, and --on-failure applies (default: {DEFAULT_CLOCK_S:g})"
    )
    seconds = real_number("number of seconds", 0.001, MAX_CLOCK_S, " seconds")
    parser.add_argument("--clock", metavar="SECONDS", type=seconds, default=DEFAULT_CLOCK_S, help=clock)
    games = f"games to play at the same time, each in a process of its own, 1 to {MAX_GAMES} (default: {DEFAULT_GAMES})"
    number = integer("number of games", 1, MAX_GAMES)
    parser.add_argument("--games", metavar="N", type=number, default=DEFAULT_GAMES, help=games)
    _add_log(parser)
    add_agent_options(parser)
    parser.set_defaults(run=_run)


def _add_failures(parser: argparse.ArgumentParser) -> None:
    on_failure = (
        "when the bot fails: take a random legal action, or leave the turn to the timeout, except in games without "
        "turn_seconds, which have none: there as random (default: random)"
    )
    parser.add_argument("--on-failure", choices=[*map(str, Fallback)], default=str(Fallback.RANDOM), help=on_failure)
    retries = "further attempts of a bot that fails, before --on-failure applies (default: 1)"
    parser.add_argument("--retries", type=int, choices=range(10), default=1, help=retries)


def _add_log(parser: argparse.ArgumentParser) -> None:
    log = parser.add_mutually_exclusive_group()
    log.add_argument("--quiet", action="store_true", help="log failures only")
    log.add_argument("--json", action="store_true", help="log JSON Lines on standard output")


def add_agent_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `play` and `house-bots` share."""
    bot_seed = "seed from which the bots are made, with game and seat (default: random)"
    parser.add_argument("--bot-seed", metavar="TEXT", help=bot_seed)
    add_server(parser)
    parser.add_argument("--verbose", action="store_true", help="log every action, and the views on which the bot fails")


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
            description=arguments.description,
            advise=arguments.advise,
        )
        return play(options)

    return run_command(run, "play")
