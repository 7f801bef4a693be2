"""`regicide-arena tournament`: the arguments."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from regicide_arena.commands.options import (
    integer,
    real_number,
    server_url,
    worker_count,
)
from regicide_arena.runtime.console import run_command

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name

OF_THE_CUP: Final = (
    "name", "format", "mix", "players", "deals", "stop", "error", "clock", "on_failure", "newcomer", "seed"
)  # fmt: skip
"""The arguments that say what is played, and take the place of what a file says."""


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    about = (
        "which bot is better? All teams play the same deals. A cup that was stopped, however that came about, goes on "
        "where it was. What is played is said by a file of TOML, by arguments, or by both: arguments come first"
    )
    parser = subcommands.add_parser(
        "tournament", help="play bots against each other on the same deals", description=about, allow_abbrev=False
    )
    cup = "a file of TOML, or the folder of a cup that is to go on"
    parser.add_argument("cup", metavar="CUP", type=Path, nargs="?", help=cup)
    _add_cup(parser.add_argument_group("what is played"))
    _add_place(parser.add_argument_group("where it is played: the games are the same"))
    parser.set_defaults(run=_run, fail=parser.error)


def _add_cup(group: argparse._ArgumentGroup) -> None:
    entrant = "a bot's name, file.py:function, package.module:function, or agent:NAME of a server; repeat it for each"
    group.add_argument("--entrant", metavar="[NAME=]BOT", action="append", type=_entrant, default=[], help=entrant)
    formats = "team: each entrant alone; cross: all mixes, too; gauntlet: a newcomer against each (default: team)"
    group.add_argument("--format", choices=["team", "cross", "gauntlet"], help=formats)
    group.add_argument("--newcomer", metavar="NAME", help="the entrant of a gauntlet that is new")
    mix = "how many entrants share a table (default: pairs in the format cross, else none)"
    group.add_argument("--mix", choices=["none", "pairs", "all"], help=mix)
    group.add_argument("--players", type=int, nargs="+", choices=range(1, 5), help="how many (default: 1 2 3 4)")
    deals = "deals for each number of players (default: 1000)"
    group.add_argument("--deals", metavar="N", type=integer("number of deals"), help=deals)
    stop = "deals: after all; decided: as soon as it is known of every pair who is better (default: deals)"
    group.add_argument("--stop", choices=["deals", "decided"], help=stop)
    error = "the share of cups in which equal bots may be told apart (default: 0.05)"
    group.add_argument("--error", metavar="SHARE", type=real_number("share", 0.0001, 0.5), help=error)
    clock = "seconds that a bot has for each action (default: 10)"
    group.add_argument("--clock", metavar="SECONDS", type=real_number("number of seconds", 0.001, 3600), help=clock)
    failing = "what becomes of a game in which a bot fails (default: forfeit)"
    group.add_argument("--on-failure", choices=["forfeit", "random"], help=failing)
    group.add_argument("--seed", metavar="TEXT", help="all deals are worked out from it (default: made by chance)")
    group.add_argument("--name", metavar="TEXT", help="what the cup is called (default: as its file)")


def _add_place(group: argparse._ArgumentGroup) -> None:
    results = "the folder of the results (default: the name of the file, without .toml; else ./cup)"
    group.add_argument("--results", metavar="FOLDER", type=Path, help=results)
    spread = "processes for games, auto for one on each core (the default), 0 for none but this one"
    group.add_argument("--workers", metavar="N", type=_workers, help=spread)
    scheduler = "let the workers of this scheduler of Dask play, such as tcp://10.0.0.1:8786"
    group.add_argument("--scheduler", metavar="ADDRESS", help=scheduler)
    server = "play on this server, where agents may enter; it has to allow as many games as are wanted"
    group.add_argument("--server", metavar="URL", type=server_url, help=server)
    commit = "play nothing: print what can be published now, and checked with the seed when the cup is over"
    group.add_argument("--commitment", action="store_true", help=commit)
    group.add_argument("--json", action="store_true", help="write the standings as JSON instead of tables")


def _entrant(text: str) -> tuple[str, str]:
    """The name, and the bot; a bot without a name has its own, as far as that can be one."""
    name, parts, bot = text.partition("=")
    if not parts:
        name, bot = text.rpartition(":")[2], text
    if not name or not bot:
        raise argparse.ArgumentTypeError(f"{text!r} is no entrant: write NAME=BOT, or BOT")
    return name, bot


def _workers(text: str) -> int:
    return 0 if text == "0" else worker_count(text)


def _run(arguments: argparse.Namespace) -> int:
    if arguments.scheduler and arguments.workers is not None:
        arguments.fail("--scheduler and --workers exclude each other: a cluster has its own workers")
    arguments.workers = worker_count("auto") if arguments.workers is None else arguments.workers
    said = {name: value for name in OF_THE_CUP if (value := getattr(arguments, name)) is not None}
    names = [name for name, _ in arguments.entrant]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        arguments.fail(f"two entrants are called {twice[0]}: write NAME=BOT to give them names of their own")
    arguments.said = said | ({"entrants": dict(arguments.entrant)} if arguments.entrant else {})

    def start_tournament() -> int:
        from regicide_arena.cup.holding import hold  # noqa: PLC0415 - the other commands need none of its libraries

        return hold(arguments)

    return run_command(start_tournament, "to hold a tournament", "tournament")
