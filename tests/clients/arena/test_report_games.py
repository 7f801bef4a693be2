"""The games of the report of a tournament: which deals and games are linked, and where two games part."""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import pytest

import regicide
from regicide_arena.cli import main
from regicide_arena.runtime.journal import Journal
from regicide_arena.tournament.directory import ResultsDirectory
from regicide_arena.tournament.engine import TournamentEngine
from regicide_arena.tournament.games.game import ShardResult
from regicide_arena.tournament.report import games as report_games
from regicide_arena.tournament.report.games import LinkedDeal, LinkedDeals, linked_deals
from regicide_arena.tournament.summary import summarize

RAISING = """
def raising(view):
    if view["defeated"] > 0 or len(view["hand"]) < 6:
        raise LookupError("no idea")
    return view["legal_actions"][-1]
"""
DEALS = 6


class Played(NamedTuple):
    """A finished tournament."""

    engine: TournamentEngine
    games: list[dict[str, Any]]

    def linked(self) -> list[LinkedDeals]:
        """The linked deals of its report."""
        return linked_deals(self.engine, summarize(self.engine))

    def on(self, players: int, deal: int) -> list[dict[str, Any]]:
        """The games with a deal."""
        return [game for game in self.games if (game["players"], game["deal"]) == (players, deal)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A tournament of three bots, of which one forfeits most games, alone and in pairs."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "bots.py").write_text(RAISING)
    bots = [part for bot in ("greedy", "random", f"{folder}/bots.py:raising") for part in ("--entrant", bot)]
    rules = ["--players", "1", "2", "--format", "cross", "--deals", str(DEALS), "--deal-seed", "open", "--workers", "0"]
    assert main(["tournament", *bots, *rules, "--results", str(folder / "results")]) == 0
    definition = ResultsDirectory(folder / "results").read_definition()
    assert definition
    lines = (folder / "results" / "games.jsonl").read_text().splitlines()
    with Journal(folder / "results" / "journal.jsonl", ShardResult) as journal:
        yield Played(TournamentEngine(definition.cup, journal), [*map(json.loads, lines)])


def opened(link: str) -> tuple[dict[str, Any], int]:
    """The record of a link, and its step."""
    packed, _, step = link.removeprefix("#/replay/").partition("/move-")
    record: dict[str, Any] = json.loads(zlib.decompress(urlsafe_b64decode(packed + "==")))
    return record, int(step or 0)


def actions(record: dict[str, Any]) -> list[str]:
    """The actions of a record."""
    return [event["action"] for event in record["events"]]


def equal_actions(one: list[str], two: list[str]) -> int:
    """The number of first actions that are the same."""
    return next((n for n in range(len(one) + 1) if one[: n + 1] != two[: n + 1] or n == len(one)), 0)


def score(game: dict[str, Any]) -> tuple[bool, int, str]:
    """Whether a game is won, the enemies defeated, and the grade."""
    result = game["result"] or {}
    return result.get("outcome") == "won", game["defeated"], result.get("grade") or ""


def all_deals(played: Played) -> Iterator[tuple[int, LinkedDeal]]:
    """All linked deals with their numbers of players."""
    return ((each.players, deal) for each in played.linked() for deal in each.listed)


def test_every_game_of_a_small_tournament_is_linked(played: Played) -> None:
    """Each link has the record, with the lineup in the seats; forfeited games have no result."""
    records = [opened(game.link)[0] for _, deal in all_deals(played) for game in deal.games]
    found = {(record["seed"], *(seat["name"] for seat in record["seats"])): record for record in records}
    assert len(found) == len(records) == len(played.games)
    for game in played.games:
        record = found[game["seed"], *game["lineup"]]
        assert (actions(record), record["result"]) == (game["actions"], game["result"])
    assert {record["result"] is None for record in records} == {True, False}


def test_two_games_part_at_their_step(played: Played) -> None:
    """Before it, all actions are the same; both links open it, or the last action before a failure."""
    parted = [deal for _, deal in all_deals(played) if deal.moment]
    assert len(parted) > DEALS
    for deal in parted:
        (one, first_step), (two, second_step) = (opened(game.link) for game in deal.games[:2])
        step = 1 + equal_actions(actions(one), actions(two))
        assert re.match(r"Action (\d+): ", deal.moment)[1] == str(step)  # type: ignore[index] # it matches
        assert (first_step, second_step) == (min(step, len(one["events"])), min(step, len(two["events"])))


def test_the_pair_that_agrees_longest_is_shown(played: Played) -> None:
    """Of two teams of which one wins, if there are any; the others are linked at their beginning."""
    for players, deal in all_deals(played):
        games = played.on(players, deal.number)
        pairs = [pair for pair in combinations(games, 2) if score(pair[0]) != score(pair[1])]
        assert bool(pairs) == bool(deal.moment)
        if pairs:
            apart = [pair for pair in pairs if score(pair[0])[0] != score(pair[1])[0]] or pairs
            longest = max(equal_actions(one["actions"], two["actions"]) for one, two in apart)
            assert deal.moment.startswith(f"Action {longest + 1}: ")
        assert all(opened(game.link)[1] == 0 for game in deal.games[2:])


def test_the_position_of_a_moment(played: Played) -> None:
    """The hand of the player to act is that of the rules."""
    players, deal = next((players, deal) for players, deal in all_deals(played) if players == 2 and deal.moment)
    record, step = opened(deal.games[0].link)
    position = regicide.Position.new(record["seed"], players, record["first_player"])
    for action in actions(record)[: step - 1]:
        position = regicide.apply(position, regicide.Action.parse(action))
    assert f"player {position.turn + 1} has " in deal.moment
    cards = re.findall(r"\w+[♣♦♥♠]", deal.moment.partition(" has ")[2].partition(", and ")[0])
    assert len(cards) == len(regicide.card_names(position.hands[position.turn]))


def test_deals_that_moved_the_ranking_come_first(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bound on the games, they alone are listed; the number of all deals is stated."""

    def pairs(players: int, deal: int) -> int:
        won = [score(game)[0] for game in played.on(players, deal)]
        return sum(won) * (len(won) - sum(won))

    whole = played.linked()
    for each in whole:
        found = [pairs(each.players, deal.number) for deal in each.listed]
        assert (found, each.total) == (sorted(found, reverse=True), DEALS)
    monkeypatch.setattr(report_games, "MAX_GAMES", 7)
    bounded = played.linked()
    assert [each.listed for each in bounded] == [whole[0].listed[:2], whole[1].listed[:1]]
    assert [each.total for each in bounded] == [DEALS, DEALS]
