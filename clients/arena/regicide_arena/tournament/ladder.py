"""The ladder: one rating from many tournaments, whose bots are checked and whose games are verified first.

Its folder has `tournaments/`, a file with the results of each tournament, and `page/index.html`, a static page. If it
works off a queue, `bots/` has the files that were submitted, and `games/` the results folder of each one's tournament.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Group

from regicide_arena.commands.tournaments import LadderOptions
from regicide_arena.protocol.programs import hash_code, is_own
from regicide_arena.runtime.console import EXIT_INTERRUPTED, EXIT_UNUSABLE, print_error, print_note
from regicide_arena.runtime.isolation import Isolation
from regicide_arena.runtime.json_files import UnusableFile, open_json, parse_json, read_json, read_lines
from regicide_arena.tournament.config import NAME_PATTERN, NAME_RULE
from regicide_arena.tournament.directory import ResultsDirectory
from regicide_arena.tournament.errors import EntrantRefused, InvalidConfig, TournamentError
from regicide_arena.tournament.model import agent_name
from regicide_arena.tournament.report import tables
from regicide_arena.tournament.report.html import render_ladder
from regicide_arena.tournament.report.tables import ReportTable
from regicide_arena.tournament.report.terminal import print_result, render_table
from regicide_arena.tournament.schedule import commitment
from regicide_arena.tournament.stats.ratings import RatedTournament, Ratings, rate
from regicide_arena.tournament.summary import plain
from regicide_arena.tournament.verify import require_valid

FUNCTION: Final = "choose"
"""The function of a submitted file."""
NOTE: Final = "In brackets: 95% confidence intervals. The mean of the ratings is 1500."
REFUSED: Final = "refused"
"""Folder within a queue for refused submissions, each with the reasons."""


class RatedGroup(NamedTuple):
    """The ratings for a number of players, as teams or as partners."""

    players: int
    kind: str
    ratings: Ratings


class Ladder:
    """The tournaments of a ladder."""

    def __init__(self, folder: Path, isolation: Isolation) -> None:
        """`isolation` applies to the processes of bots."""
        self.folder, self._isolation = folder, isolation
        self._checked = set[str | None]()
        """Hashes of the code that has passed the check since."""

    def tournaments(self) -> list[RatedTournament]:
        """Return the tournaments, by name. Raises OSError, and InvalidConfig for a file that is none of them."""
        return sorted(map(_read_tournament, (self.folder / "tournaments").glob("*.json")))

    def groups(self) -> Iterator[RatedGroup]:
        """Rate the entrants for each number of players, as teams and as partners."""
        found = self.tournaments()
        for players in (1, 2, 3, 4):
            for kind, is_mixed in (("teams", False), ("partners", True)):
                played = [each for one in found if (each := one.played(players, is_mixed=is_mixed))]
                if played:
                    yield RatedGroup(players, kind, rate(played))

    def add(self, results: Path) -> None:
        """Add a finished tournament.

        Raises InvalidConfig, OSError, and EntrantRefused if a game is invalid, a bot is not fit, or the deals are those
        of another tournament, so that their results would count twice.
        """
        definition = ResultsDirectory(results).read_definition()
        if not definition:
            raise InvalidConfig(f"no tournament in the folder {results}")
        try:
            require_valid(results)
        except UnusableFile as error:
            raise EntrantRefused(str(error)) from error
        cup, codes = definition.cup, definition.codes
        for name, bot in cup.entrants.items():
            self.require_same(name, codes[name])
            self._require_checked(bot, codes[name], Path(definition.folder))
        found = RatedTournament(cup.name, commitment(cup.seed), cup.entrants, codes, _read_results(results))
        file = self.folder / "tournaments" / f"{found.commitment[:16]}.json"
        if file.exists() and _read_tournament(file).results != found.results:
            raise EntrantRefused(f"{results} has the deals of another tournament of the ladder: play others")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(found._asdict(), indent=1) + "\n", encoding="utf-8")

    def write_page(self) -> Path:
        """Write the static page; return its path. Raises OSError."""
        page = self.folder / "page" / "index.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(render_ladder(rating_tables(self), tables.tournaments(self.tournaments())), encoding="utf-8")
        return page

    def check(self, bot: str, folder: Path) -> None:
        """Raises EntrantRefused with the verdicts of `check` for a bot that is not fit."""
        ended = run(["check", bot, "--isolation", self._isolation.value], folder)
        if ended.returncode:
            raise EntrantRefused(f"{bot} is not fit\n{ended.stdout}")
        self._checked.add(hash_code(bot, folder))

    def require_same(self, name: str, code: str | None) -> None:
        """Raises EntrantRefused if the name has other code in the ladder."""
        for each in self.tournaments():
            if name in each.codes and each.codes[name] != code:
                raise EntrantRefused(f"{name} has other code in the tournament {each.name}: enter it by another name")

    def _require_checked(self, bot: str, code: str | None, folder: Path) -> None:
        """Check a bot, unless it is built in, runs elsewhere or was checked before. Raises EntrantRefused."""
        checked = self._checked.union(*(each.codes.values() for each in self.tournaments())) - {None}
        if code in checked or is_own(bot) or agent_name(bot) is not None:
            return
        if hash_code(bot, folder) != code:
            raise EntrantRefused(f"the code of {bot} has changed since the tournament: restore what it was played with")
        self.check(bot, folder)


def run_ladder(options: LadderOptions) -> int:
    """Carry out the action; return the exit code: 1 if something is refused, 2 on an error, 130 after an interrupt."""
    ladder = Ladder(options.ladder, options.isolation)
    try:
        return {"add": _add, "show": _show, "page": _write, "work": _work}[options.action](ladder, options)
    except EntrantRefused as error:
        print_error(str(error))
        return 1
    except (TournamentError, OSError) as error:
        print_error(str(error))
        return EXIT_UNUSABLE


def run(arguments: Sequence[str], folder: Path = Path()) -> subprocess.CompletedProcess[str]:
    """Run a command of this program in a folder; its standard output is returned and its messages are shown."""
    command = [sys.executable, "-P", "-m", "regicide_arena", *arguments]
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603 - our own


def rating_tables(ladder: Ladder) -> list[ReportTable]:
    """Return a table of the ratings for each number of players, as teams and as partners."""
    return [tables.ratings(group.ratings, group.players, group.kind) for group in ladder.groups()]


def _add(ladder: Ladder, options: LadderOptions) -> int:
    for results in options.folders:
        ladder.add(results)
    return _write(ladder, options)


def _write(ladder: Ladder, _: LadderOptions) -> int:
    print_note(f"page: {ladder.write_page()}")
    return 0


def _show(ladder: Ladder, options: LadderOptions) -> int:
    if options.json:
        print_result(json.dumps(plain([*ladder.groups()]), indent=2))
    else:
        print_result(Group(*(part for table in rating_tables(ladder) for part in (render_table(table), "")), NOTE))
    return 0


def _work(ladder: Ladder, options: LadderOptions) -> int:
    """Work off the queues, the oldest submission first; a repetition resumes an interrupted one."""
    for name, bot in options.opponents:
        ladder.require_same(name, hash_code(bot))
    code = 0
    for queue in options.folders:
        for file in sorted(queue.glob("*.py"), key=lambda each: (each.stat().st_mtime, each.name)):
            try:
                _enter(ladder, file, options)
                ladder.write_page()
            except EntrantRefused as error:
                print_error(str(error))
                code = 1
                (queue / REFUSED).mkdir(exist_ok=True)
                file.replace(queue / REFUSED / file.name)
                (queue / REFUSED / f"{file.stem}.txt").write_text(f"{error}\n", encoding="utf-8")
    return code


def _enter(ladder: Ladder, file: Path, options: LadderOptions) -> None:
    """Check a submission, play its tournament and add it.

    Raises EntrantRefused, OSError, and KeyboardInterrupt or InvalidConfig if the tournament ends early.
    """
    name, kept = file.stem, ladder.folder / "bots" / file.name
    if not re.fullmatch(NAME_PATTERN, name):
        raise EntrantRefused(f"{file}: {NAME_RULE}")
    if name in {opponent for opponent, _ in options.opponents} or (
        kept.exists() and kept.read_bytes() != file.read_bytes()
    ):
        raise EntrantRefused(f"{name} is another entrant: submit the file by another name")
    ladder.require_same(name, hash_code(f"{file}:{FUNCTION}"))
    if not kept.exists():
        ladder.check(f"{file.name}:{FUNCTION}", file.parent)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, kept)
    games = ladder.folder / "games" / name
    code = run([*_tournament(name, kept, options), "--results", str(games)]).returncode
    if code == EXIT_INTERRUPTED:
        raise KeyboardInterrupt
    if code:
        raise InvalidConfig(f"the tournament of {name} cannot be played: it is in {games}")
    ladder.add(games)
    file.unlink()


def _tournament(name: str, file: Path, options: LadderOptions) -> list[str]:
    """Return the arguments of the tournament between a submission and the opponents, on deals of its own."""
    entrants = [(name, f"{file}:{FUNCTION}"), *options.opponents]
    field = [part for entrant, bot in entrants for part in ("--entrant", f"{entrant}={bot}")]
    rules = ["--format", "gauntlet", "--newcomer", name, "--mix", "pairs", "--deals", str(options.deals)]
    places = ["--players", *map(str, options.players), "--isolation", options.isolation.value]
    return ["tournament", *field, *rules, *places]


def _read_tournament(file: Path) -> RatedTournament:
    try:
        return RatedTournament(**read_json(file))
    except (ValueError, TypeError) as error:
        raise InvalidConfig(f"{file} is not a tournament of a ladder: {error}") from error


def _read_results(results: Path) -> dict[str, str]:
    """Return the digits of each lineup from the games of a verified tournament."""
    digits = defaultdict[str, dict[int, str]](dict)
    with open_json(results / "games.jsonl") as file:
        for game in map(parse_json, read_lines(file)):
            is_won = bool(game["result"]) and game["result"]["outcome"] == "won"
            digits[" ".join(game["lineup"])][game["deal"]] = str(int(is_won))
    return {lineup: "".join(won for _, won in sorted(found.items())) for lineup, found in digits.items()}
