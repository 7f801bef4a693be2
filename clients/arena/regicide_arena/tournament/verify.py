"""Verification of a finished tournament: derives every deal from the seed and replays every action by the rules."""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import convert, structs

import regicide
from regicide_arena.commands.tournaments import VerifyOptions
from regicide_arena.runtime.console import EXIT_UNUSABLE, print_refusal
from regicide_arena.runtime.json_files import open_json, parse_json, read_json, read_lines
from regicide_arena.runtime.messages import cannot_read
from regicide_arena.tournament.directory import ResultsDirectory
from regicide_arena.tournament.errors import InvalidConfig, TournamentError, VerificationFailed
from regicide_arena.tournament.games.game import Game, Replay
from regicide_arena.tournament.model import Deal, Lineup, Stop, Tournament
from regicide_arena.tournament.schedule import all_lineups, blocks, commitment, deal_of, derive_deal

Deals: TypeAlias = Callable[[int, int], Deal]
"""The deal for a number of players, by its number. Raises LookupError for a number that there is not."""
GAMES: Final = "games.jsonl"
STANDINGS: Final = "standings.json"
RESULTS: Final = ("won", "lost", "forfeited")


def verify_tournament(options: VerifyOptions) -> int:
    """Verify all games, or print the record of one; return the exit code: 1 for an invalid game, 2 for none."""
    try:
        file, seed, deals = _locate(options.games, options.seed)
        with open_json(file) as stream:
            lines = read_lines(stream)
            if options.print_record is not None:
                sys.stdout.write(json.dumps(_game(lines, options.print_record).record()) + "\n")
            elif options.print_link is not None:
                sys.stdout.write(f"{options.server}/{_game(lines, options.print_link).link()}\n")
            else:
                _verify_commitment(seed, options.commitment)
                _verify_all(lines, seed, deals, options.games)
    except VerificationFailed as error:
        print_refusal(str(error))
        return 1
    except (TournamentError, OSError) as error:
        print_refusal(cannot_read(options.games, error) if isinstance(error, OSError) else str(error))
        return EXIT_UNUSABLE
    return 0


def _locate(games: Path, seed: str | None) -> tuple[Path, str | None, Deals | None]:
    """Return the file of games, and the tournament's seed and deals if known.

    Raises InvalidConfig.
    """
    derived = partial(derive_deal, seed) if seed else None
    if not games.is_dir():
        return games, seed, derived
    definition = ResultsDirectory(games).read_definition()
    if not (games / GAMES).exists():
        reason = "the tournament is not over" if definition else "the folder holds no tournament"
        raise InvalidConfig(f"{games} has no {GAMES}: {reason}")
    if not definition:
        return games / GAMES, seed, derived
    tournament = structs.replace(definition.cup, seed=seed or definition.cup.seed)
    return games / GAMES, tournament.seed, partial(deal_of, tournament)


def _verify_commitment(seed: str | None, published: str | None) -> None:
    """Raises VerificationFailed if the seed is not the published one, and InvalidConfig if it is unknown."""
    if published is None:
        return
    if seed is None:
        raise InvalidConfig("the seed is unknown: give it with --deal-seed, or the results folder")
    _require_equal("commitment to the seed", commitment(seed), published.strip().lower())


def _verify_all(lines: Iterable[bytes], seed: str | None, deals: Deals | None, games: Path) -> None:
    """Verify all games and, in a results folder, that they are those of its configuration and of its standings.

    Raises VerificationFailed; and InvalidConfig if there are none.
    """
    played: dict[Lineup, list[int]] = defaultdict(list)
    results: dict[Lineup, Counter[str]] = defaultdict(Counter)
    for number, line in enumerate(lines, 1):
        try:
            game = _parse_game(line)
            _verify(game, deals)
        except (VerificationFailed, regicide.RegicideError) as error:
            raise VerificationFailed(f"line {number} is invalid: {error}") from error
        played[game.lineup].append(game.deal)
        results[game.lineup][game.result["outcome"] if game.result else "forfeited"] += 1
    if not played:
        raise InvalidConfig("there are no games")
    _verify_deals(played)
    if definition := ResultsDirectory(games).read_definition():
        _verify_configuration(played, definition.cup)
    if (standings := games / STANDINGS).exists():
        _verify_standings(results, standings)
    count = sum(map(len, played.values()))
    note = (
        f"the commitment to the seed is {commitment(seed)}" if seed else "the seed is unknown, so deals are unchecked"
    )
    sys.stdout.write(f"{count:,} games of {len(played):,} lineups are valid; {note}\n")


def _parse_game(line: bytes) -> Game:
    """Raises VerificationFailed."""
    try:
        game = convert(parse_json(line), Game)
    except ValueError as error:
        raise VerificationFailed(f"not a game: {error}") from error
    if len(game.lineup) != game.players:
        raise VerificationFailed(f"{len(game.lineup)} seats, but players: {game.players}")
    return game


def _verify(game: Game, deals: Deals | None) -> None:
    """Raises VerificationFailed, and RegicideError for an illegal action."""
    if deals is not None:
        try:
            deal = deals(game.players, game.deal)
        except LookupError as error:
            raise VerificationFailed(f"there is no deal {game.deal} for {game.players} players") from error
        found = {"seed": game.seed, "first_player": game.first_player}
        _require_equal("deal", found, {"seed": deal.seed, "first_player": deal.first_player})
        _require_equal("opening", game.actions[: len(deal.opening)], [*deal.opening][: len(game.actions)])
    replayed = structs.replace(game)
    replayed.end(game.position())
    _require_equal("result", game.result, replayed.result)
    _require_equal("defeated", game.defeated, replayed.defeated)
    if game.result is None:
        forfeited = [failure.step for failure in game.failures]
        _require_equal("step of the failure that ended the game", forfeited[-1:], [len(game.actions)])


def _require_equal(what: str, recorded: object, expected: object) -> None:
    if recorded != expected:
        raise VerificationFailed(f"{what} is {json.dumps(recorded)}, expected {json.dumps(expected)}")


def _verify_deals(played: Mapping[Lineup, list[int]]) -> None:
    """Check that every lineup played all deals once, as many as the others with the same number of players.

    Raises VerificationFailed.
    """
    deals: dict[int, int] = {}
    for lineup, numbers in played.items():
        deals[len(lineup)] = max(deals.get(len(lineup), 0), len(numbers))
    for lineup, numbers in played.items():
        count = deals[len(lineup)]
        if sorted(numbers) != [*range(count)]:
            raise VerificationFailed(f"{' '.join(lineup)} did not play each of the deals 0 to {count - 1} once")


def _verify_configuration(played: Mapping[Lineup, list[int]], tournament: Tournament) -> None:
    """Check that all lineups of a tournament, and no others, played all of its deals, or as many as its rule allows.

    Raises VerificationFailed.
    """
    lineups = {*all_lineups(tournament)}
    for lineup in sorted(lineups ^ {*played}):
        what = "there are no games of" if lineup in lineups else "cup.json has no lineup"
        raise VerificationFailed(f"{what} {' '.join(lineup)}")
    ends = [block.end for block in blocks(tournament.deals)]
    allowed = ends if tournament.stop is Stop.DECIDED else ends[-1:]
    for lineup, numbers in played.items():
        if len(numbers) not in allowed:
            expected = " or ".join(map(str, allowed))
            raise VerificationFailed(f"deals of {' '.join(lineup)}: {len(numbers)}, expected {expected}")


def _verify_standings(results: Mapping[Lineup, Counter[str]], file: Path) -> None:
    """Check how many games each team of the standings won, lost and forfeited. Raises VerificationFailed."""
    try:
        teams = {tuple(team["lineup"]): {name: team[name] for name in RESULTS} for team in read_json(file)["teams"]}
    except (ValueError, TypeError, KeyError) as error:
        raise VerificationFailed(f"{file.name} has no teams: {error!r}") from error
    for lineup, counts in results.items():
        expected = {name: counts[name] for name in RESULTS}
        _require_equal(f"{file.name}: {' '.join(lineup)}", teams.pop(lineup, None), expected)
    _require_equal(f"{file.name}: teams without games", [*map(" ".join, teams)], [])


def _game(lines: Iterable[bytes], number: int) -> Replay:
    """Return the game in a line. Raises VerificationFailed, and InvalidConfig for a line that does not exist."""
    line = next(islice(lines, number - 1, None), None)
    if line is None:
        raise InvalidConfig(f"line {number} does not exist")
    try:
        return Replay.of(_parse_game(line))
    except (VerificationFailed, regicide.RegicideError) as error:
        raise VerificationFailed(f"line {number} is invalid: {error}") from error
