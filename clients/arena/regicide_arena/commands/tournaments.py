"""Options of the commands about tournaments: `tournament`, `verify-tournament`, `dataset`, `ladder`, `sample-size`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, Final

from regicide_arena.bots.registry import seen_from
from regicide_arena.commands.options import (
    BOT_HELP,
    DEFAULT_SERVER,
    MAX_WORKERS,
    PLAYERS,
    InvalidOptions,
    argument,
    count,
    duration,
    entrant,
    integer,
    option,
    percent,
    percentage,
    players_option,
    require_distinct,
    scheduler_option,
    server_option,
    server_url,
    worker_count,
    workers_option,
)
from regicide_arena.runtime.isolation import Isolation

EXECUTION_OPTIONS: Final = ("--workers", "--scheduler", "--server", "--isolation", "--live", "--web-client")
"""Options that a resume needs again, as no file keeps them."""


@dataclass(frozen=True, kw_only=True)
class ConfigurationOptions:
    """Members of the configuration, which override those of the file; None leaves one to the file or the default."""

    GROUP: ClassVar = "configuration"

    enter: tuple[str, str] | None = option(
        "one more entrant beside those of the file; in a gauntlet without a newcomer it is the newcomer",
        metavar="[NAME=]BOT",
        type=entrant,
    )
    entrant: Sequence[tuple[str, str]] | None = option(
        f"{BOT_HELP}; or agent:NAME on a server; repeatable. One entrant alone is measured, not compared",
        metavar="[NAME=]BOT",
        action="append",
        type=entrant,
    )
    format: str | None = option(
        "team: each entrant alone; cross: also mixed teams; gauntlet: a newcomer against each (default: team)",
        choices=["team", "cross", "gauntlet"],
    )
    newcomer: str | None = option("the new entrant of a gauntlet", metavar="NAME")
    mix: str | None = option(
        "how many entrants a lineup may mix (default: pairs for cross, else none)", choices=["none", "pairs", "all"]
    )
    players: Sequence[int] | None = option(
        "numbers of players (default: 1 2 3 4)", type=int, nargs="+", choices=PLAYERS
    )
    deals: int | None = count("deals per number of players (default: 1000)", of="deals")
    stop: str | None = option(
        "deals: after all deals; decided: as soon as every pair is decided (default: deals)",
        choices=["deals", "decided"],
    )
    error: float | None = percent(
        "probability that equally good bots are declared different (default: 5)", None, "percentage", 0.1, 20
    )
    margin: float | None = option(
        "also test which team is no worse, that is, worse by less than this difference in win rate, in percentage "
        "points; decides pairs, too (default: none)",
        metavar="POINTS",
        type=percentage("margin", 0.1, 50, " percentage points"),
    )
    seed: str | None = option(
        "seed from which all deals are derived; practice for those of `bench` (default: random)",
        flag="--deal-seed",
        metavar="TEXT",
    )
    chosen: Path | None = option(
        "play these deals: JSON Lines with players, seed, first_player (default: 0), and actions that are taken before "
        "the bots play, as in games.jsonl",
        metavar="FILE",
    )
    name: str | None = option("name of the tournament (default: the name of the file)", metavar="TEXT")
    clock: float | None = duration("seconds per action (default: 10)")
    bank: float | None = duration(
        "further seconds of each seat in a game, for the actions that take longer than the clock; not with a server "
        "(default: 0)",
        least=0,
    )
    on_failure: str | None = option(
        "when a bot fails: forfeit the game, or take a random action (default: forfeit)", choices=["forfeit", "random"]
    )
    disqualify_after: int | None = count(
        "games in a row in which an entrant fails without any action of its own, after which it is disqualified; 0: "
        "never (default: 8)",
        least=0,
    )


@dataclass(frozen=True, kw_only=True)
class ExecutionOptions:
    """Where a tournament is played, and what is printed."""

    GROUP: ClassVar = "execution (the games are the same in any case)"

    results: Path | None = option(
        "results folder (default: the name of the file without .toml, else ./tournament)", metavar="FOLDER"
    )
    workers: int | None = option(
        f"worker processes, 1 to {MAX_WORKERS}, or auto for one per core; 0 plays in this process (default: auto)",
        metavar="N",
        type=lambda text: 0 if text == "0" else worker_count(text),
    )
    scheduler: str | None = scheduler_option()
    server: str | None = option(
        "play on this game server, which agents may join; its rate limits must allow the games",
        metavar="URL",
        type=server_url,
    )
    isolation: Isolation | None = option(
        "of the bots' processes: none; limits of memory, files and processes; sandbox: also no network, no files to "
        "write and few to read, by bwrap (default: limits)"
    )
    live: Path | None = option(
        "folder for the report and the standings so far, which are written again every half a minute; a static server "
        "may show it, unlike the results folder, which holds the secret seed",
        metavar="FOLDER",
    )
    web_client: str | None = option(
        f"where the report's links open replays of games (default: that of --server, else {DEFAULT_SERVER})",
        metavar="URL",
        type=server_url,
    )
    commitment: bool = option(
        "print the commitment to the seed, to be published before the tournament, and play nothing"
    )
    json: bool = option("print the standings as JSON instead of tables")


@dataclass(frozen=True, kw_only=True)
class TournamentOptions(ExecutionOptions, ConfigurationOptions):
    """Play bots against each other.

    All teams play the same deals, and paired statistics show which is better. A file in TOML, arguments, or both define
    the tournament; arguments take precedence. After any interruption, the same command resumes it.
    """

    source: Path | None = argument(
        "a configuration file in TOML, or the results folder of a tournament to resume", "FILE|FOLDER", nargs="?"
    )

    def __post_init__(self) -> None:
        """Raises InvalidOptions."""
        require_distinct(self.entrant or ())
        if self.scheduler and self.workers is not None:
            raise InvalidOptions("--scheduler excludes --workers: the cluster has its own workers")

    @property
    def overrides(self) -> Mapping[str, Any]:
        """The members of the configuration that were given; they take precedence over the file's."""
        names = [each.name for each in fields(ConfigurationOptions) if each.name not in {"entrant", "enter"}]
        given = {name: value for name in names if (value := getattr(self, name)) is not None}
        return given | ({"entrants": dict(self.entrant)} if self.entrant else {})

    def applied_to(self, members: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
        """Return the members of a configuration, whose files are relative to a folder, with the given ones."""
        found = {**members, **self.overrides}
        if self.enter:
            name, bot = self.enter
            found["entrants"] = {**found.get("entrants", {}), name: seen_from(bot, folder)}
            if found.get("format") == "gauntlet":
                found.setdefault("newcomer", name)
        return found

    @property
    def linked_client(self) -> str:
        """The URL of the web client that the links of the report open."""
        return self.web_client or self.server or DEFAULT_SERVER

    @property
    def execution(self) -> list[str]:
        """The arguments for the execution that were given, such as `--server URL`."""
        values = {flag: getattr(self, flag.removeprefix("--").replace("-", "_")) for flag in EXECUTION_OPTIONS}
        return [text for flag, value in values.items() if value is not None for text in (flag, str(value))]


@dataclass(frozen=True, kw_only=True)
class VerifyOptions:
    """Verify the games of a finished tournament.

    Derives every deal from the seed, and replays every action by the rules. Exit code 1: a game is invalid; 2: the
    games cannot be read, or the line does not exist.
    """

    games: Path = argument("the results folder of a finished tournament, or a file games.jsonl", "FOLDER|FILE")
    seed: str | None = option(
        "seed of the tournament (default: from the folder; for a file the deals are not checked)",
        flag="--deal-seed",
        metavar="TEXT",
    )
    commitment: str | None = option(
        "the commitment published before the tournament, which the seed must match", metavar="HASH"
    )
    print_record: int | None = option(
        "print the record of the game in this line instead, for `regicide verify-record` and front ends",
        metavar="LINE",
        type=integer("line number"),
    )
    print_link: int | None = option(
        "print the link of the game in this line instead, which opens its replay in the web client; the link has the "
        "whole record",
        metavar="LINE",
        type=integer("line number"),
    )
    server: str = server_option()


@dataclass(frozen=True, kw_only=True)
class DatasetOptions:
    """Write the decisions of a finished tournament as Parquet, for learners.

    Each row is an action with a number, as `regicide-env` counts them: what the seat knew, the legal actions, the
    action, and the end of the game. An interrupted command goes on with the parts that are missing.
    """

    results: Path = argument("the results folder of a finished tournament", "RESULTS")
    folder: Path | None = argument(
        "the folder of the dataset, which is created (default: dataset in the results folder)", "FOLDER", nargs="?"
    )
    views: bool = option("add the view of the seat, as JSON")
    rollouts: int | None = count(
        "add the share of visits that a search with this number of rollouts gives each action", of="rollouts"
    )
    part_games: int = count("games in each part", 200, "games")
    workers: int = workers_option()
    scheduler: str | None = scheduler_option()


@dataclass(frozen=True, kw_only=True)
class LadderOptions:
    """Rate entrants over many tournaments.

    add: verify finished tournaments, check their bots, and add them. show: print the ratings. page: write them to
    page/index.html in the folder of the ladder, as add and work do. work: check each file NAME.py in a queue folder,
    whose function `choose` is a bot, play a tournament between it and the opponents, and add that. Exit code 1: a
    tournament or a bot is refused; 2: an error.
    """

    action: str = argument("add, show, page or work", "ACTION", choices=["add", "show", "page", "work"])
    folders: Sequence[Path] = argument("results folders for add, queue folders for work", "FOLDER", nargs="*")
    ladder: Path = option("folder of the ladder", Path("ladder"), metavar="FOLDER")
    opponent: Sequence[tuple[str, str]] | None = option(
        "opponent of the bots in a queue; repeatable (default: greedy and policy)",
        metavar="[NAME=]BOT",
        action="append",
        type=entrant,
    )
    players: Sequence[int] = players_option()
    deals: int = count("deals for each number of players and bot in a queue", 300, "deals")
    isolation: Isolation = option("of the processes of bots, as in tournaments", "limits")
    json: bool = option("print JSON instead of tables")

    def __post_init__(self) -> None:
        """Raises InvalidOptions."""
        require_distinct(self.opponents)
        if bool(self.folders) != (self.action in {"add", "work"}):
            expected = "needs a folder" if not self.folders else "takes no folder"
            raise InvalidOptions(f"{self.action} {expected}")

    @property
    def opponents(self) -> Sequence[tuple[str, str]]:
        """Name and bot of each opponent of a submission."""
        return self.opponent or (("greedy", "greedy"), ("policy", "policy"))


@dataclass(frozen=True, kw_only=True)
class SampleSizeOptions:
    """Compute how many deals are needed to distinguish two teams.

    The answers are for one test after a fixed number of deals, and for a tournament that stops when it is decided. All
    arguments are in percent.
    """

    difference: float = argument(
        "difference between the win rates, in percentage points",
        "DIFFERENCE",
        type=percentage("difference", 1, 100, " percentage points"),
    )
    win_rate: float = percent("win rate of the weaker team", "50", "win rate", 0, 99)
    alike: float | None = percent(
        "percentage of deals on which both teams have the same result; higher needs fewer deals (default: as for "
        "independent results)",
        None,
        "percentage",
        0,
        99,
    )
    """None if the results of the teams are independent."""
    power: float = percent("probability that the fixed test finds the difference", "80", "power", 50, 99.9)
    error: float = percent("probability that equal teams are declared different", "5", "percentage", 0.1, 20)
    json: bool = option("print JSON, with shares instead of percent")
