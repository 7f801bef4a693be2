"""Cards: their codes, their canonical order, their values, and sets of them."""

import pytest
from builders import cards
from hypothesis import given
from hypothesis import strategies as st

from regicide import MalformedCard, parse_card, parse_cards
from regicide.cards import CARD_NAMES, card_names, rank, suit, value

sets_of_cards = st.sets(st.sampled_from(CARD_NAMES))


def test_the_canonical_order_goes_by_suit_and_then_by_rank():
    """Clubs, diamonds, hearts, spades; inside a suit A, 2 … 10, J, Q, K; then the jesters: 54 cards."""
    ranks = ["A", *range(2, 11), "J", "Q", "K"]
    assert [*CARD_NAMES] == [*(f"{rank}{suit}" for suit in "CDHS" for rank in ranks), "X1", "X2"]


def test_parse_card_is_the_inverse_of_card_name():
    """The card of a code is the one that has that code."""
    assert [parse_card(code) for code in CARD_NAMES] == [*range(54)]


def test_other_texts_are_refused():
    """Only the 54 codes stand for cards, and the message repeats the text that does not."""
    for text in ("", " ", "1C", "11D", "0H", "ac", "Ac", "C10", "10", "C", "AC ", "X", "X0", "X3", "x1"):
        with pytest.raises(MalformedCard, match=f"^invalid card '{text}'"):
            parse_card(text)


def test_the_value_of_a_card_goes_by_its_rank():
    """A companion is worth 1, a number its number, J, Q and K 10, 15 and 20, in each suit; a jester nothing."""
    worth = {"A": 1, **{str(number): number for number in range(2, 11)}, "J": 10, "Q": 15, "K": 20, "X": 0}
    assert {code: value(cards(code)) for code in CARD_NAMES} == {
        code: worth["X" if code[0] == "X" else code[:-1]] for code in CARD_NAMES
    }


@given(sets_of_cards)
def test_a_set_is_worth_what_its_cards_are_worth(texts):
    """The value of a set of cards is the sum of theirs."""
    assert value(parse_cards(texts)) == sum(value(cards(text)) for text in texts)


@given(sets_of_cards)
def test_a_set_comes_out_in_canonical_order(texts):
    """The names of a set are in canonical order, independent of the order in which they were given."""
    assert card_names(parse_cards(texts)) == sorted(texts, key=CARD_NAMES.index)


@given(st.sampled_from([code for code in CARD_NAMES if code[0] != "X"]))
def test_a_card_has_the_rank_and_suit_of_its_name(code):
    """The rank and the suit's letter make up the code."""
    card = parse_card(code)
    assert (rank(card), suit(card)) == (code[:-1], cards(",".join(c for c in CARD_NAMES if c[-1] == code[-1])))


def test_a_card_named_twice_is_refused():
    """There is only one of each card."""
    with pytest.raises(MalformedCard, match=r"^8D is named twice"):
        parse_cards(["8D", "5C", "8D"])
