"""The parts of a cup: its deals, lineups and order, what is read of it, and how its games are counted."""

from __future__ import annotations

import hmac
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide import EndReason, Outcome
from regicide_arena.cup.deals import commitment, deal
from regicide_arena.cup.games.game import Failure, Game, Kind
from regicide_arena.cup.games.spread import Spread, class_of, milliseconds, percentile
from regicide_arena.cup.games.told import Played, retold, told
from regicide_arena.cup.journal import Journal
from regicide_arena.cup.lineups import all_lineups, lineups
from regicide_arena.cup.order import Block, Shard, blocks
from regicide_arena.cup.pace import Pace
from regicide_arena.cup.plan import Cup, pairs
from regicide_arena.cup.reading import CannotRead, cup_of, described, read_file
from regicide_arena.cup.tally import NoSuchShard, Tally

ENTRANTS = {"a": "random", "b": "greedy", "c": "policy"}


def cup(**said: Any) -> Cup:
    """A cup, of which not all is said."""
    return cup_of({"name": "test", "seed": "s", "entrants": ENTRANTS, "deals": 20, "players": [1, 2]} | said)


def game(lineup: tuple[str, ...], number: int, *failures: Failure) -> Game:
    """A game that was lost, or forfeited by the failures."""
    outcome = (
        None if failures else Outcome(won=False, reason=EndReason.CANNOT_COVER_DAMAGE, seat=0, defeated=3, grade=None)
    )
    return Game(lineup, number, "seed", 0, ["5C", "-7H"], outcome, 3, [*failures])


def played(shard: Shard, *failures: Failure) -> Played:
    """A shard in which every game went so."""
    spreads = {name: Spread({-100: 2}) for name in shard.lineup}
    games = [told(game(shard.lineup, number, *failures), spreads) for number in range(shard.first, shard.end)]
    return Played(shard, games, 1.5)


def test_the_seed_of_a_deal_can_be_worked_out_from_that_of_the_cup() -> None:
    """With what every language has: HMAC-SHA256."""
    expected = hmac.new(b"secret", b"regicide-cup-deal-1:3/17", sha256).hexdigest()
    assert deal("secret", 3, 17) == (expected, 2)


def test_a_commitment_is_a_hash_of_the_seed() -> None:
    """With a label before it."""
    assert commitment("secret") == sha256(b"regicide-cup-commit-1:secret").hexdigest()


@given(st.integers(0, 999), st.integers(1, 4))
def test_every_seat_begins_as_often(number: int, players: int) -> None:
    """The first player goes round."""
    assert {deal("s", players, number + more).first_player for more in range(players)} == {*range(players)}


def test_a_team_has_one_entrant_in_all_seats() -> None:
    """For each number of players."""
    assert all_lineups(cup()) == [("a",), ("b",), ("c",), ("a", "a"), ("b", "b"), ("c", "c")]


def test_in_cross_play_two_share_a_table_in_all_seat_orders() -> None:
    """With three players, any two make six mixed lineups."""
    found = lineups(cup(format="cross"), 3)
    assert len(found) == len({*found}) == 3 + 3 * 6
    assert {lineup for lineup in found if {*lineup} == {"a", "b"}} == {
        ("a", "a", "b"), ("a", "b", "a"), ("b", "a", "a"), ("b", "b", "a"), ("b", "a", "b"), ("a", "b", "b"),
    }  # fmt: skip


def test_in_a_mix_of_all_any_number_shares_a_table() -> None:
    """That is every way to fill the seats."""
    assert len({*lineups(cup(format="cross", mix="all"), 3)}) == 3**3


def test_in_a_gauntlet_the_newcomer_sits_at_every_mixed_table() -> None:
    """The others have met before."""
    found = lineups(cup(format="gauntlet", newcomer="c", mix="pairs"), 2)
    assert {*found[3:]} == {("c", "a"), ("a", "c"), ("c", "b"), ("b", "c")}


def test_who_is_compared_with_whom() -> None:
    """In a gauntlet only the newcomer with each of the others."""
    assert pairs(cup()) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert pairs(cup(format="gauntlet", newcomer="b")) == [("b", "a"), ("b", "c")]


@given(st.integers(1, 100_000))
def test_blocks_are_all_deals_once(deals: int) -> None:
    """In their order."""
    found = [*blocks(deals)]
    assert found[0].first == 0
    assert found[-1].end == deals
    assert all(before.end == after.first for before, after in pairwise(found))


@given(st.integers(1000, 100_000))
def test_blocks_grow_but_never_to_more_than_a_third_of_what_is_behind_them(deals: int) -> None:
    """A cup that is stopped in the middle of a block loses little."""
    assert all(3 * (block.end - block.first) <= block.end for block in blocks(deals) if block.first >= 32)


def test_a_shard_has_one_game_as_long_as_nothing_is_known_of_its_pace() -> None:
    """And then as many as take about three seconds."""
    pace, shard = Pace(), Shard(("a",), 0, 10)
    assert pace.games(("a",)) == 1
    pace.note(shard, 0.5)
    assert pace.games(("a",)) == 60
    assert pace.games(("b",)) == 1


def test_a_slow_game_is_a_shard_of_its_own() -> None:
    """However slow it is."""
    pace = Pace()
    pace.note(Shard(("a",), 0, 1), 100)
    assert pace.games(("a",)) == 1


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"deals": 0}, "deals: Must be greater than or equal to 1 and less than or equal to 1000000."),
        ({"deals": "7"}, "deals: Not a valid integer."),
        ({"format": "swiss"}, "format: Must be one of: team, cross, gauntlet."),
        ({"players": [5]}, "players.0: Must be greater than or equal to 1 and less than or equal to 4."),
        ({"players": []}, "players: Name at least one number of players."),
        ({"entrants": {}}, "entrants: Enter at least one bot."),
        ({"entrants": {"a b": "random"}}, "entrants.a b: A name is 1 to 40 of the characters"),
        ({"entrants": {"a": "agent:"}}, "entrants: a: an agent has a name, as in agent:north-pole."),
        ({"newcomer": "a"}, "newcomer: Only a gauntlet has a newcomer."),
        ({"format": "gauntlet"}, "newcomer: A gauntlet needs the name of the entrant that is new: one of a, b, c."),
        ({"mix": "all"}, "mix: In the format team nobody is mixed: take cross, or gauntlet."),
        ({"format": "cross", "mix": "none"}, "mix: In the format cross entrants are mixed: pairs, or all."),
        ({"entrants": {"a": "random"}, "stop": "decided"}, "stop: With one entrant there is nothing to decide."),
        ({"seed": "a b"}, "seed: a seed is 1 to 128 printable ASCII characters"),
        ({"clok": 1}, "clok: Unknown field."),
    ],
)
def test_what_makes_no_sense_is_refused(said: dict[str, Any], complaint: str) -> None:
    """With what is wrong, where, and what would be right."""
    with pytest.raises(CannotRead) as refused:
        cup(**said)
    assert str(refused.value).startswith(complaint)


@pytest.mark.parametrize("said", [{}, {"format": "cross", "stop": "decided"}, {"format": "gauntlet", "newcomer": "a"}])
def test_what_is_said_of_a_cup_and_the_cup_are_the_same(said: dict[str, Any]) -> None:
    """There and back."""
    assert cup_of(described(cup(**said))) == cup(**said)


def test_a_cup_without_a_seed_gets_one_that_nobody_can_guess() -> None:
    """Each time another one."""
    first, second = (cup_of({"name": "test", "entrants": ENTRANTS}).seed for _ in range(2))
    assert first != second
    assert len(first) == 64


@pytest.mark.parametrize(("text", "complaint"), [(b"deals = ", "is no TOML"), (b"\xff", "cannot be read")])
def test_a_file_that_is_none_of_ours_is_said(tmp_path: Path, text: bytes, complaint: str) -> None:
    """By its name."""
    file = tmp_path / "cup.toml"
    file.write_bytes(text)
    with pytest.raises(CannotRead, match=f"{file} {complaint}"):
        read_file(file)


@given(st.floats(1e-6, 1000))
def test_times_are_known_to_five_percent(seconds: float) -> None:
    """And never said to be shorter than they were."""
    assert 1000 * seconds <= milliseconds(class_of(seconds)) * (1 + 1e-9) <= 1050 * seconds * (1 + 1e-6)


def test_half_of_the_actions_are_done_within_the_median() -> None:
    """A share is reached with the class that brings it."""
    spread = Spread({class_of(0.001): 50, class_of(1): 50})
    assert percentile(spread, 0.5) == milliseconds(class_of(0.001))
    assert percentile(spread, 0.51) == milliseconds(class_of(1))


@pytest.mark.parametrize("failures", [(), (Failure(Kind.LATE, 1, 2, "gave no answer"),)])
def test_a_game_is_read_back_as_it_was(failures: tuple[Failure, ...]) -> None:
    """But for the times, which are no part of it."""
    as_told = told(game(("a", "b"), 7, *failures), {})
    assert retold(game(("a", "b"), 7, *failures).as_json()) == as_told


def test_a_forfeited_game_is_neither_won_nor_lost() -> None:
    """What was defeated until then counts."""
    assert game(("a",), 0, Failure(Kind.ERROR, 0, 2, "what")).score == (False, True, 3, 0)


def test_a_journal_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    """With all times of a shard together."""
    written = [played(Shard(("a", "b"), 0, 3)), played(Shard(("a", "b"), 3, 4), Failure(Kind.ERROR, 0, 1, "é\n"))]
    with Journal(tmp_path / "journal.jsonl") as journal:
        places = [journal.append(each) for each in written]
    with Journal(tmp_path / "journal.jsonl") as journal:
        read = [*journal.lines()]
        assert [(place, length) for place, length, _ in read] == places
        assert [journal.read(*place) for place in places] == [each for *_, each in read]
    for found, each in zip(read, written, strict=True):
        assert (found[2].shard, found[2].seconds, found[2].spreads) == (each.shard, 1.5, each.spreads)
        assert [one.text for one in found[2].games] == [one.text for one in each.games]


def test_a_game_counts_once() -> None:
    """A shard that was played already is refused."""
    tally = Tally(cup())
    tally.add(played(Shard(("a",), 0, 5)))
    with pytest.raises(NoSuchShard, match="deal 4 was played already"):
        tally.add(played(Shard(("a",), 4, 6)))


@pytest.mark.parametrize("shard", [Shard(("x",), 0, 1), Shard(("a",), 19, 21)])
def test_a_shard_of_another_cup_is_refused(shard: Shard) -> None:
    """Its lineup, or its deals, are not there."""
    with pytest.raises(NoSuchShard, match="no such shard is in this cup"):
        Tally(cup()).add(played(shard))


@given(st.sets(st.integers(0, 19)), st.integers(0, 19), st.integers(1, 20))
def test_what_is_missing_is_what_was_not_played(done: set[int], first: int, size: int) -> None:
    """Each deal once, in as few shards as can be."""
    tally, block = Tally(cup()), Block(first, min(20, first + size))
    for number in done:
        tally.add(played(Shard(("a",), number, number + 1)))
    gaps = [*tally.missing(("a",), block)]
    assert [deal for gap in gaps for deal in range(gap.first, gap.end)] == sorted({*range(*block)} - done)
    assert all(before.end < after.first for before, after in pairwise(gaps))


def test_only_deals_count_that_all_lineups_have_played() -> None:
    """For each number of players: that is a fair comparison."""
    tally = Tally(cup())
    for name in ENTRANTS:
        tally.add(played(Shard((name,), 0, 7)))
        tally.add(played(Shard((name, name), 0, 9)))
    tally.add(played(Shard(("a",), 7, 9)))
    assert tally.deals(20) == {1: 7, 2: 9}
    assert tally.deals(8) == {1: 7, 2: 8}
    assert {lineup: len(found.won) for lineup, found in tally.scores(8).items()} == {
        ("a",): 7, ("b",): 7, ("c",): 7, ("a", "a"): 8, ("b", "b"): 8, ("c", "c"): 8,
    }  # fmt: skip


def test_failures_count_where_their_deals_do() -> None:
    """And name the entrant that failed."""
    tally = Tally(cup(players=[2], entrants={"a": "random", "b": "greedy"}, format="cross"))
    failure = Failure(Kind.ILLEGAL, 1, 2, "what")
    for lineup in tally.lineups:
        tally.add(played(Shard(lineup, 0, 1)))
    tally.add(played(Shard(("a", "b"), 1, 2), failure))
    assert tally.failures(20) == []
    for lineup in [("a", "a"), ("b", "b"), ("b", "a")]:
        tally.add(played(Shard(lineup, 1, 2)))
    assert [(found.entrant, found.number) for found in tally.failures(20)] == [("b", 1)]
