"""`regicide-arena tournament`: arguments."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from regicide_arena.commands.options import MAX_WORKERS, Subcommands, integer, real_number, server_url, worker_count
from regicide_arena.runtime.console import run_command
from regicide_arena.runtime.isolation import Isolation

if TYPE_CHECKING:
    from regicide_arena.tournament.preparation import TournamentOptions

CONFIG_MEMBERS: Final = (
    "name", "format", "mix", "players", "deals", "stop", "error", "clock", "on_failure",
    "disqualify_after", "newcomer", "seed",
)  # fmt: skip
"""Arguments that override members of the configuration file."""
EXECUTION_OPTIONS: Final = ("workers", "scheduler", "server", "isolation")
"""Arguments that a resume needs again, as no file keeps them."""


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    description = (
        "Play bots against each other: all teams play the same deals, and paired statistics show which is better. "
        "A file in TOML, arguments, or both define the tournament; arguments take precedence. After any interruption, "
        "the same command resumes it."
    )
    parser = subcommands.add_parser(
        "tournament", help="compare bots on the same deals", description=description, allow_abbrev=False
    )
    source = "a configuration file in TOML, or the results folder of a tournament to resume"
    parser.add_argument("source", metavar="FILE|FOLDER", type=Path, nargs="?", help=source)
    configuration = parser.add_argument_group("configuration")
    _add_entrants(configuration)
    _add_deals(configuration)
    _add_failures(configuration)
    _add_execution(parser.add_argument_group("execution (the games are the same in any case)"))
    parser.set_defaults(run=_run, fail=parser.error)


def _add_entrants(group: argparse._ArgumentGroup) -> None:
    """Add who plays, and in which lineups."""
    entrant = (
        "a bot's name, file.py:function, package.module:function, or agent:NAME on a server; repeatable. One entrant "
        "alone is measured, not compared"
    )
    group.add_argument("--entrant", metavar="[NAME=]BOT", action="append", type=_entrant, default=[], help=entrant)
    formats = "team: each entrant alone; cross: also mixed teams; gauntlet: a newcomer against each (default: team)"
    group.add_argument("--format", choices=["team", "cross", "gauntlet"], help=formats)
    group.add_argument("--newcomer", metavar="NAME", help="the new entrant of a gauntlet")
    mix = "how many entrants a lineup may mix (default: pairs for cross, else none)"
    group.add_argument("--mix", choices=["none", "pairs", "all"], help=mix)
    players = "numbers of players (default: 1 2 3 4)"
    group.add_argument("--players", type=int, nargs="+", choices=range(1, 5), help=players)


def _add_deals(group: argparse._ArgumentGroup) -> None:
    """Add which deals are played, and when the tournament is over."""
    deals = "deals per number of players (default: 1000)"
    group.add_argument("--deals", metavar="N", type=integer("number of deals"), help=deals)
    stop = "deals: after all deals; decided: as soon as every pair is decided (default: deals)"
    group.add_argument("--stop", choices=["deals", "decided"], help=stop)
    error = "probability that equally good bots are declared different, in percent (default: 5)"
    group.add_argument("--error", metavar="PERCENT", type=real_number("percentage", 0.1, 20), help=error)
    seed = "seed from which all deals are derived (default: random)"
    group.add_argument("--deal-seed", dest="seed", metavar="TEXT", help=seed)
    group.add_argument("--name", metavar="TEXT", help="name of the tournament (default: the name of the file)")


def _add_failures(group: argparse._ArgumentGroup) -> None:
    """Add when a bot fails, and what follows."""
    clock = "seconds per action (default: 10)"
    group.add_argument("--clock", metavar="SECONDS", type=real_number("number of seconds", 0.001, 3600), help=clock)
    on_failure = "when a bot fails: forfeit the game, or take a random action (default: forfeit)"
    group.add_argument("--on-failure", choices=["forfeit", "random"], help=on_failure)
    disqualify = (
        "games in a row in which an entrant fails without any action of its own, after which it is disqualified; 0: "
        "never (default: 8)"
    )
    number = integer("number of games", least=0)
    group.add_argument("--disqualify-after", metavar="N", type=number, help=disqualify)


def _add_execution(group: argparse._ArgumentGroup) -> None:
    results = "results folder (default: the name of the file without .toml, else ./tournament)"
    group.add_argument("--results", metavar="FOLDER", type=Path, help=results)
    processes = (
        f"worker processes, 1 to {MAX_WORKERS}, or auto for one per core; 0 plays in this process (default: auto)"
    )
    group.add_argument("--workers", metavar="N", type=_workers, help=processes)
    scheduler = "play on the workers of this Dask scheduler, for example tcp://10.0.0.1:8786"
    group.add_argument("--scheduler", metavar="ADDRESS", help=scheduler)
    server = "play on this game server, which agents may join; its rate limits must allow the games"
    group.add_argument("--server", metavar="URL", type=server_url, help=server)
    isolation = (
        "of the worker processes: none; limits of memory, files and processes; sandbox: also no network, no files to "
        "write and few to read, by bwrap (default: limits)"
    )
    group.add_argument("--isolation", choices=[*map(str, Isolation)], help=isolation)
    commitment = "print the commitment to the seed, to be published before the tournament, and play nothing"
    group.add_argument("--commitment", action="store_true", help=commitment)
    group.add_argument("--json", action="store_true", help="print the standings as JSON instead of tables")


def _entrant(text: str) -> tuple[str, str]:
    """Parse a name and a bot; the name defaults to the name of the bot."""
    name, equals, bot = text.partition("=")
    if not equals:
        name, bot = text.rpartition(":")[2], text
    if not name or not bot:
        raise argparse.ArgumentTypeError(f"invalid entrant {text!r}: expected NAME=BOT or BOT")
    return name, bot


def _workers(text: str) -> int:
    return 0 if text == "0" else worker_count(text)


def _run(arguments: argparse.Namespace) -> int:
    if arguments.scheduler and arguments.workers is not None:
        arguments.fail("--scheduler excludes --workers: the cluster has its own workers")
    _check_isolation(arguments)
    names = [name for name, _ in arguments.entrant]
    if duplicates := sorted({name for name in names if names.count(name) > 1}):
        arguments.fail(f"duplicate entrant {duplicates[0]!r}: give each one a name with NAME=BOT")

    def start() -> int:
        from regicide_arena.tournament.runner import run_tournament  # noqa: PLC0415 - optional dependencies

        return run_tournament(_options(arguments))

    return run_command(start, "tournament", "tournament")


def _check_isolation(arguments: argparse.Namespace) -> None:
    if arguments.isolation in {Isolation.LIMITS, Isolation.SANDBOX} and arguments.workers == 0:
        arguments.fail(f"--isolation {arguments.isolation} excludes --workers 0: bots share the process of the command")
    if arguments.isolation == Isolation.SANDBOX and arguments.server:
        arguments.fail("--isolation sandbox excludes --server: games on a server need the network")


def _options(arguments: argparse.Namespace) -> TournamentOptions:
    from regicide_arena.tournament.preparation import TournamentOptions  # noqa: PLC0415 - optional dependencies

    overrides = {name: value for name in CONFIG_MEMBERS if (value := getattr(arguments, name)) is not None}
    if arguments.entrant:
        overrides["entrants"] = dict(arguments.entrant)
    return TournamentOptions(
        source=arguments.source,
        overrides=overrides,
        results=arguments.results,
        workers=worker_count("auto") if arguments.workers is None else arguments.workers,
        scheduler=arguments.scheduler,
        server=arguments.server,
        isolation=Isolation(arguments.isolation or Isolation.LIMITS),
        execution=tuple(_execution(arguments)),
        only_commitment=arguments.commitment,
        as_json=arguments.json,
    )


def _execution(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the arguments for the execution that were given."""
    for name in EXECUTION_OPTIONS:
        if (value := getattr(arguments, name)) is not None:
            yield from (f"--{name}", str(value))
