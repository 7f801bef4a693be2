"""Yield: S2 and S3 are skipped; a player may not yield after all others did."""

import pytest
from builders import after, legal, position

from regicide import Phase

HANDS = ["10C,2C,9C", "10D,2D,9D", "10H,2H,9H", "10S,2S,9S"]


def seated(players, **others):
    """A position of that many players, each with a ten, a two and a nine."""
    return position(hands=" / ".join(HANDS[:players]), **others)


def test_a_player_who_yields_suffers_damage():
    """Yield: S2 and S3 are skipped, and the enemy strikes the player who yielded."""
    before = seated(2, played="3D")
    now = after(before, "yield")
    assert (now.turn, now.phase) == (0, Phase.SUFFER)
    assert (now.damage, now.played, now.hands) == (before.damage, before.played, before.hands)


def test_a_yield_to_an_enemy_without_attack_costs_nothing():
    """Yield, R4: The next player begins at once."""
    now = after(seated(2, played="8S,7S", enemy="JD"), "yield")
    assert (now.turn, now.phase, now.yielded_seats) == (1, Phase.PLAY, 0b01)


@pytest.mark.parametrize(
    ("players", "yielded", "may"),
    [
        *((2, "", True), (2, "0", True), (2, "1", False)),
        *((3, "", True), (3, "1", True), (3, "2", True), (3, "0,1", True), (3, "1,2", False)),
        *((4, "", True), (4, "1,2", True), (4, "1,3", True), (4, "0,2,3", True), (4, "1,2,3", False)),
    ],
)
def test_a_player_may_not_yield_if_every_other_player_did(players, yielded, may):
    """Yield: It is the last turns of all others that count; the player's own last turn does not."""
    assert ("yield" in legal(seated(players, yielded=yielded))) is may


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_of_a_round_of_yields_has_to_play(players):
    """Yield: When all but one have yielded in turn, the last one may not."""
    now = seated(players)
    for seat in range(players - 1):
        now = after(now, "yield", f"-10{'CDHS'[seat]}")
    assert now.turn == players - 1
    assert "yield" not in legal(now)


def test_a_player_may_yield_again_after_another_has_played():
    """Yield: Of three players two yielded and the third one played: the first may yield again."""
    now = after(seated(3), "yield", "-10C", "yield", "-10D", "2H", "-10H")
    assert "yield" in legal(now)


def test_playing_a_card_ends_a_yield():
    """R6: Seat 0 yielded and then played, so seat 1 may yield."""
    now = after(seated(2, yielded="0"), "2C", "-10C")
    assert now.yielded_seats == 0
    assert "yield" in legal(now)


def test_playing_a_jester_ends_a_yield():
    """R6: A jester is a card played."""
    now = after(position(hands="X1,10C / 10D / 10H", yielded="0,1"), "X1")
    assert now.yielded_seats == 0b010


def test_discarding_against_damage_does_not_end_a_yield():
    """R6: It is the turn that was a yield."""
    assert after(seated(2), "yield", "-10C").yielded_seats == 0b01


@pytest.mark.parametrize(("players", "yielded"), [(2, "1"), (3, "1,2"), (4, "1,2,3")])
def test_after_a_kill_the_last_turns_of_the_others_still_count(players, yielded):
    """R6: All others yielded, seat 0 defeats the enemy: in its new turn seat 0 may not yield either."""
    now = after(seated(players, enemy="JD", yielded=yielded), "10C")
    assert (now.turn, "yield" in legal(now)) == (0, False)


def test_after_a_kill_the_player_may_yield_in_the_new_turn():
    """R6: The new turn is a separate turn, and its yield counts."""
    now = after(seated(2, enemy="JD", yielded="0"), "10C", "yield")
    assert (now.phase, now.yielded_seats) == (Phase.SUFFER, 0b01)


def test_a_kill_ends_the_yield_of_the_player():
    """R6: Seat 0 yielded before and defeats an enemy now: its last turn was no yield."""
    assert after(seated(2, enemy="JD", yielded="0"), "10C").yielded_seats == 0


@pytest.mark.parametrize(("others", "yielded"), [("10D / 10H", "1,2"), ("10D / 10H / 10S", "1,2,3")])
def test_a_player_who_appoints_themselves_may_not_yield_if_all_others_did(others, yielded):
    """R3, R6: A jester does not change the last turns of the other seats."""
    now = after(position(hands=f"X1,10C / {others}", yielded=yielded), "X1", ">0")
    assert (now.turn, "yield" in legal(now)) == (0, False)


def test_an_appointed_player_may_yield_if_the_other_played_the_jester():
    """R6: Seat 0 played a jester, so not every other player of seat 1 yielded."""
    now = after(position(hands="X1,10C / 10D / 10H", yielded="1,2"), "X1", ">1")
    assert (now.turn, "yield" in legal(now)) == (1, True)


def test_a_player_who_is_passed_over_keeps_the_yield():
    """R6: Seats 1 and 2 yielded, seat 3 is appointed and yields: seat 0 may not yield then."""
    before = position(hands="X1,10C / 10D / 10H / 10S,2S", yielded="1,2")
    now = after(before, "X1", ">3", "yield", "-10S")
    assert (now.turn, now.yielded_seats) == (0, 0b1110)
    assert "yield" not in legal(now)


def test_an_empty_hand_may_yield():
    """S1: A player without cards has to yield, if permitted."""
    assert legal(position(hands=" / 2C")) == ["yield"]
