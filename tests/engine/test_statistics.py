"""Statistics of uniformly random play agree with those of other implementations."""

from random import Random
from statistics import fmean, stdev

import pytest

from regicide import Position, apply

KNOWN = {1: (14.43, 1.896), 2: (9.772, 1.126), 3: (12.44, 1.437), 4: (13.21, 1.461)}
"""The mean length and the mean number of enemies defeated, by the number of players."""


def played_at_random(number, players):
    """The number of actions and of enemies defeated in a game of uniformly random play."""
    dice = Random(f"random play {players} {number}")
    position = Position.new(f"{players}/{number}", players)
    length = 0
    while actions := position.legal_actions:
        position = apply(position, dice.choice(actions))
        length += 1
    return length, position.defeated


def agrees(sample, mean):
    """Whether the mean of a sample is within three standard errors of the known one."""
    return abs(fmean(sample) - mean) <= 3 * stdev(sample) / len(sample) ** 0.5


@pytest.mark.parametrize("games", [500, pytest.param(20_000, marks=[pytest.mark.long, pytest.mark.timeout(600)])])
@pytest.mark.parametrize("players", KNOWN)
@pytest.mark.costly
def test_random_play_is_like_that_of_other_implementations(players, games):
    """The mean length and the mean number of enemies defeated depend on every rule."""
    lengths, fallen = zip(*(played_at_random(number, players) for number in range(games)), strict=True)
    assert agrees(lengths, KNOWN[players][0])
    assert agrees(fallen, KNOWN[players][1])
