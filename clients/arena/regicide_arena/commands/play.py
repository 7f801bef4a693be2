"""`regicide-arena play`: its arguments."""

from __future__ import annotations

import argparse
from pathlib import Path

from regicide_arena.bots.safe_chooser import OnFailure
from regicide_arena.commands.options import BOT_HELP, Subcommands, add_server
from regicide_arena.runtime.console import run_command


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand to the parser."""
    about = "Play on a server as an agent: take every turn in every game of the agent, until Ctrl-C."
    parser = subcommands.add_parser("play", help="play on a server with a bot", description=about, allow_abbrev=False)
    parser.add_argument("bot", metavar="BOT", help=BOT_HELP)
    agent = "name of the agent; registered if it is new"
    parser.add_argument("--agent", metavar="NAME", required=True, help=agent)
    file = "file of the agent's token; the variable REGICIDE_TOKEN takes precedence (default: a file for each agent)"
    parser.add_argument("--token-file", metavar="FILE", type=Path, help=file)
    on_failure = "for a turn on which the bot fails: random plays a random legal action, leave waits for the timeout"
    parser.add_argument(
        "--on-failure",
        choices=[*map(str, OnFailure)],
        default=str(OnFailure.RANDOM),
        help=f"{on_failure} (default: random)",
    )
    retries = "how often a bot that fails is asked again before that (default: 1)"
    parser.add_argument("--retries", type=int, choices=range(10), default=1, help=retries)
    add_agent_options(parser)
    parser.set_defaults(run=_run)


def add_agent_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `play` and `house-bots` share."""
    bot_seed = "seed that the bots are made from, with game and seat (default: a new one each time)"
    parser.add_argument("--bot-seed", metavar="TEXT", help=bot_seed)
    add_server(parser)
    parser.add_argument("--verbose", action="store_true", help="log every action")


def _run(arguments: argparse.Namespace) -> int:
    def run() -> int:
        from regicide_arena.agent.host import PlayOptions, play  # noqa: PLC0415 - needs the Python client

        options = PlayOptions(
            bot=arguments.bot,
            agent=arguments.agent,
            token_file=arguments.token_file,
            on_failure=OnFailure(arguments.on_failure),
            retries=arguments.retries,
            bot_seed=arguments.bot_seed,
            server=arguments.server,
            verbose=arguments.verbose,
        )
        return play(options)

    return run_command(run, "to play on a server")
