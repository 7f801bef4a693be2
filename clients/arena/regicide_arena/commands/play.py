"""`regicide-arena play`: its arguments."""

from __future__ import annotations

import argparse
from pathlib import Path

from regicide_arena.bots.safe_chooser import Fallback
from regicide_arena.commands.options import BOT_HELP, Subcommands, add_server
from regicide_arena.runtime.console import run_command


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

        options = PlayOptions(
            bot=arguments.bot,
            agent=arguments.agent,
            token_file=arguments.token_file,
            fallback=Fallback(arguments.on_failure),
            retries=arguments.retries,
            bot_seed=arguments.bot_seed,
            server=arguments.server,
            verbose=arguments.verbose,
        )
        return play(options)

    return run_command(run, "play")
