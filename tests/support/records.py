"""Records of games for tests, and records with something changed in them."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from regicide import BrokenRecord, legal_actions, record, replay, start, verify


def whole_game(seed, players, first_player=0):
    """The start and the steps of a game played at random to its end."""
    dice = Random(seed)
    first = now = start(seed, players, first_player)
    steps = []
    while (actions := legal_actions(now)) and len(steps) < 200:
        [step] = replay(now, [dice.choice(actions)])
        steps.append(step)
        now = step.position
    return first, steps


GAME = record(*whole_game("record/39", 3, first_player=1))
"""A short game with every kind of action but a flip, and every kind of effect."""
EVENTS = range(len(GAME["events"]))
"""The places of its events."""


def tampered(*path_and_value, game=GAME):
    """The record with another value at the end of a path: `"events", 3, "seat", 2`."""
    *path, key, value = path_and_value
    changed = part = deepcopy(game)
    for step in path:
        part = part[step]
    part[key] = value
    return changed


def broken_at(changed):
    """The step at which a record is refused."""
    with pytest.raises(BrokenRecord) as caught:
        verify(changed)
    return caught.value.step
