"""Records of games for tests, and tampered records."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest
from players import LOSING, SEED

from regicide import Action, BrokenRecord, EndReason, Position, game_record, replay, verify_record


def whole_game(seed, players, first_player=0):
    """The first position and the steps of a random game, up to its end."""
    dice = Random(seed)
    first = now = Position.new(seed, players, first_player)
    steps = []
    while (actions := now.legal_actions) and len(steps) < 200:
        [step] = replay(now, [dice.choice(actions)])
        steps.append(step)
        now = step.position
    return first, steps


GAME = game_record(*whole_game("record/39", 3, first_player=1))
"""A short game with every kind of action but a flip, and every kind of effect."""
NONCE = "0123456789abcdef" * 2
SALTED = game_record(*whole_game("record/39", 3, first_player=1), nonce=NONCE)
"""The record of the same game with a salted commitment."""
EVENTS = range(len(GAME["events"]))
"""The places of its events."""


def served_record(first, steps, **members):
    """The record of a game as a server has it, with versions and incidents."""
    record = {**game_record(first, steps, **members), "incidents": []}
    return record | {"events": [event | {"version": 1 + i} for i, event in enumerate(record["events"], 1)]}


def lost_record():
    """The served record of a lost game of two."""
    first = Position.new(SEED, 2)
    return served_record(first, replay(first, map(Action.parse, LOSING)), nonce=NONCE)


def given_up_record():
    """The served record of a game that its players gave up at once."""
    over = {"type": "over", "outcome": "lost", "reason": "given-up"}
    incident = {"version": 2, "type": "give-up", "seat": 0, "agree": True, "effects": [over]}
    record = served_record(Position.new(SEED, 2), [], reason=EndReason.GIVEN_UP)
    return record | {"incidents": [incident]}


def tampered(*path_and_value, game=GAME):
    """The record with another value at the end of a path: `"events", 3, "seat", 2`."""
    *path, key, value = path_and_value
    changed = part = deepcopy(game)
    for step in path:
        part = part[step]
    part[key] = value
    return changed


def broken_at(changed):
    """The step at which the verification of a record fails."""
    with pytest.raises(BrokenRecord) as caught:
        verify_record(changed)
    return caught.value.step
