"""S1: legal plays, and the place of played cards."""

from math import comb

import pytest
from builders import after, cards, legal, position, written
from hypothesis import given
from hypothesis import strategies as st
from slow_rules import may_be_played, slowly_legal

from regicide import Action, IllegalReason, Phase
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


@pytest.mark.parametrize(
    "hand", ["AC,AD,2C,2D,2H,2S,5C", "3C,3D,3H,3S,4C,4D,4H", "5C,5D,AC,AH,JC,QC,KC", "6C,6D,7C,8C,9C,10C,KD"]
)
def test_every_play_of_a_hand_is_listed_once(hand):
    """S1: The legal actions hold each playable set of cards from the hand, once."""
    before = position(hands=f"{hand} / 10S", enemy="KS")
    assert sorted(legal(before)) == sorted(slowly_legal(before))


def test_the_cards_of_other_hands_cannot_be_played():
    """S1: A player cannot play another player's cards, not even as part of a combo."""
    before = position(hands="2D,10C / 2C,2H")
    assert [before.why_illegal(Action.parse(text)).reason for text in ("2C", "2C+2D", "2C+2H")] == [
        IllegalReason.NOT_IN_HAND
    ] * 3


@pytest.mark.parametrize("text", ["9S", "AS+9S", "2S+2D"])
def test_played_cards_leave_the_hand(text):
    """S1: Cards that are not played stay in the hand."""
    before = position(hands="AS,2S,9S,2D,10C / 2C", enemy="QD")
    hand = after(before, text).hands[0]
    assert hand == before.hands[0] & ~cards(text.replace("+", ","))


def test_played_cards_lie_before_the_players():
    """R9: Until the enemy is defeated the played cards stay on the table, play by play."""
    before = position(hands="AS,9S,10C / 2C,5S,5D", enemy="QD")
    now = after(before, "AS+9S", "-10C", "5D+5S")
    assert [written(play) for play in now.played] == ["AS,9S", "5D,5S"]
    assert written(now.discard) == "10C,JC,JD,JH,JS"


def test_the_player_who_played_suffers_damage():
    """S4: After a play that does not defeat the enemy, the same player has to discard."""
    now = after(position(hands="4S,10C / 2C"), "4S")
    assert (now.turn, now.phase) == (0, Phase.SUFFER)
