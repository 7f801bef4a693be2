"""The text of a position, and the way back from it."""

import pytest
from builders import edited, position, written

from regicide import Phase, Position

TEXT = (
    "phase=suffer turn=1 castle=KS,KH played=8D,5C+5S tavern=JC|2H,X1 "
    "discard=2C,3C,4C,6C,7C,8C,9C,10C,QC,KC,AD,2D,3D,5D,6D,7D,9D,KD,"
    "AH,3H,4H,5H,6H,8H,9H,10H,JH,QH,AS,2S,3S,4S,6S,7S,8S,9S,10S,JS,QS "
    "hands=AC,JD,7H/4D,10D,QD/ yielded=0 flips=0 heals=2 seed=friday"
)
"""A game of three before its last two kings; a jack is on top of the tavern, seat 2 has no card."""


def test_the_cards_of_a_position_are_read_from_its_text():
    """Decks stand from the top, a `|` behind each card that everyone knows, hands by seat."""
    read = Position.parse(TEXT)
    assert (written(read.castle), written(read.tavern), read.known_on_top) == ("KS,KH", "JC,2H,X1", 1)
    assert [written(play) for play in read.played] == ["8D", "5C,5S"]
    assert [written(hand) for hand in read.hands] == ["AC,JD,7H", "4D,10D,QD", ""]
    assert written(read.discard) == TEXT.partition("discard=")[2].partition(" ")[0]


def test_the_rest_of_a_position_is_read_from_its_text():
    """The phase, the seat to act, the seats that yielded, the flips, the hearts powers, and the seed."""
    read = Position.parse(TEXT)
    assert (read.phase, read.turn, read.yielded_seats) == (Phase.SUFFER, 1, 0b001)
    assert (read.jesters_left, read.heart_shuffles, read.seed, read.reason) == (0, 2, "friday", None)


def test_a_position_is_written_as_its_text():
    """The canonical text has all fields in this order."""
    assert str(Position.parse(TEXT)) == TEXT


def test_a_position_shows_itself_by_its_text():
    """`repr` shows the text."""
    assert repr(Position.parse(TEXT)) == f"Position({TEXT!r})"


def test_fields_may_stand_in_any_order():
    """The text is read by the names of its fields."""
    assert Position.parse(" ".join(reversed(TEXT.split()))) == Position.parse(TEXT)


@pytest.mark.parametrize(("canonical", "other"), [("AC,JD,7H", "7H,AC,JD"), ("5C+5S", "5S+5C"), ("9S,10S", "10S,9S")])
def test_cards_of_a_set_may_stand_in_any_order(canonical, other):
    """Hands, plays and the discard pile are written in canonical order."""
    assert str(Position.parse(TEXT.replace(canonical, other))) == TEXT


def test_what_is_empty_may_be_left_out():
    """Without further fields no card is played, discarded, healed or known, and no seat has yielded."""
    first = Position.new("friday", players=3)
    fields = {"played": None, "discard": None, "yielded": None, "flips": None, "heals": None}
    assert Position.parse(edited(first, **fields)) == first


def test_two_flips_are_left_of_a_solo_game_if_nothing_else_is_said():
    """A solo game has both jesters to flip, other games have none."""
    first = Position.new("friday", players=1)
    assert Position.parse(edited(first, flips=None)) == first


def test_a_tavern_may_be_empty():
    """Without the field no card is left in the tavern."""
    empty = position(rest="discard")
    assert Position.parse(edited(empty, tavern=None), validate=False).tavern == ()


@pytest.mark.parametrize(("tavern", "known"), [("5S,6S", 0), ("JD|5S,6S", 1), ("JD|JH|5S,6S", 2), ("JD,JH,5S", 0)])
def test_a_bar_follows_each_known_card(tavern, known):
    """R8: All players know the cards before a bar."""
    read = position(tavern=tavern)
    assert (written(read.tavern).startswith(tavern.replace("|", ",")), read.known_on_top) == (True, known)


@pytest.mark.parametrize("pools", ["JC/AC,JD,7H,4D,10D,QD,2H,X1", "AC,7H/JC/JD/QD,4D,10D,2H/X1"])
def test_pools_are_read_in_the_order_in_which_they_are_written(pools):
    """The public origin of the cards, with `/` between the pools."""
    read = Position.parse(f"{TEXT} pools={pools}")
    assert [sorted(written(pool).split(",")) for pool in read.hidden_pools] == [
        sorted(p.split(",")) for p in pools.split("/")
    ]


def test_the_text_of_a_position_has_the_pools_where_they_say_more():
    """They stand behind the tavern, the cards of each in canonical order."""
    read = Position.parse(f"{TEXT} pools=7H,AC/JC/JD/4D,10D,QD,2H/X1")
    assert " tavern=JC|2H,X1 pools=AC,7H/JC/JD/4D,10D,QD,2H/X1 discard=" in str(read)
    assert Position.parse(str(read)) == read


def test_omitted_pools_are_the_known_cards_and_the_rest():
    """The text has no pools before a card is healed and before an enemy killed exactly is drawn."""
    read = Position.parse(TEXT)
    assert [written(pool) for pool in read.hidden_pools] == ["JC", "AC,4D,10D,JD,QD,2H,7H,X1"]
    assert Position.parse(f"{TEXT} pools=JC/AC,4D,10D,JD,QD,2H,7H,X1") == read


def test_a_seed_may_hold_the_signs_of_the_notation():
    """Every printable character but the space may stand in a seed."""
    first = Position.new("a=b|c,d/e+f", players=2)
    assert Position.parse(str(first)) == first
