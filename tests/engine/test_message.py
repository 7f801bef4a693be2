"""Messages keep their templates and values."""

from __future__ import annotations

import copy
import pickle

import pytest

from regicide import Action, IllegalAction, MalformedAction, Message, Position, apply


def test_a_message_is_a_string() -> None:
    """The string is the formatted template."""
    assert Message("seat {seat} is held by {name!r}", seat=2, name="Ana") == "seat 2 is held by 'Ana'"


def test_a_message_keeps_its_template_and_values() -> None:
    """A translation formats another template with the same values."""
    message = Message("there is no seat {seat}", seat=4)
    assert (message.template, message.values) == ("there is no seat {seat}", {"seat": 4})


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda message: pickle.loads(pickle.dumps(message))])
def test_a_copy_of_a_message_keeps_them_too(copied) -> None:
    """The values are not formatted again."""
    message = copied(Message("no JSON: {fault}", fault="{braces}"))
    assert (message, message.template, message.values) == (
        "no JSON: {braces}",
        "no JSON: {fault}",
        {"fault": "{braces}"},
    )


def test_a_refusal_has_a_message() -> None:
    """The values contain the cards."""
    with pytest.raises(IllegalAction) as refused:
        apply(Position.new("long-live-the-king", players=2), Action.parse("KS"))
    assert refused.value.refusal.detail.values == {"cards": "KS"}


def test_the_message_of_a_malformed_action_contains_that_of_the_card() -> None:
    """The inner message is a value of the outer one."""
    with pytest.raises(MalformedAction) as malformed:
        Action.parse("8X")
    assert malformed.value.args[0].values["fault"].values == {"text": "8X"}
