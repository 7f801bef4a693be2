"""A sentence is a text in English that remembers what it was made of."""

from __future__ import annotations

import copy
import pickle

import pytest

from regicide import Action, IllegalAction, MalformedAction, Message, Position, apply


def test_a_sentence_is_a_text() -> None:
    """With its values filled in."""
    assert Message("seat {seat} is held by {name!r}", seat=2, name="Ana") == "seat 2 is held by 'Ana'"


def test_a_sentence_keeps_its_form_and_values() -> None:
    """So that it can be said in another language."""
    sentence = Message("there is no seat {seat}", seat=4)
    assert (sentence.template, sentence.values) == ("there is no seat {seat}", {"seat": 4})


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda sentence: pickle.loads(pickle.dumps(sentence))])
def test_a_copy_of_a_sentence_keeps_them_too(copied) -> None:
    """Whatever stands in the values."""
    sentence = copied(Message("no JSON: {fault}", fault="{braces}"))
    assert (sentence, sentence.template, sentence.values) == (
        "no JSON: {braces}",
        "no JSON: {fault}",
        {"fault": "{braces}"},
    )


def test_a_refusal_is_a_sentence() -> None:
    """With the cards that it is about."""
    with pytest.raises(IllegalAction) as refused:
        apply(Position.new("long-live-the-king", players=2), Action.parse("KS"))
    assert refused.value.refusal.detail.values == {"cards": "KS"}


def test_a_malformed_action_says_in_its_sentence_what_is_wrong_with_the_card() -> None:
    """That is a sentence, too."""
    with pytest.raises(MalformedAction) as malformed:
        Action.parse("8X")
    assert malformed.value.args[0].values["fault"].values == {"text": "8X"}
