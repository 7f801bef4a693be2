"""`regicide-arena tune`: its arguments."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from regicide_arena.commands.options import Subcommands, add_players, add_workers, integer
from regicide_arena.runtime.console import EXIT_UNUSABLE, print_error, run_command

TUNED_FOLDER: Final = Path(__file__).parents[1] / "bots" / "tuned"


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand to the parser."""
    about = (
        "Tune the weights of the policy by CMA-ES over games that it plays, then fit the estimate of the planners "
        "to further games. The same arguments give the same numbers."
    )
    parser = subcommands.add_parser("tune", help="tune policy and planners", description=about, allow_abbrev=False)
    add_players(parser)
    seed = "seed of the evolution and of the deals (default: 1)"
    parser.add_argument("--tuning-seed", metavar="N", type=integer("seed"), default=1, help=seed)
    _add_number(parser, "generations", integer("number of generations"), 120, "generations of the evolution")
    _add_number(parser, "population", integer("number of policies", least=2), 20, "policies in each generation")
    _add_number(parser, "games", integer("number of games"), 4000, "games that each policy plays")
    games = integer("number of games")
    _add_number(parser, "estimate-games", games, 400_000, "games that the estimate for several players is fitted to")
    _add_number(parser, "policy-games", games, 20_000, "games that the first network for solo games is fitted to")
    _add_number(
        parser, "search-generations", integer("number of generations"), 2, "networks fitted to games of the search"
    )
    _add_number(parser, "search-games", games, 1500, "games of the search for each of them")
    _add_number(parser, "rollouts", integer("number of rollouts"), 100, "rollouts for each move of these games")
    output = "folder for the files, one for each number of players (default: bots/tuned of the package)"
    parser.add_argument("--output", metavar="FOLDER", type=Path, default=TUNED_FOLDER, help=output)
    add_workers(parser)
    parser.set_defaults(run=_run)


def _add_number(
    parser: argparse.ArgumentParser, name: str, kind: Callable[[str], int], default: int, about: str
) -> None:
    help_text = f"{about} (default: {default})"
    parser.add_argument(f"--{name}", metavar="N", type=kind, default=default, help=help_text)


def _run(arguments: argparse.Namespace) -> int:
    try:
        arguments.output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print_error(f"cannot create the folder {arguments.output}: {error.strerror}")
        return EXIT_UNUSABLE
    if not os.access(arguments.output, os.W_OK):
        print_error(f"the folder {arguments.output} is not writable")
        return EXIT_UNUSABLE

    def run() -> int:
        from regicide_arena.tuning.tuner import EvolutionPlan, NetworkPlan, TuneOptions, tune  # noqa: PLC0415 - slow to import

        options = TuneOptions(
            players=sorted(set(arguments.players)),
            tuning_seed=arguments.tuning_seed,
            plan=EvolutionPlan(arguments.generations, arguments.population, arguments.games),
            estimate_games=arguments.estimate_games,
            network_plan=NetworkPlan(
                arguments.policy_games, arguments.search_generations, arguments.search_games, arguments.rollouts
            ),
            folder=arguments.output,
            workers=arguments.workers,
        )
        return tune(options)

    return run_command(run, "tune")
