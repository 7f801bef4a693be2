"""Positions to which no course of a game leads are refused with the fault."""

import re

import pytest
from builders import cards, edited, position
from hypothesis import assume, given
from strategies import arranged, examples, games

from regicide import ImpossiblePosition, Message, Position, give_up
from regicide.cards import card_names, members
from regicide.state import initial_pools

SOLO = {"hands": "8D,9C"}
THREE = {"hands": "8D,9C / 2C / 3C"}

SEATS = {
    "turn": ({"turn": 2}, "it is the turn of seat 2: the seats are 0 to 1"),
    "yield": ({"yielded": "2"}, "an unknown seat has yielded: the seats are 0 to 1"),
    "all yielded": ({"yielded": "0,1"}, "every seat has yielded: the last one may not have"),
    "solo yield": (SOLO | {"yielded": "0"}, "every seat has yielded"),
    "flips": ({"flips": 1}, "1 jesters to flip: a solo game has two, other games have none"),
}
"""Turn, yields and flips have to fit the number of players."""

CARDS = {
    "two hands": ({"hands": "8D,9C / 8D"}, "more than once on the table: 8D$"),
    "hand and tavern": ({"tavern": "8D,9C"}, "more than once on the table: 8D, 9C$"),
    "hand and table": ({"played": "9C"}, "more than once on the table: 9C$"),
    "castle and discard pile": ({"discard": "JC"}, "more than once on the table: JC$"),
    "jester of two": ({"hands": "8D,X1 / 2C"}, "not in a game of 2: X1$"),
    "second jester of three": (THREE | {"discard": "X2"}, "not in a game of 3: X2$"),
    "hand of two": ({"hands": "AC,2C,3C,4C,5C,6C,7C,8C / 9C"}, "seat 0 holds 8 cards: a full hand is 7"),
    "hand of one": ({"hands": "AC,2C,3C,4C,5C,6C,7C,8C,9C"}, "seat 0 holds 9 cards: a full hand is 8"),
}
"""Each card is in one place; the numbers of jesters and of cards of a hand depend on the number of players."""

ENEMIES = {
    "a king before the jacks": ({"hands": "KD / 2C"}, "the castle contains JJJJQQQQKKK from its top"),
    "a king before the queens": ({"discard": "KS", "enemy": "QC"}, "the castle contains QQQQKKK from its top"),
    "a queen before the jacks": ({"hands": "QD / 2C"}, "the castle contains JJJJQQQKKKK from its top"),
    **{
        f"known {known}": ({"tavern": known}, "only enemies killed exactly can be known on top of the tavern")
        for known in ("JD|3D|", "AS|JD|")
    },
    **{
        f"{enemy} has taken {damage}": (
            {"hands": "8D / 2C", "enemy": enemy, "played": played},
            f"{enemy} has taken {damage}: it is defeated",
        )
        for enemy, played, damage in (
            ("JD", "10C", 20),
            ("QC", "10C,10D,10S,AS", 31),
        )
    },
}
"""R8, S3: The castle is defeated from its top; enemies killed exactly are known; damage that is enough defeats."""

PLAYS = {
    play: ({**THREE, "enemy": "KC", "played": f"4S,{play}"}, r".* has been played: S1 does not allow this play$")
    for play in ("6S+6D", "5S+5D+5H", "AS+2S+2D", "2S+3S", "AS+X1", "10S+KS")
}
"""S1: The cards on the table were played by the rules."""

EMPTY_CASTLE = "the game is won if and only if the castle is empty$"
UNHURT = "seat 0 suffers damage, but has neither played nor yielded$"
UNAPPOINTED = "a player is to be appointed, but the last play is not a jester$"
PHASES = {
    **{
        f"{phase} without an enemy": (
            {"hands": "8D / 2C", "enemy": "", "phase": phase},
            "the castle is empty: the game is over$",
        )
        for phase in ("play", "suffer", "appoint")
    },
    "cards against no enemy": (
        {"hands": "8D / 2C", "enemy": "", "played": "3S", "phase": "over:last-king"},
        "cards are played, but the castle is empty$",
    ),
    "no card and no yield": ({"hands": " / 2C", "yielded": "1"}, "the game is over: cannot-play-or-yield$"),
    "solo, no card and no flip": ({"hands": "", "flips": 0}, "the game is over: cannot-play-or-yield$"),
    "nine against ten": (
        {"hands": "9C / 10S", "played": "8D", "phase": "suffer"},
        "the game is over: cannot-cover-damage$",
    ),
    "solo, no flip": (
        {"hands": "9C", "played": "8D", "phase": "suffer", "flips": 0},
        "the game is over: cannot-cover-damage$",
    ),
    "no damage": (
        {"played": "9S,AS", "phase": "suffer"},
        "there is no damage to suffer: the enemy's attack is shielded to 0",
    ),
    **{
        f"{phase}, {what}": ({"hands": hands, "phase": phase} | fields, UNHURT)
        for phase, hands in (("suffer", THREE["hands"]), ("over:cannot-cover-damage", "9C / 2C / 3C"))
        for what, fields in {
            "nothing played": {},
            "another seat yielded": {"yielded": "1"},
            "a jester played last": {"played": "X1", "yielded": "1"},
        }.items()
    },
    **{f"appoint after '{played}'": ({**THREE, "played": played, "phase": "appoint"}, UNAPPOINTED)
       for played in ("", "3S", "X1,3S")},
    "won with an enemy": (
        {"hands": "8D / 2C", "enemy": "KC", "discard": "KD,KH,KS", "phase": "over:last-king"},
        EMPTY_CASTLE,
    ),
    "uncovered without an enemy": (
        {"hands": "8D / 2C", "enemy": "", "phase": "over:cannot-cover-damage"},
        EMPTY_CASTLE,
    ),
    "unable without an enemy": (
        {"hands": " / 2C", "enemy": "", "yielded": "1", "phase": "over:cannot-play-or-yield"},
        EMPTY_CASTLE,
    ),
    **{
        what: (fields | {"phase": f"over:{reason}"}, rf"seat \d has not lost: {reason} does not hold$")
        for what, fields, reason in (
            ("ten covers ten", {"hands": "2S / 10C", "turn": 1, "yielded": "1"}, "cannot-cover-damage"),
            ("no attack", {"hands": "2S / 3C", "turn": 1, "played": "9S,AS"}, "cannot-cover-damage"),
            ("a flip is left", {"hands": "3C", "flips": 1, "played": "2S"}, "cannot-cover-damage"),
            ("a card is left", {"hands": "2S / 3C", "turn": 1, "yielded": "0"}, "cannot-play-or-yield"),
            ("may yield", {"hands": "2S / ", "turn": 1}, "cannot-play-or-yield"),
            ("may flip", {"hands": "", "flips": 1}, "cannot-play-or-yield"),
        )
    },
}  # fmt: skip
"""S1, S3, S4, R4, R5, jester: A game is over if and only if it is won or lost, and its phase follows an action."""

IMPOSSIBLE = SEATS | CARDS | ENEMIES | PLAYS | PHASES


@pytest.mark.parametrize(("fields", "words"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_table_is_impossible(fields, words):
    """The message names the part that contradicts the rules."""
    with pytest.raises(ImpossiblePosition, match=f"^{words}"):
        position(**fields)


@pytest.mark.parametrize(
    ("fields", "taken", "missing"),
    [
        ({"discard": "5S,6S,7S"}, ",6S,7S", "6S, 7S"),
        (THREE, ",X1", "X1"),
    ],
)
def test_a_card_is_missing(fields, taken, missing):
    """All cards of the game are somewhere on the table."""
    text = str(position(**fields))
    assert text.count(taken) == 1
    with pytest.raises(ImpossiblePosition, match=f"^nowhere on the table: {missing}$"):
        Position.parse(text.replace(taken, ""))


def with_stranger(card):
    """The text of a position with this card of the tavern on top of the castle."""
    return str(position(**THREE, tavern=card)).replace(f"{card},", "", 1).replace("castle=", f"castle={card},")


CASTLE = "the castle contains {} from its top: expected the end of JJJJQQQQKKKK$"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (edited(position(), hands="8D/9C/2C/3C/4C"), "5 hands: expected 1 to 4"),
        (edited(position(), castle="QC,JC,JD,JH,JS,QD,QH,QS,KC,KD,KH,KS"), CASTLE.format("QJJJJQQQKKKK")),
        (edited(position(), castle="JC,JD,JH,QC,JS,QD,QH,QS,KC,KD,KH,KS"), CASTLE.format("JJJQJQQQKKKK")),
        (edited(position(), castle="KC,KD,KH,KS,QC,QD,QH,QS,JC,JD,JH,JS"), CASTLE.format("KKKKQQQQJJJJ")),
        (with_stranger("3D"), CASTLE.format("3JJJJQQQQKKKK")),
        (with_stranger("X1"), CASTLE.format("[AX]JJJJQQQQKKKK")),
    ],
    ids=["five hands", "a queen first", "a queen among the jacks", "upside down", "a number card", "a jester"],
)
def test_hands_or_castle_are_impossible(text, words):
    """A game has 1 to 4 players; jacks are above queens, queens above kings, and no other card is an enemy."""
    with pytest.raises(ImpossiblePosition, match=f"^{words}"):
        Position.parse(text)


ALONE, TWO_DEALT, THREE_DEALT = (Position.new("seed", players) for players in (1, 2, 3))
"""Against the jack of spades; seat 0 holds AC, 7C, 9C, 4D, 5S and 6S among others, seat 1 of three X1."""


def moved(before, *, seat=0, played="", discard="", tavern="", **others):
    """The position with these cards of a seat on the table, on the discard pile, and under the tavern."""
    gone = cards(f"{played},{discard},{tavern}".strip(",").replace(",,", ","))
    hands = tuple(hand & ~gone if each == seat else hand for each, hand in enumerate(before.hands))
    under = tuple(members(cards(tavern)))
    plays = tuple(map(cards, played.split(",") if played else []))
    places = {"hands": hands, "played": plays, "discard": cards(discard), "tavern": before.tavern + under}
    return before._replace(**places, hidden_pools=initial_pools(places["tavern"], 0, hands), **others)


def fought(enemy, discard, **others):
    """A position in the middle of a game, with this discard pile."""
    return position("8D,9C / 2C", enemy, discard=discard, **others)


FAULTS = {
    "heals without hearts": (
        TWO_DEALT._replace(heart_shuffles=9999),
        "heals is 9999: hearts were played at most 0 times",
    ),
    "heals of a fight": (fought("JC", "10C,JD", heals=7), "heals is 7: hearts were played at most 6 times"),
    "no heals against hearts": (fought("JC", "10C,JH", heals=1), "heals is 1: hearts were played at most 0 times"),
    "a solo hand of one card": (
        moved(ALONE, tavern="AC,7C,9C,4D,6D,5S,6S"),
        "the tavern has 39 cards: with no enemy defeated and these plays, expected 32 to 32",
    ),
    "a flip that draws nothing": (ALONE._replace(jesters_left=1), "the tavern has 32 cards: .*, expected 24 to 24"),
    "no card of the last fight": (fought("JD", "JC"), "the discard pile is worth 10: .*, expected at least 20"),
    "a strike that was not covered": (
        moved(TWO_DEALT, played="7C", turn=1),
        "the discard pile is worth 0: with the cards played .*, expected at least 10",
    ),
    "a yield that was not covered": (
        moved(TWO_DEALT, turn=1, yielded_seats=1),
        "the discard pile is worth 0: with the cards played .*, expected at least 10",
    ),
    "a yield of a seat without a turn": (
        moved(THREE_DEALT, seat=2, discard="10S", turn=2, yielded_seats=0b100),
        "yielded is 2: before the first play, only the seats that have had their turn, up to seat 1",
    ),
    "a yield of the seat that defeated the enemy": (
        fought("QC", "10C,10D", yielded="0"),
        "yielded contains seat 0, which has just defeated an enemy",
    ),
    "a yield of the seat that played a jester": (
        moved(THREE_DEALT, seat=1, played="X1", phase="appoint", turn=1, yielded_seats=0b10),
        "yielded contains seat 1, which has just played",
    ),
    "a full hand after a play": (
        position("2C,3C,4C,5C,6C,7C,8C / 9C", "JD", discard="10C,JC", played="AS", phase="suffer"),
        "seat 0 holds 7 cards after it has played AS: a full hand is 7",
    ),
    "a short hand before the first play": (
        moved(TWO_DEALT, discard="7C"),
        "seat 0 holds 6 cards, and has neither played nor yielded: expected 7",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_course_is_impossible(name):
    """The table is possible; the reason names the part and what it should be, and can be translated."""
    impossible, words = FAULTS[name]
    assert impossible.validated(course=False)
    with pytest.raises(ImpossiblePosition, match=f"^{words}") as refused:
        Position.parse(str(impossible))
    assert isinstance(refused.value.args[0], Message)


@examples(100)
@given(games(arranged()))
def test_a_game_from_a_possible_position_stays_possible(game):
    """Also if it is given up at any moment: a position that is set up by hand makes no later one impossible."""
    try:
        game.first.validated()
    except ImpossiblePosition:
        assume(False)
    for each in game.positions:
        assert each.validated()
        assert each.is_over or give_up(each)[0].validated()


TABLE = {"hands": "8D,9C / 2C", "enemy": "QC", "tavern": "JD|5S,6S,7S", "rest": "discard"}


def pools_of(text):
    """The pools of a position with these, as they are read."""
    return [card_names(pool) for pool in position(**TABLE, pools=text).hidden_pools]


@pytest.mark.parametrize(
    "text",
    [
        "JD/2C,9C,8D,5S,6S,7S",
        "JD/8D/2C,9C/5S/6S,7S",
        "9C,8D/JD/2C,5S,6S/7S",
        "2C/8D/9C/JD/5S/6S/7S",
    ],
)
def test_pools_are_possible(text):
    """Each card of the tavern and the hands is in one pool, and the pools are in the order of the tavern."""
    assert pools_of(text) == [pool.split(",") for pool in text.split("/")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("JD/8D,9C,2C,5S,6S", "in the tavern or in a hand, but in no pool: 7S"),
        ("JD/9C,2C,5S,6S,7S", "in the tavern or in a hand, but in no pool: 8D"),
        ("JD/8D,9C,2C,5S,6S,7S,3H,4H", "in a pool, but neither in the tavern nor in a hand: 3H, 4H"),
        ("JD/8D,9C,2C,5S,6S/6S,7S", "in two pools: 6S"),
        ("JD//8D,9C,2C,5S,6S,7S", "a pool is empty"),
        ("JD/8D,9C,2C,5S,6S,7S/", "a pool is empty"),
        ("JD/8D,9C,2C,5S,7S/6S", "7S is under 6S in the tavern, but its pool comes first"),
        ("JD/8D,9C,2C,6S,7S/5S", "6S is under 5S in the tavern, but its pool comes first"),
        ("8D,9C,2C,5S,6S,7S/JD", "5S is under JD in the tavern, but its pool comes first"),
        ("JD,8D,9C,2C,5S,6S,7S", "JD is known on top of the tavern: it has to be a pool of its own"),
        ("JD/9C,5S,6S/8D,2C,7S", "in a hand, while cards of an earlier pool are in the tavern: 2C, 8D"),
    ],
)
def test_pools_are_impossible(text, words):
    """The message says which card is where it cannot be."""
    with pytest.raises(ImpossiblePosition, match=f"^{re.escape(words)}$"):
        pools_of(text)
