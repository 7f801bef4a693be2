"""Options of the commands that check, measure and tune bots: `check`, `bench` and `tune`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from regicide_arena.commands.options import (
    BOT_HELP,
    argument,
    count,
    duration,
    entrant,
    integer,
    option,
    players_option,
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
    games: int = count("whole games for each number of players", 5, most=1000)
    clock: float = duration("seconds that a bot has for each action", 1)
    late_answers: int = count("late answers after which the check ends", 3, "answers")
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
    deals: int = count("deals for each number of players", 200, "deals")
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
    generations: int = count("generations of the evolution", 120, "generations")
    population: int = count("policies in each generation", 20, "policies", least=2)
    games: int = count("games that each policy plays", 4000)
    estimate_games: int = count("games that the estimate for several players is fitted to", 400_000)
    policy_games: int = count("games that the first network for solo games is fitted to", 20_000)
    search_generations: int = count("networks fitted to games of the search", 2, "generations")
    search_games: int = count("games of the search for each of them", 1500)
    rollouts: int = count("rollouts for each move of these games", 100, "rollouts")
    output: Path = option(
        "folder for the files, one for each number of players (default: bots/tuned of the package)",
        metavar="FOLDER",
        type=Path,
        default=TUNED_FOLDER,
    )
    workers: int = workers_option()
