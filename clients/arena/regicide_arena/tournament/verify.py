"""Verification of a finished tournament: derives every deal from the seed and replays every action by the rules."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from msgspec import convert, structs

import regicide
from regicide_arena.commands.tournaments import VerifyOptions
from regicide_arena.runtime.console import EXIT_UNUSABLE, print_refusal
from regicide_arena.runtime.json_files import UnusableFile, open_json, parse_json, read_json, read_lines
from regicide_arena.runtime.messages import cannot_read
from regicide_arena.tournament.directory import ResultsDirectory
from regicide_arena.tournament.errors import InvalidConfig, TournamentError, VerificationFailed
from regicide_arena.tournament.games.game import Game, Replay, Score
from regicide_arena.tournament.model import BETTER, Deal, Lineup, Stop, Tournament, compared_pairs
from regicide_arena.tournament.schedule import all_lineups, blocks, commitment, deal_of, derive_deal
from regicide_arena.tournament.stats.model import LineupOutcomes, Outcomes
from regicide_arena.tournament.stats.paired import is_decided
from regicide_arena.tournament.stats.standings import standings
from regicide_arena.tournament.summary import plain

Deals: TypeAlias = Callable[[int, int], Deal]
"""The deal for a number of players, by its number. Raises LookupError for a number that there is not."""
GAMES: Final = "games.jsonl"
STANDINGS: Final = "standings.json"


def verify_tournament(options: VerifyOptions) -> int:
    """Verify all games, or print the record of one; return the exit code: 1 for an invalid game, 2 for none."""
    try:
        file, seed, deals = _locate(options.games, options.seed)
        with open_json(file) as stream:
            lines = read_lines(stream)
            if options.print_record is not None:
                printed = json.dumps(_game(lines, options.print_record).record())
            elif options.print_link is not None:
                printed = f"{options.server}/{_game(lines, options.print_link).link()}"
            else:
                _verify_commitment(seed, options.commitment)
                printed = _verify_all(lines, seed, deals, options.games)
        sys.stdout.write(f"{printed}\n")
    except VerificationFailed as error:
        print_refusal(str(error))
        return 1
    except (TournamentError, OSError) as error:
        print_refusal(cannot_read(options.games, error) if isinstance(error, OSError) else str(error))
        return EXIT_UNUSABLE
    return 0


def require_valid(results: Path) -> None:
    """Verify all games of a results folder. Raises UnusableFile, with the line of an invalid game, and OSError."""
    try:
        file, seed, deals = _locate(results, None)
        with open_json(file) as stream:
            _verify_all(read_lines(stream), seed, deals, results)
    except TournamentError as error:
        raise UnusableFile(f"{results} is not a valid tournament: {error}") from error


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


def _verify_all(lines: Iterable[bytes], seed: str | None, deals: Deals | None, games: Path) -> str:
    """Verify all games and, in a results folder, that they are those of its configuration and of its standings.

    Return what is verified, in a line. Raises VerificationFailed; and InvalidConfig if there are no games.
    """
    played: dict[Lineup, list[tuple[int, Score]]] = defaultdict(list)
    for number, line in enumerate(lines, 1):
        try:
            game = _parse_game(line)
            _verify(game, deals)
        except (VerificationFailed, regicide.RegicideError) as error:
            raise VerificationFailed(f"line {number} is invalid: {error}") from error
        played[game.lineup].append((game.deal, game.score))
    if not played:
        raise InvalidConfig("there are no games")
    outcomes = {
        lineup: LineupOutcomes(*map(np.array, zip(*scores, strict=True))) for lineup, scores in _by_deal(played).items()
    }
    definition = ResultsDirectory(games).read_definition()
    tournament = definition.cup if definition else None
    if tournament:
        _verify_configuration(outcomes, tournament)
    if (file := games / STANDINGS).exists():
        _verify_standings(outcomes, tournament, file)
    count = sum(map(len, played.values()))
    note = (
        f"the commitment to the seed is {commitment(seed)}" if seed else "the seed is unknown, so deals are unchecked"
    )
    return f"{count:,} games of {len(played):,} lineups are valid; {note}"


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


def _by_deal(played: Mapping[Lineup, list[tuple[int, Score]]]) -> dict[Lineup, list[Score]]:
    """Return the scores of each lineup from deal 0 on.

    Raises VerificationFailed unless every lineup played all deals once, as many as those with as many players.
    """
    deals: dict[int, int] = {}
    for lineup, scores in played.items():
        deals[len(lineup)] = max(deals.get(len(lineup), 0), len(scores))
    for lineup, scores in played.items():
        count = deals[len(lineup)]
        if sorted(deal for deal, _ in scores) != [*range(count)]:
            raise VerificationFailed(f"{' '.join(lineup)} did not play each of the deals 0 to {count - 1} once")
    return {lineup: [score for _, score in sorted(scores)] for lineup, scores in played.items()}


def _verify_configuration(outcomes: Outcomes, tournament: Tournament) -> None:
    """Check that all lineups of a tournament, and no others, played its deals up to the end that its rule determines.

    Raises VerificationFailed.
    """
    lineups = {*all_lineups(tournament)}
    for lineup in sorted(lineups ^ {*outcomes}):
        what = "there are no games of" if lineup in lineups else "cup.json has no lineup"
        raise VerificationFailed(f"{what} {' '.join(lineup)}")
    end = next((block.end for block in blocks(tournament.deals) if _is_decided(outcomes, tournament, block.end)), None)
    expected = end or tournament.deals
    for lineup, found in outcomes.items():
        if len(found.won) != expected:
            raise VerificationFailed(f"deals of {' '.join(lineup)}: {len(found.won)}, expected {expected}")


def _is_decided(outcomes: Outcomes, tournament: Tournament, deals: int) -> bool:
    """Return whether the tournament ends after as many deals, because all pairs are decided."""
    first = {lineup: found.head(deals) for lineup, found in outcomes.items()}
    return tournament.stop is Stop.DECIDED and is_decided(first, compared_pairs(tournament), tournament.goal)


def _verify_standings(outcomes: Outcomes, tournament: Tournament | None, file: Path) -> None:
    """Check that the standings follow from the games; without a tournament, comparisons are not checked.

    Raises VerificationFailed.
    """
    pairs, goal = (compared_pairs(tournament), tournament.goal) if tournament else ([], BETTER)
    expected = _rounded(plain(standings(outcomes, pairs, goal)))
    if not tournament:
        del expected["comparisons"]
    try:
        members = read_json(file)
        found = {name: _rounded(members[name]) for name in expected}
        rows = [(name, *pair) for name in expected for pair in zip_longest(found[name], expected[name])]
    except (ValueError, TypeError, KeyError) as error:
        raise VerificationFailed(f"{file.name} has no standings: {error!r}") from error
    for name, recorded, row in rows:
        _require_equal(f"{file.name}: row of {name}", recorded, row)


def _rounded(members: object) -> Any:
    """Return members of JSON with six decimals: other machines may compute other last digits."""
    return json.loads(json.dumps(members), parse_float=lambda text: f"{float(text):.6f}")


def _game(lines: Iterable[bytes], number: int) -> Replay:
    """Return the game in a line. Raises VerificationFailed, and InvalidConfig for a line that does not exist."""
    line = next(islice(lines, number - 1, None), None)
    if line is None:
        raise InvalidConfig(f"line {number} does not exist")
    try:
        return Replay.of(_parse_game(line))
    except (VerificationFailed, regicide.RegicideError) as error:
        raise VerificationFailed(f"line {number} is invalid: {error}") from error
