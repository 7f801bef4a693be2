"""Move counts: how many sequences of legal actions there are from the start of some deals."""

import pytest

from regicide import Position, apply

COUNTS = {
    ("open1/0", 1): [22, 3395, 27811],
    ("friday", 1): [16, 1284, 10608],
    ("open4/3", 1): [9, 1102, 8037],
    ("open2/0", 2): [14, 882, 13018],
    ("friday", 2): [14, 604, 4709],
    ("open4/3", 2): [8, 565, 4406],
    ("open3/0", 3): [7, 255, 3050],
    ("friday", 3): [11, 169, 1372],
    ("open3/6", 3): [11, 127, 892],
    ("open4/0", 4): [7, 80, 800],
    ("friday", 4): [9, 66, 399],
    ("open4/3", 4): [6, 62, 371],
}
"""By seed and number of players: the sequences of one, two and three actions, seat 0 beginning."""


def sequences(position, length):
    """The number of sequences of legal actions of a length (perft)."""
    actions = position.legal_actions
    return len(actions) if length == 1 else sum(sequences(apply(position, action), length - 1) for action in actions)


@pytest.mark.parametrize(("deal", "counts"), COUNTS.items(), ids=[f"{seed} {count}" for seed, count in COUNTS])
def test_the_number_of_sequences_of_legal_actions_is_known(deal, counts):
    """A rule that allows one action more or one less would show here."""
    assert [sequences(Position.new(*deal), length) for length in (1, 2, 3)] == counts
