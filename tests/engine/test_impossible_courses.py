"""Positions whose table is possible, but to which no course of a game leads, are refused with the fault."""

import pytest
from builders import cards, position
from hypothesis import assume, given
from strategies import arranged, examples, games

from regicide import ImpossiblePosition, Message, Position, give_up
from regicide.cards import members
from regicide.state import initial_pools

SOLO, TWO, THREE = (Position.new("seed", players) for players in (1, 2, 3))
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
    "heals without hearts": (TWO._replace(heart_shuffles=9999), "heals is 9999: hearts were played at most 0 times"),
    "heals of a fight": (fought("JC", "10C,JD", heals=7), "heals is 7: hearts were played at most 6 times"),
    "no heals against hearts": (fought("JC", "10C,JH", heals=1), "heals is 1: hearts were played at most 0 times"),
    "a solo hand of one card": (
        moved(SOLO, tavern="AC,7C,9C,4D,6D,5S,6S"),
        "the tavern has 39 cards: with no enemy defeated and these plays, expected 32 to 32",
    ),
    "a flip that draws nothing": (SOLO._replace(jesters_left=1), "the tavern has 32 cards: .*, expected 24 to 24"),
    "no card of the last fight": (fought("JD", "JC"), "the discard pile is worth 10: .*, expected at least 20"),
    "a strike that was not covered": (
        moved(TWO, played="7C", turn=1),
        "the discard pile is worth 0: with the cards played .*, expected at least 10",
    ),
    "a yield that was not covered": (
        moved(TWO, turn=1, yielded_seats=1),
        "the discard pile is worth 0: with the cards played .*, expected at least 10",
    ),
    "a yield of a seat without a turn": (
        moved(THREE, seat=2, discard="10S", turn=2, yielded_seats=0b100),
        "yielded is 2: before the first play, only the seats that have had their turn, up to seat 1",
    ),
    "a yield of the seat that defeated the enemy": (
        fought("QC", "10C,10D", yielded="0"),
        "yielded contains seat 0, which has just defeated an enemy",
    ),
    "a yield of the seat that played a jester": (
        moved(THREE, seat=1, played="X1", phase="appoint", turn=1, yielded_seats=0b10),
        "yielded contains seat 1, which has just played",
    ),
    "a full hand after a play": (
        position("2C,3C,4C,5C,6C,7C,8C / 9C", "JD", discard="10C,JC", played="AS", phase="suffer"),
        "seat 0 holds 7 cards after it has played AS: a full hand is 7",
    ),
    "a short hand before the first play": (
        moved(TWO, discard="7C"),
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
