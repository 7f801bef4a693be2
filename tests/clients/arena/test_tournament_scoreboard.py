"""Games of a tournament: rows, timings, the journal and the scoreboard."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide import EndReason, Outcome
from regicide_arena.runtime.journal import InvalidJournal, Journal
from regicide_arena.tournament.config import parse_config
from regicide_arena.tournament.games.game import (
    Failure,
    FailureKind,
    Game,
    Histogram,
    ShardResult,
    bucket_of,
    percentile_ms,
    upper_bound_ms,
)
from regicide_arena.tournament.model import Shard, Tournament
from regicide_arena.tournament.schedule import Block
from regicide_arena.tournament.scoreboard import Scoreboard

ENTRANTS = {"a": "random", "b": "greedy", "c": "policy"}


def tournament(**members: Any) -> Tournament:
    """Build a tournament of 20 deals for 1 and 2 players."""
    return parse_config({"name": "test", "seed": "s", "entrants": ENTRANTS, "deals": 20, "players": [1, 2]} | members)


def game(lineup: tuple[str, ...], deal: int, *failures: Failure) -> Game:
    """Build a lost game, or with failures a forfeited one."""
    lost = Outcome(won=False, reason=EndReason.CANNOT_COVER_DAMAGE, seat=0, defeated=3, grade=None).to_json()
    return Game(len(lineup), deal, lineup, "seed", 0, ["5C", "-7H"], None if failures else lost, 3, [*failures])


def played(shard: Shard, *failures: Failure) -> ShardResult:
    """Build the result of a shard whose games all have these failures."""
    games = [game(shard.lineup, deal, *failures) for deal in range(shard.first, shard.end)]
    return ShardResult(*shard, 1.5, {name: Histogram({-100: 2 * shard.games}) for name in shard.lineup}, games)


@given(st.floats(1e-6, 1000))
def test_durations_are_accurate_to_five_percent(seconds: float) -> None:
    """The upper bound of a bucket is never below the duration."""
    assert 1000 * seconds <= upper_bound_ms(bucket_of(seconds)) * (1 + 1e-9) <= 1050 * seconds * (1 + 1e-6)


def test_percentiles_are_upper_bounds_of_buckets() -> None:
    """A share is reached with the bucket that contains it."""
    histogram = Histogram({bucket_of(0.001): 50, bucket_of(1): 50})
    assert percentile_ms(histogram, 0.5) == upper_bound_ms(bucket_of(0.001))
    assert percentile_ms(histogram, 0.51) == upper_bound_ms(bucket_of(1))


def test_a_forfeited_game_is_neither_won_nor_lost() -> None:
    """The enemies defeated before the failure count."""
    assert game(("a",), 0, Failure(FailureKind.ERROR, 0, 2, "what")).score == (False, True, 3, 0)


def test_the_journal_restores_shards(tmp_path: Path) -> None:
    """Each in a line, which is read again by its place."""
    written = [
        played(Shard(("a", "b"), 0, 3)),
        played(Shard(("a", "b"), 3, 4), Failure(FailureKind.ERROR, 0, 1, "é\n")),
    ]
    with Journal(tmp_path / "journal.jsonl", ShardResult) as journal:
        places = [journal.append(each) for each in written]
    with Journal(tmp_path / "journal.jsonl", ShardResult) as journal:
        assert [*journal.records()] == [*zip(places, written, strict=True)]
        assert [journal.read(place) for place in places] == written


def test_a_game_counts_once() -> None:
    """A deal that was played before is refused."""
    scoreboard = Scoreboard(tournament())
    scoreboard.add(played(Shard(("a",), 0, 5)))
    with pytest.raises(InvalidJournal, match="deal 4 is played twice"):
        scoreboard.add(played(Shard(("a",), 4, 6)))


@pytest.mark.parametrize("shard", [Shard(("x",), 0, 1), Shard(("a",), 19, 21)])
def test_a_shard_of_another_tournament_is_refused(shard: Shard) -> None:
    """Its lineup or its deals do not exist."""
    with pytest.raises(InvalidJournal, match="shard of another tournament"):
        Scoreboard(tournament()).add(played(shard))


@given(st.sets(st.integers(0, 19)), st.integers(0, 19), st.integers(1, 20))
def test_missing_deals_are_found(done: set[int], first: int, size: int) -> None:
    """Each is in one gap, and gaps do not touch."""
    scoreboard, block = Scoreboard(tournament()), Block(first, min(20, first + size))
    for number in done:
        scoreboard.add(played(Shard(("a",), number, number + 1)))
    gaps = [*scoreboard.missing(("a",), block)]
    assert [deal for gap in gaps for deal in range(gap.first, gap.end)] == sorted({*range(*block)} - done)
    assert all(before.end < after.first for before, after in pairwise(gaps))


def test_only_deals_that_all_lineups_have_played_count() -> None:
    """They are counted separately for each number of players."""
    scoreboard = Scoreboard(tournament())
    for name in ENTRANTS:
        scoreboard.add(played(Shard((name,), 0, 7)))
        scoreboard.add(played(Shard((name, name), 0, 9)))
    scoreboard.add(played(Shard(("a",), 7, 9)))
    assert scoreboard.complete_deals(20) == {1: 7, 2: 9}
    assert scoreboard.complete_deals(8) == {1: 7, 2: 8}
    assert {lineup: len(found.won) for lineup, found in scoreboard.outcomes(8).items()} == {
        ("a",): 7, ("b",): 7, ("c",): 7, ("a", "a"): 8, ("b", "b"): 8, ("c", "c"): 8,
    }  # fmt: skip


def test_failures_count_with_their_deals() -> None:
    """A record names the entrant that failed."""
    scoreboard = Scoreboard(tournament(players=[2], entrants={"a": "random", "b": "greedy"}, format="cross"))
    failure = Failure(FailureKind.ILLEGAL, 1, 2, "what")
    for lineup in scoreboard.lineups:
        scoreboard.add(played(Shard(lineup, 0, 1)))
    scoreboard.add(played(Shard(("a", "b"), 1, 2), failure))
    assert scoreboard.failures(20) == []
    for lineup in [("a", "a"), ("b", "b"), ("b", "a")]:
        scoreboard.add(played(Shard(lineup, 1, 2)))
    assert [(found.entrant, found.deal) for found in scoreboard.failures(20)] == [("b", 1)]
