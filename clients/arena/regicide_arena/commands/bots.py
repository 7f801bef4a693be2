"""Options of the commands that list, run, check, measure and tune bots, and that ask them about a game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from regicide_arena.bots.advice import ADVISER_SEED
from regicide_arena.bots.planner import BUDGETS, FAST
from regicide_arena.bots.registry import HOUSE_BOTS
from regicide_arena.bots.safe_chooser import Fallback
from regicide_arena.bots.search_settings import MAX_ROLLOUTS
from regicide_arena.commands.options import (
    BOT_HELP,
    InvalidOptions,
    LogStyle,
    argument,
    count,
    duration,
    entrant,
    integer,
    option,
    players_option,
    require_distinct,
    server_option,
    workers_option,
)
from regicide_arena.runtime.isolation import Isolation

MAX_GAMES: Final = 64
KEY_VARIABLE: Final = "BOTS_KEY"
TUNED_FOLDER: Final = Path(__file__).parents[1] / "bots" / "tuned"


@dataclass(frozen=True)
class BotsOptions:
    """List the named bots: the built-in ones, and those of installed packages."""


@dataclass(frozen=True, kw_only=True)
class AgentOptions:
    """What `play` and `house-bots` share."""

    bot_seed: str | None = option(
        "seed from which the bots are made, with game and seat (default: random)", metavar="TEXT"
    )
    server: str = server_option()
    verbose: bool = option("log every action, and the views on which the bot fails")


@dataclass(frozen=True, kw_only=True)
class PlayOptions(AgentOptions):
    """Play on a server as an agent: take every turn in every game of the agent, until Ctrl-C."""

    bot: str = argument(BOT_HELP, "BOT")
    agent: str = option("name of the agent; registered if it is new", metavar="NAME", required=True)
    description: str | None = option(
        "what the agent says about itself in the list of agents, in one line; '' removes it (default: as it is)",
        metavar="TEXT",
    )
    advise: bool | None = option(
        "answer questions for advice, which needs a bot with a method consider(view), and for reviews if it has "
        "review(view, action); a program says so in its greeting; --no-advise says that it does not",
        action=argparse.BooleanOptionalAction,
    )
    """Whether to answer questions, and to say so; None leaves that as it is, and answers none."""
    token_file: Path | None = option(
        "file of the agent's token; the variable REGICIDE_TOKEN takes precedence (default: a file per agent)",
        metavar="FILE",
    )
    on_failure: Fallback = option(
        "when the bot fails: take a random legal action, or leave the turn to the timeout, except in games without "
        "turn_seconds, which have none: there as random",
        "random",
    )
    retries: int = option(
        "further attempts of a bot that fails, before --on-failure applies", 1, type=int, choices=range(10)
    )
    clock: float = duration("seconds per action; a bot that exceeds it is ended, and --on-failure applies", 10)
    games: int = count(
        f"games to play at the same time, each in a process of its own, 1 to {MAX_GAMES}", 4, most=MAX_GAMES
    )
    quiet: bool = option("log failures only")
    json: bool = option("log JSON Lines on standard output")

    def __post_init__(self) -> None:
        """Raises InvalidOptions."""
        if self.quiet and self.json:
            raise InvalidOptions("argument --json: not allowed with argument --quiet")

    @property
    def log(self) -> LogStyle:
        """How the log is written."""
        return LogStyle.QUIET if self.quiet else LogStyle.JSON if self.json else LogStyle.TEXT


def _house_bot(text: str) -> str:
    if text not in HOUSE_BOTS:
        raise argparse.ArgumentTypeError(f"invalid house bot {text!r}: expected {', '.join(HOUSE_BOTS)}")
    return text


@dataclass(frozen=True, kw_only=True)
class HouseBotsOptions(AgentOptions):
    """Play as the server's house bots.

    They authenticate by the key that they share with the server, in the variable BOTS_KEY. Several such processes may
    run at the same time.
    """

    bots: Sequence[str] = argument("which house bots", "BOT", nargs="*", type=_house_bot, default=HOUSE_BOTS)


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
    generations: int = count("generations of the evolution", 240, "generations")
    population: int = count("policies in each generation", 24, "policies", least=2)
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


CALIBRATION_FILE: Final = TUNED_FOLDER.parent / "calibration.json"


def _chart_file(text: str) -> Path:
    if Path(text).suffix.lower() != ".svg":
        raise argparse.ArgumentTypeError(f"invalid chart {text!r}: expected a file name that ends with .svg")
    return Path(text)


@dataclass(frozen=True, kw_only=True)
class CalibrateOptions:
    """Fit the chances to win that advice and reviews show to the results of games.

    planner-fast plays; in every other game greedy begins. Games that the journal has are not played again: an
    interrupted command goes on where it was. The same number of games gives the same file.
    """

    games: int = count("games for each number of players", 2000, least=10)
    journal: Path = option(
        "file of the games with their estimates, which is created if it is missing (default: calibration.jsonl)",
        Path("calibration.jsonl"),
        metavar="FILE",
    )
    output: Path = option(
        "file for the map (default: bots/calibration.json of the package)", CALIBRATION_FILE, metavar="FILE"
    )
    workers: int = workers_option()
    chart: Path | None = option(
        "write the diagram of reliability, an SVG file, which needs the extra tournament",
        metavar="FILE",
        type=_chart_file,
    )


@dataclass(frozen=True, kw_only=True)
class ExplainOptions:
    """Print the advice of a bot in a position.

    Reads the view of the seat whose turn it is, as the server gives it, and prints the actions that the bot considers,
    the best first: the expected chance to win and number of defeated enemies, of twelve, and the share of the search
    that each action took. House bots answer the same over HTTP.
    """

    view: str = argument(
        "file with the view as JSON; - for standard input (the default)", "FILE", nargs="?", default="-"
    )
    bot: str = option(f"{BOT_HELP}; a bot that advises", "planner", metavar="BOT")
    json: bool = option("print JSON instead of a table")


@dataclass(frozen=True, kw_only=True)
class ReviewOptions:
    """Review a finished game.

    Prints for each action the chance to win before and after it by what its seat knew, the action that a planner thinks
    best, and what the action cost. The played action and the best three get a search of their own with the same number
    of rollouts, so that their chances compare.
    """

    record: str = argument(
        "file with the record, as GET /v1/games/{id}/record gives it; - for standard input (the default)",
        "RECORD",
        nargs="?",
        default="-",
    )
    bot: str = option("the planner that reviews", "planner-fast", choices=[*BUDGETS])
    rollouts: int | None = count(
        f"rollouts of each search (default: those of the bot, {FAST.rollouts} for planner-fast)",
        of="rollouts",
        most=MAX_ROLLOUTS,
    )
    seed: str = option(
        f"seed of the rollouts (default: {ADVISER_SEED}, that of house bots)", ADVISER_SEED, metavar="TEXT"
    )
    open_cards: bool = option("also compute the chance with all cards open, before each action")
    workers: int = workers_option()
    json: bool = option("print JSON instead of a table")
    chart: Path | None = option(
        "write a chart of the chances over the game, an SVG file", metavar="FILE", type=_chart_file
    )


@dataclass(frozen=True, kw_only=True)
class PuzzlesOptions:
    """Find puzzles for the web client, and add them to a pool.

    A puzzle is a late position with open hands in which one action wins and each other one loses, whatever the order of
    the hidden cards. The solver proves both. docs/puzzles.md describes the search and the files.
    """

    records: Sequence[str] = argument(
        "files with records, in which to search; without any, bots play games", "RECORD", nargs="*"
    )
    pool: Path = option("folder with a file for each week", metavar="FOLDER", type=Path, required=True)
    weeks: int = count("weeks of twelve puzzles to add", 1, "weeks", most=520)
    players: Sequence[int] = players_option()
    bots: Sequence[str] = option(
        "bots that play the games, each one all seats of a game", ("policy",), nargs="+", metavar="BOT"
    )
    deals: int = count("deals to play at most", 100_000, "deals")
    deal_seed: str = option("seed from which all deals are derived", "puzzles", metavar="TEXT")
