"""Entry point of `regicide-arena`: the table of its commands, and the parser with all of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pkgutil import resolve_name
from typing import Final, NamedTuple, NoReturn

from regicide_arena.commands.bots import (
    BenchOptions,
    BotsOptions,
    CalibrateOptions,
    CheckOptions,
    ExplainOptions,
    HouseBotsOptions,
    PlayOptions,
    PuzzlesOptions,
    ReviewOptions,
    TuneOptions,
)
from regicide_arena.commands.options import InvalidOptions, Parser, add_options, parsed_options
from regicide_arena.commands.tournaments import (
    DatasetOptions,
    LadderOptions,
    SampleSizeOptions,
    TournamentOptions,
    VerifyOptions,
)
from regicide_arena.runtime.console import run_command


class Command(NamedTuple):
    """A command: the dataclass of its options, whose docstring describes it, and the function that they are given to.

    The module of the function is imported when the command runs, as it may need packages of an extra.
    """

    options: type
    about: str
    run: str
    """The function, by its module in this package and its name."""
    extra: str = "arena"
    """The extra that installs the packages that it needs."""


COMMANDS: Final = {
    "bots": Command(BotsOptions, "list the named bots", "bots.registry:print_bots"),
    "play": Command(PlayOptions, "play on a server with a bot", "agent.host:play"),
    "house-bots": Command(HouseBotsOptions, "run the house bots", "agent.host:run_house_bots"),
    "bench": Command(BenchOptions, "measure bots", "tournament.runner:run_benchmark", "tournament"),
    "check": Command(CheckOptions, "check a bot for compliance", "compliance.checks:check_bot"),
    "tournament": Command(
        TournamentOptions, "compare bots on the same deals", "tournament.runner:run_tournament", "tournament"
    ),
    "verify-tournament": Command(
        VerifyOptions, "verify the games of a tournament", "tournament.verify:verify_tournament", "tournament"
    ),
    "dataset": Command(DatasetOptions, "write games as a dataset", "dataset.dataset:make_dataset", "tournament"),
    "ladder": Command(LadderOptions, "rate bots over many tournaments", "tournament.ladder:run_ladder", "tournament"),
    "sample-size": Command(
        SampleSizeOptions,
        "compute how many deals a tournament needs",
        "tournament.stats.sample_size:print_sample_size",
        "tournament",
    ),
    "explain": Command(ExplainOptions, "print the advice of a bot", "review.explanation:explain"),
    "review": Command(ReviewOptions, "review a finished game", "review.report:review_record"),
    "puzzles": Command(PuzzlesOptions, "find puzzles", "review.puzzles:find_puzzles"),
    "tune": Command(TuneOptions, "tune policy and planners", "tuning.tuner:tune"),
    "calibrate": Command(CalibrateOptions, "fit the chances to win to results", "tuning.calibration:calibrate"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command named by the arguments and return its exit code.

    Invalid arguments exit with code 2.
    """
    about = "Run, measure, check and tune bots for Regicide, and play tournaments between them."
    parser = Parser(prog="regicide-arena", description=about)
    parser.add_argument("--version", action=_Version)
    subcommands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    parsers = {name: _add_to(subcommands, name, command) for name, command in COMMANDS.items()}
    parsed = parser.parse_args(arguments)
    command = COMMANDS[parsed.command]
    try:
        options = parsed_options(command.options, parsed)
    except InvalidOptions as error:
        parsers[parsed.command].error(str(error))
    function = f"{__package__}.{command.run}"
    return run_command(lambda: resolve_name(function)(options), parsed.command, command.extra)


def _add_to(subcommands: argparse._SubParsersAction[Parser], name: str, command: Command) -> Parser:
    parser = subcommands.add_parser(name, help=command.about, description=command.options.__doc__, allow_abbrev=False)
    add_options(parser, command.options)
    return parser


class _Version(argparse.Action):
    """Prints the version and exits. Loads `importlib.metadata` only then, which takes long."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="show program's version number and exit")

    def __call__(self, *_: object) -> NoReturn:
        from importlib.metadata import version  # noqa: PLC0415 - it takes long to load

        print(f"regicide-arena {version('regicide-server')}")  # noqa: T201 - output of the command
        sys.exit()
