"""The replay: every step of a game from its actions."""

import pytest
from builders import position

from regicide import Action, GameOver, IllegalAction, replay

ACTIONS = [Action.parse(text) for text in ("8S", "-10C", "yield", "-10D")]
FIRST = position("8S,10C / 10D,3C / 2C")


def test_a_replay_stops_at_the_action_that_does_not_follow():
    """The steps before it have been given by then."""
    steps = replay(FIRST, [*ACTIONS[:2], Action.parse("2C")])
    assert [next(steps).seat, next(steps).seat] == [0, 0]
    with pytest.raises(IllegalAction):
        next(steps)


def test_a_replay_does_not_go_on_after_the_end():
    """Nothing follows a game that is over."""
    with pytest.raises(GameOver):
        list(replay(position("8S / 2C"), [Action.parse("8S"), Action.parse("yield")]))


def test_a_step_as_json():
    """The event of a record: texts, and effects in full."""
    [step] = replay(FIRST, ACTIONS[:1])
    assert step.to_json() == {
        "seat": 0,
        "action": "8S",
        "effects": [
            {"type": "shield", "amount": 8},
            {"type": "damage", "amount": 8},
            {"type": "strike", "amount": 2},
        ],
        "position": str(step.position),
    }
