"""The schedule of a tournament: deals, lineups, blocks and pacing."""

from __future__ import annotations

import hmac
from hashlib import sha256
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from regicide_arena.tournament.config import parse_config
from regicide_arena.tournament.model import Deal, Shard, Tournament, compared_pairs
from regicide_arena.tournament.schedule import Pacing, all_lineups, blocks, commitment, derive_deal, lineups


def tournament(**members: Any) -> Tournament:
    """Build a tournament of three entrants for 1 and 2 players."""
    entrants = {"a": "random", "b": "greedy", "c": "policy"}
    return parse_config({"name": "test", "seed": "s", "entrants": entrants, "players": [1, 2]} | members)


def test_the_seed_of_a_deal_is_an_hmac() -> None:
    """It is HMAC-SHA256 of a label, keyed with the tournament's seed, as every language has it."""
    expected = hmac.new(b"secret", b"regicide-cup-deal-1:3/17", sha256).hexdigest()
    assert derive_deal("secret", 3, 17) == Deal(expected, 2)


def test_the_commitment_is_a_hash_of_the_seed() -> None:
    """A label precedes the seed."""
    assert commitment("secret") == sha256(b"regicide-cup-commit-1:secret").hexdigest()


@given(st.integers(0, 999), st.integers(1, 4))
def test_the_first_player_rotates(number: int, players: int) -> None:
    """Every seat begins equally often."""
    seats = {derive_deal("s", players, number + offset).first_player for offset in range(players)}
    assert seats == {*range(players)}


def test_team_lineups_are_pure() -> None:
    """Each entrant fills all seats, for each number of players."""
    assert all_lineups(tournament()) == [("a",), ("b",), ("c",), ("a", "a"), ("b", "b"), ("c", "c")]


def test_cross_lineups_have_all_seat_orders() -> None:
    """With three players, two entrants have six mixed lineups."""
    found = lineups(tournament(format="cross"), 3)
    assert len(found) == len({*found}) == 3 + 3 * 6
    assert {lineup for lineup in found if {*lineup} == {"a", "b"}} == {
        ("a", "a", "b"), ("a", "b", "a"), ("b", "a", "a"), ("b", "b", "a"), ("b", "a", "b"), ("a", "b", "b"),
    }  # fmt: skip


def test_a_mix_of_all_has_every_lineup() -> None:
    """Any number of entrants may share a table."""
    assert len({*lineups(tournament(format="cross", mix="all"), 3)}) == 3**3


def test_mixed_gauntlet_lineups_contain_the_newcomer() -> None:
    """The other entrants do not mix with each other."""
    found = lineups(tournament(format="gauntlet", newcomer="c", mix="pairs"), 2)
    assert {*found[3:]} == {("c", "a"), ("a", "c"), ("c", "b"), ("b", "c")}


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
