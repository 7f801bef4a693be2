"""The schedule of a tournament: deals, lineups, blocks and pacing."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_arena.tournament.config import parse_config
from regicide_arena.tournament.model import Shard, Tournament, compared_pairs
from regicide_arena.tournament.schedule import Pacing, all_lineups, blocks, commitment, lineups

PURE = ("aaa", "bbb", "ccc")


def tournament(**members: Any) -> Tournament:
    """Build a tournament of three entrants for 1 and 2 players."""
    entrants = {"a": "random", "b": "greedy", "c": "policy"}
    return parse_config({"name": "test", "seed": "s", "entrants": entrants, "players": [1, 2]} | members)


def test_the_commitment_is_a_hash_of_the_seed() -> None:
    """A label precedes the seed."""
    assert commitment("secret") == sha256(b"regicide-cup-commit-1:secret").hexdigest()


@pytest.mark.parametrize(
    ("members", "mixed"),
    [
        ({}, set()),
        ({"format": "cross"}, {f"{x}{y}{z}" for x, y, z in product("abc", repeat=3) if len({x, y, z}) == 2}),
        ({"format": "cross", "mix": "all"}, {"".join(each) for each in product("abc", repeat=3)} - {*PURE}),
        ({"format": "gauntlet", "newcomer": "c"}, set()),
        (
            {"format": "gauntlet", "newcomer": "c", "mix": "pairs"},
            {"cca", "cac", "acc", "aac", "aca", "caa", "ccb", "cbc", "bcc", "bbc", "bcb", "cbb"},
        ),
    ],
)
def test_lineups_of_a_format(members: dict[str, Any], mixed: set[str]) -> None:
    """Pure ones come first, then mixed ones in all seat orders, in a gauntlet with the newcomer."""
    found = ["".join(lineup) for lineup in lineups(tournament(**members), 3)]
    assert (found[:3], {*found[3:]}, len(found)) == ([*PURE], mixed, 3 + len(mixed))


def test_lineups_are_those_of_all_numbers_of_players() -> None:
    """In their order."""
    assert all_lineups(tournament()) == [("a",), ("b",), ("c",), ("a", "a"), ("b", "b"), ("c", "c")]


def test_a_gauntlet_compares_only_the_newcomer() -> None:
    """Other formats compare all pairs."""
    assert compared_pairs(tournament()) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert compared_pairs(tournament(format="gauntlet", newcomer="b")) == [("b", "a"), ("b", "c")]


@given(st.integers(1, 100_000))
def test_blocks_partition_the_deals(deals: int) -> None:
    """Each deal is in one block, in order."""
    found = [*blocks(deals)]
    assert found[0].first == 0
    assert found[-1].end == deals
    assert all(before.end == after.first for before, after in pairwise(found))


@given(st.integers(1000, 100_000))
def test_blocks_grow_to_at_most_a_third_of_the_deals_so_far(deals: int) -> None:
    """A tournament interrupted within a block loses little."""
    assert all(3 * (block.end - block.first) <= block.end for block in blocks(deals) if block.first >= 32)


def test_shards_are_sized_by_measured_durations() -> None:
    """A lineup's first shard has one game, the next ones about three seconds of games."""
    pacing, shard = Pacing(), Shard(("a",), 0, 10)
    assert pacing.shard_games(("a",)) == 1
    pacing.record(shard, 0.5)
    assert pacing.shard_games(("a",)) == 60
    assert pacing.shard_games(("b",)) == 1


def test_a_slow_game_is_a_shard_by_itself() -> None:
    """A shard has at least one game."""
    pacing = Pacing()
    pacing.record(Shard(("a",), 0, 1), 100)
    assert pacing.shard_games(("a",)) == 1
