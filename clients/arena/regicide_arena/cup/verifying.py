"""What `regicide-arena verify` does: plays the games of a cup again, and compares."""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import regicide
from regicide_arena.cup.deals import Deal, commitment, deal
from regicide_arena.cup.folder import Folder
from regicide_arena.cup.plan import Lineup
from regicide_arena.cup.reading import CannotRead
from regicide_arena.runtime.console import print_error

GAMES: Final = "games.jsonl"


class Broken(Exception):
    """A game is not as it should be; the message says what is, and what should be."""


class Again(NamedTuple):
    """A game that was played again."""

    first: regicide.Position
    steps: list[regicide.Step]

    @property
    def last(self) -> regicide.Position:
        """The position at the end."""
        return self.steps[-1].position if self.steps else self.first


def verify(arguments: argparse.Namespace) -> int:
    """Check games, or print the record of one; the exit code: 1 where something is not as it should be."""
    try:
        file, seed = _file(arguments.games, arguments.seed)
        with file.open(encoding="utf-8") as lines:
            if arguments.record is not None:
                _print_record(lines, arguments.record)
            else:
                _check_all(lines, seed)
    except (Broken, CannotRead, OSError) as error:
        print_error(str(error))
        return 1
    return 0


def _file(games: Path, seed: str | None) -> tuple[Path, str | None]:
    """The file of the games, and the seed of the cup, as far as it is known.

    Raises CannotRead.
    """
    if not games.is_dir():
        return games, seed
    known = Folder(games).said()
    if not (games / GAMES).exists():
        raise CannotRead(f"there is no {GAMES} in {games}: " + ("the cup is not over" if known else "it is of no cup"))
    return games / GAMES, seed or (known["cup"]["seed"] if known else None)


def _check_all(lines: Iterable[str], seed: str | None) -> None:
    """Check all games.

    Raises Broken.
    """
    played: dict[Lineup, list[int]] = defaultdict(list)
    for number, line in enumerate(lines, 1):
        try:
            game = _game(line)
            _check(game, seed)
        except (Broken, regicide.RegicideError) as error:
            raise Broken(f"line {number} does not hold: {error}") from error
        played[tuple(game["lineup"])].append(game["deal"])
    _check_deals(played)
    count = sum(map(len, played.values()))
    whole = f"the commitment to the seed is {commitment(seed)}" if seed else "the seed of the cup was not given"
    sys.stdout.write(f"{count:,} games of {len(played):,} lineups hold; {whole}\n")


def _game(line: str) -> dict[str, Any]:
    """Raises Broken."""
    try:
        game: dict[str, Any] = json.loads(line)
        if len(game["lineup"]) != game["players"]:
            raise Broken(f"{len(game['lineup'])} seats, but players: {game['players']}")
    except (ValueError, KeyError, TypeError) as error:
        raise Broken(f"it is no game: {error!r}") from error
    return game


def _check(game: Mapping[str, Any], seed: str | None) -> None:
    """Raises Broken, and RegicideError for an action that does not follow."""
    if seed is not None:
        _compare("deal", Deal(game["seed"], game["first_player"]), deal(seed, game["players"], game["deal"]))
    again = _again(game)
    outcome = again.last.outcome
    _compare("result", game["result"], outcome.as_json() if outcome else None)
    _compare("defeated", game["defeated"], again.last.defeated)
    if outcome is None:
        forfeited = [failure["step"] for failure in game["failures"]]
        _compare("step of the failure that ended the game", forfeited[-1:], [len(game["actions"])])


def _again(game: Mapping[str, Any]) -> Again:
    first = regicide.start(game["seed"], game["players"], game["first_player"])
    return Again(first, [*regicide.replay(first, map(regicide.parse_action, game["actions"]))])


def _compare(what: str, there: object, expected: object) -> None:
    if there != expected:
        raise Broken(f"{what} is {there!r}, and should be {expected!r}")


def _check_deals(played: Mapping[Lineup, list[int]]) -> None:
    """See that every lineup has played all deals once, and as many as the others with as many players.

    Raises Broken.
    """
    most: dict[int, int] = {}
    for lineup, numbers in played.items():
        most[len(lineup)] = max(most.get(len(lineup), 0), len(numbers))
    for lineup, numbers in played.items():
        if sorted(numbers) != [*range(most[len(lineup)])]:
            raise Broken(f"{' '.join(lineup)} did not play each of the deals 0 to {most[len(lineup)] - 1} once")


def _print_record(lines: Iterable[str], number: int) -> None:
    """Raises Broken."""
    line = next(islice(lines, number - 1, None), None)
    if line is None:
        raise Broken(f"there is no line {number}")
    try:
        again = _again(_game(line))
    except (Broken, regicide.RegicideError) as error:
        raise Broken(f"line {number} does not hold: {error}") from error
    sys.stdout.write(json.dumps(regicide.record(*again)) + "\n")
