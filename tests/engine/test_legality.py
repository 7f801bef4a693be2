"""Why an action is illegal: the reason, the rule, and a message for the player."""

import pytest
from builders import position

from regicide import Action, IllegalAction, IllegalReason, apply

PLAY = {"hands": "5C,5D,5H,10C / 2C,8D"}
SUFFER = {"hands": "2C,10C,8D / 10S", "played": "2S", "phase": "suffer"}
APPOINT = {"hands": "8D,10C / 2C / 3C", "played": "X1", "phase": "appoint"}
SOLO = {"hands": "8D,10C", "flips": 0}


@pytest.mark.parametrize(
    ("where", "action", "reason", "words"),
    [
        (PLAY, "-10C", (IllegalReason.WRONG_PHASE, "S1"), "seat 0 has to play cards or yield now"),
        (PLAY, ">1", (IllegalReason.WRONG_PHASE, "S1"), "seat 0 has to play cards or yield now"),
        (SUFFER, "8D", (IllegalReason.WRONG_PHASE, "S4"), "seat 0 has to discard cards against the damage now"),
        (SUFFER, "yield", (IllegalReason.WRONG_PHASE, "S4"), "discard cards against the damage"),
        (SUFFER, ">0", (IllegalReason.WRONG_PHASE, "S4"), "discard cards against the damage"),
        (APPOINT, "8D", (IllegalReason.WRONG_PHASE, "Jester"), "seat 0 has to appoint the player who goes next now"),
        (APPOINT, "-10C", (IllegalReason.WRONG_PHASE, "Jester"), "appoint the player"),
        (APPOINT, "yield", (IllegalReason.WRONG_PHASE, "Jester"), "appoint the player"),
        (APPOINT, "flip", (IllegalReason.WRONG_PHASE, "Jester"), "appoint the player"),
        (PLAY, "2C", (IllegalReason.NOT_IN_HAND, "S1"), "not in the hand of the player to act: 2C"),
        (PLAY, "5C+5S", (IllegalReason.NOT_IN_HAND, "S1"), "not in the hand of the player to act: 5S"),
        (PLAY, "X1", (IllegalReason.NOT_IN_HAND, "S1"), "X1"),
        (PLAY, "8D+2C+10C", (IllegalReason.NOT_IN_HAND, "S1"), "2C, 8D"),
        (SUFFER, "-10S", (IllegalReason.NOT_IN_HAND, "S4"), "not in the hand of the player to act: 10S"),
        (SUFFER, "-10C-10S", (IllegalReason.NOT_IN_HAND, "S4"), "10S"),
        (PLAY, "5C+10C", (IllegalReason.NOT_A_COMBO, "S1"), "5C+10C cannot be played together"),
        (PLAY, "5C+5D+5H", (IllegalReason.NOT_A_COMBO, "S1"), "5C+5D+5H cannot be played together"),
        (SUFFER, "-2C", (IllegalReason.DOES_NOT_COVER_DAMAGE, "S4"), "worth 2, and the enemy strikes for 8"),
        (PLAY | {"yielded": "1"}, "yield", (IllegalReason.MAY_NOT_YIELD, "Yield"), "every other player yielded"),
        (SOLO, "yield", (IllegalReason.MAY_NOT_YIELD, "R1"), "a solo player may not yield"),
        (SOLO, "flip", (IllegalReason.NO_FLIP_LEFT, "Solo"), "no jester is left to flip"),
        (PLAY, "flip", (IllegalReason.NO_FLIP_LEFT, "Solo"), "no jester is left to flip"),
        (SUFFER, "flip", (IllegalReason.NO_FLIP_LEFT, "Solo"), "no jester is left to flip"),
        (APPOINT, ">3", (IllegalReason.UNKNOWN_SEAT, "Jester"), "unknown seat 3: the seats are 0 to 2"),
        (APPOINT, ">99", (IllegalReason.UNKNOWN_SEAT, "Jester"), "unknown seat 99"),
    ],
)
def test_an_illegal_action_is_refused_with_its_reason(where, action, reason, words):
    """Each refusal names its reason and the rule that says so."""
    refused = position(**where).why_illegal(Action.parse(action))
    assert refused[:2] == reason
    assert words in refused.detail


@pytest.mark.parametrize("seat", [-1, -3, 3])
def test_a_seat_that_is_not_there_is_not_appointed(seat):
    """Jester: Seats are counted from 0, and not from the end either."""
    assert position(**APPOINT).why_illegal(Action.appoint(seat)).reason is IllegalReason.UNKNOWN_SEAT


def test_the_error_of_an_illegal_action_carries_the_refusal_and_the_position():
    """The error carries the position and the refusal; its text is the message for the player."""
    before = position(**PLAY)
    with pytest.raises(IllegalAction) as caught:
        apply(before, Action.parse("5C+10C"))
    assert (caught.value.position, caught.value.refusal) == (before, before.why_illegal(Action.parse("5C+10C")))
    assert str(caught.value) == caught.value.refusal.detail


def test_the_reasons():
    """These are the reasons that clients may rely on."""
    assert sorted(IllegalReason) == [
        *("does-not-cover-damage", "may-not-yield", "no-flip-left", "not-a-combo", "not-in-hand"),
        *("unknown-seat", "wrong-phase"),
    ]
