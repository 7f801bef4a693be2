"""S1: which cards may be played together."""

from math import comb

from builders import cards
from hypothesis import given
from hypothesis import strategies as st
from slow_rules import may_be_played

from regicide.cards import CARD_NAMES
from regicide.combos import PLAYS

PLAYABLE = [
    *("AC", "2D", "10H", "JC", "QD", "KS", "X1"),
    *("AC+AD", "AC+2D", "AC+2C", "AD+10H", "AS+10S", "AC+JC", "AC+QD", "AH+KS"),
    *("2C+2D", "2C+2D+2H", "2C+2D+2H+2S", "3C+3S", "3C+3D+3H", "4D+4H", "5C+5S"),
]
UNPLAYABLE = [
    *("3C+3D+3H+3S", "4C+4D+4H", "4C+4D+4H+4S", "5C+5D+5H", "6C+6D", "10C+10D", "JC+JD", "QH+QS", "KC+KD"),
    *("2C+3D", "8C+9C", "2C+8D", "AC+AD+AH", "AC+AD+AH+AS", "AC+2C+2D", "AC+AD+8D", "AC+5C+5D"),
    *("X1+X2", "X1+AC", "X1+2C", "X1+KS", "AC+8D+X1", "2C+2D+X1"),
]
"""Each is refused for one cause: total, number, rank, companions in a combo, jesters not alone."""


def test_what_may_be_played_together():
    """S1: One card, a companion with one other card except a jester, a combo of 2 to 5 worth at most 10."""
    assert [text for text in PLAYABLE + UNPLAYABLE if cards(text.replace("+", ",")) in PLAYS] == PLAYABLE


def test_the_number_of_plays():
    """S1: 54 single cards, every pair with a companion in it, and 11, 10, 6 and 6 combos of 2, 3, 4 and 5."""
    assert len(PLAYS) == 54 + (comb(52, 2) - comb(48, 2)) + 11 + 10 + 6 + 6


@given(st.sets(st.sampled_from(CARD_NAMES), min_size=1, max_size=5))
def test_plays_agree_with_the_slow_rules(codes):
    """S1: Any set of cards is a play or not by the words of the rule."""
    assert (cards(",".join(codes)) in PLAYS) is may_be_played(list(codes))
