"""Options of the commands that check, measure and tune bots: `check`, `bench` and `tune`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from regicide_arena.commands.options import (
    BOT_HELP,
    MAX_CLOCK_S,
    argument,
    entrant,
    integer,
    option,
    players_option,
    real_number,
    require_distinct,
    workers_option,
)
from regicide_arena.runtime.isolation import Isolation

TUNED_FOLDER: Final = Path(__file__).parents[1] / "bots" / "tuned"


@dataclass(frozen=True, kw_only=True)
class CheckOptions:
    """Check that a bot is fit for tournaments and servers.

    docs/bots.md describes the checks. Exit code 1: it is not fit; 2: it cannot be started.
    """

    bot: str = argument(BOT_HELP, "BOT")
    games: int = option(
        "whole games for each number of players", 5, metavar="N", type=integer("number of games", most=1000)
    )
    clock: float = option(
        "seconds that a bot has for each action",
        1,
        metavar="SECONDS",
        type=real_number("number of seconds", 0.001, MAX_CLOCK_S),
    )
    late_answers: int = option(
        "late answers after which the check ends", 3, metavar="N", type=integer("number of answers")
    )
    isolation: Isolation = option(
        "of the bot's process, as in tournaments: none; limits of memory, files and processes; sandbox: also no "
        "network, no files to write and few to read, by bwrap",
        "limits",
    )
    bot_seed: str = option("seed from which the bot is made", "compliance", metavar="TEXT")
    json: bool = option("print JSON, with the view of each failure")


@dataclass(frozen=True, kw_only=True)
class BenchOptions:
    """Measure how well and how fast bots play.

    Every seat of a game has the same bot; all bots play the same deals. This is a tournament without mixed teams that
    leaves no results folder. Exit code 1: a bot has failed.
    """

    bots: Sequence[tuple[str, str]] = argument(f"[NAME=]BOT: {BOT_HELP}", "BOT", nargs="+", type=entrant)
    players: Sequence[int] = players_option()
    deals: int = option("deals for each number of players", 200, metavar="N", type=integer("number of deals"))
    deal_seed: str = option("seed from which all deals are derived", "practice", metavar="TEXT")
    workers: int = workers_option()
    json: bool = option("print JSON with the result of each deal, instead of tables")

    def __post_init__(self) -> None:
        """Raises InvalidOptions."""
        require_distinct(self.bots)


@dataclass(frozen=True, kw_only=True)
class TuneOptions:
    """Tune the weights of the policy and the estimate of the planners.

    The weights are tuned by CMA-ES over games that the policy plays, then the estimate is fitted to further games. The
    same arguments give the same numbers.
    """

    players: Sequence[int] = players_option()
    tuning_seed: int = option("seed of the evolution and of the deals", 1, metavar="N", type=integer("seed"))
    generations: int = option("generations of the evolution", 120, metavar="N", type=integer("number of generations"))
    population: int = option(
        "policies in each generation", 20, metavar="N", type=integer("number of policies", least=2)
    )
    games: int = option("games that each policy plays", 4000, metavar="N", type=integer("number of games"))
    estimate_games: int = option(
        "games that the estimate for several players is fitted to",
        400_000,
        metavar="N",
        type=integer("number of games"),
    )
    policy_games: int = option(
        "games that the first network for solo games is fitted to",
        20_000,
        metavar="N",
        type=integer("number of games"),
    )
    search_generations: int = option(
        "networks fitted to games of the search", 2, metavar="N", type=integer("number of generations")
    )
    search_games: int = option(
        "games of the search for each of them", 1500, metavar="N", type=integer("number of games")
    )
    rollouts: int = option(
        "rollouts for each move of these games", 100, metavar="N", type=integer("number of rollouts")
    )
    output: Path = option(
        "folder for the files, one for each number of players (default: bots/tuned of the package)",
        metavar="FOLDER",
        type=Path,
        default=TUNED_FOLDER,
    )
    workers: int = workers_option()
