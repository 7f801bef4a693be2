"""Positions with impossible seats or cards are refused with the fault."""

import pytest
from builders import edited, position

from regicide import ImpossiblePosition, Position

SOLO = {"hands": "8D,9C"}
THREE = {"hands": "8D,9C / 2C / 3C"}
FIVE_HANDS = "8D/9C/2C/3C/4C"


def refused(words):
    """The refusal of an impossible position, in these words."""
    return pytest.raises(ImpossiblePosition, match=f"^{words}")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"turn": 2}, "it is the turn of seat 2: the seats are 0 to 1", id="turn"),
        pytest.param(SOLO | {"turn": 1}, "it is the turn of seat 1: the seats are 0 to 0", id="turn in solo"),
        pytest.param({"yielded": "2"}, "an unknown seat has yielded: the seats are 0 to 1", id="yield"),
        pytest.param({"yielded": "0,3"}, "an unknown seat has yielded", id="one yield of two"),
        pytest.param({"yielded": "0,1"}, "every seat has yielded: the last one may not have", id="all yielded"),
        pytest.param(THREE | {"yielded": "0,1,2"}, "every seat has yielded", id="all three yielded"),
        pytest.param(SOLO | {"yielded": "0"}, "every seat has yielded", id="solo yield"),
        pytest.param({"flips": 1}, "1 jesters to flip: a solo game has two, other games have none", id="flips"),
        pytest.param(SOLO | {"flips": 3}, "3 jesters to flip", id="solo flips"),
    ],
)
def test_a_seat_is_wrong(fields, words):
    """Turn, yields and flips have to fit the number of players."""
    with refused(words):
        position(**fields)


def test_there_are_five_hands():
    """A game has 1 to 4 players."""
    with refused("5 hands: expected 1 to 4"):
        Position.parse(edited(position(), hands=FIVE_HANDS))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"hands": "8D,9C / 8D"}, "more than once on the table: 8D$", id="two hands"),
        pytest.param({"tavern": "8D,9C"}, "more than once on the table: 8D, 9C$", id="hand and tavern"),
        pytest.param({"tavern": "3D,3D"}, "more than once on the table: 3D$", id="tavern"),
        pytest.param({"discard": "9C"}, "more than once on the table: 9C$", id="hand and discard pile"),
        pytest.param({"played": "9C"}, "more than once on the table: 9C$", id="hand and table"),
        pytest.param({"played": "3D,3D"}, "more than once on the table: 3D$", id="two plays"),
        pytest.param({"discard": "JC"}, "more than once on the table: JC$", id="castle and discard pile"),
        pytest.param({"hands": "8D,X1 / 2C"}, "not in a game of 2: X1$", id="jester of two"),
        pytest.param({"hands": "8D,X1"}, "not in a game of 1: X1$", id="jester of one"),
        pytest.param(THREE | {"discard": "X2"}, "not in a game of 3: X2$", id="second jester of three"),
    ],
)
def test_a_card_is_too_many(fields, words):
    """Each card is in one place; the number of jesters depends on the number of players."""
    with refused(words):
        position(**fields)


@pytest.mark.parametrize(
    ("fields", "taken", "missing"),
    [
        pytest.param({"hands": "8D,9C / 2C"}, ",8D", "8D", id="of a hand"),
        pytest.param({"played": "3S,4S"}, ",4S", "4S", id="of the table"),
        pytest.param({"discard": "5S,6S,7S"}, ",6S,7S", "6S, 7S", id="of the discard pile"),
        pytest.param({}, ",10S", "10S", id="of the tavern"),
        pytest.param(THREE, ",X1", "X1", id="the jester of three"),
    ],
)
def test_a_card_is_missing(fields, taken, missing):
    """All cards of the game are somewhere on the table."""
    text = str(position(**fields))
    assert text.count(taken) == 1
    with refused(f"nowhere on the table: {missing}$"):
        Position.parse(text.replace(taken, ""))


@pytest.mark.parametrize(
    "castle",
    [
        pytest.param("QC,JC,JD,JH,JS,QD,QH,QS,KC,KD,KH,KS", id="a queen first"),
        pytest.param("JC,JD,JH,QC,JS,QD,QH,QS,KC,KD,KH,KS", id="a queen among the jacks"),
        pytest.param("KC,KD,KH,KS,QC,QD,QH,QS,JC,JD,JH,JS", id="upside down"),
    ],
)
def test_the_castle_is_out_of_order(castle):
    """Jacks are above queens, and queens above kings."""
    with refused(r"the castle contains [JQK]{12} from its top: expected the end of JJJJQQQQKKKK$"):
        Position.parse(edited(position(), castle=castle))


@pytest.mark.parametrize(
    ("fields", "ranks"),
    [
        pytest.param({"hands": "KD / 2C"}, "JJJJQQQQKKK", id="a king is gone before the jacks"),
        pytest.param({"discard": "KS", "enemy": "QC"}, "QQQQKKK", id="a king is gone before the queens"),
        pytest.param({"hands": "QD / 2C"}, "JJJJQQQKKKK", id="a queen is gone before the jacks"),
    ],
)
def test_an_enemy_was_defeated_before_its_turn(fields, ranks):
    """The castle is defeated from its top."""
    with refused(f"the castle contains {ranks} from its top"):
        position(**fields)


@pytest.mark.parametrize("stranger", ["3D", "X1"])
def test_a_card_of_the_castle_is_no_enemy(stranger):
    """Only jacks, queens and kings are in it."""
    before = position(THREE["hands"], tavern=stranger)
    text = str(before).replace(f"{stranger},", "", 1).replace("castle=", f"castle={stranger},")
    with refused("the castle contains [A23]JJJJQQQQKKKK from its top"):
        Position.parse(text)


@pytest.mark.parametrize("known", ["3D|", "JD|3D|", "AS|JD|"])
def test_a_known_card_is_no_enemy(known):
    """R8: Only enemies killed exactly are known on top of the tavern."""
    with refused("only enemies killed exactly can be known on top of the tavern"):
        position(tavern=known)


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ("AC,2C,3C,4C,5C,6C,7C,8C / 9C", "seat 0 holds 8 cards: a full hand is 7"),
        ("9C / AC,2C,3C,4C,5C,6C,7C,8C", "seat 1 holds 8 cards: a full hand is 7"),
        ("AC,2C,3C,4C,5C,6C,7C,8C,9C", "seat 0 holds 9 cards: a full hand is 8"),
        ("9C / 8C / AC,2C,3C,4C,5C,6C,7C", "seat 2 holds 7 cards: a full hand is 6"),
        ("9C / 8C / 7C / AC,2C,3C,4C,5C,6C", "seat 3 holds 6 cards: a full hand is 5"),
    ],
)
def test_a_hand_is_too_large(hands, words):
    """Hands never exceed the full hand."""
    with refused(words):
        position(hands)
