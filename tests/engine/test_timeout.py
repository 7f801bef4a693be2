"""Timeouts: the time limit of a turn, which is outside the rulebook."""

import json

import pytest
from builders import after, position
from records import GAME, broken_at, whole_game

from regicide import GameOver, Position, apply, game_record, observe, replay, time_out, verify_record


@pytest.mark.parametrize(
    "before",
    [
        position(hands="8D,9C / 2C", turn=1),
        position(hands="8D,9C / 2C", enemy="KC", played="5C+5S", phase="suffer"),
        position(hands="8D / 2C / 3D", played="X1", phase="appoint", turn=2),
    ],
    ids=["play", "suffer", "appoint"],
)
def test_the_seat_to_act_loses_the_game(before):
    """In every phase; the rest of the position is unchanged."""
    ended, effects = time_out(before)
    assert (ended.outcome.to_json(), ended.legal_actions) == (
        {"outcome": "lost", "reason": "timeout", "seat": before.turn, "defeated": before.defeated, "grade": None},
        (),
    )
    assert ended._replace(phase=before.phase, reason=None) == before
    assert [effect.to_json(None) for effect in effects] == [{"type": "over", "outcome": "lost", "reason": "timeout"}]


def test_a_position_after_a_timeout_has_a_text():
    """Parsing the text gives the same position."""
    ended, _ = time_out(position())
    assert "phase=over:timeout" in str(ended)
    assert Position.parse(str(ended)) == ended


def test_the_view_contains_the_reason():
    """The result is a member of the view."""
    assert observe(time_out(position())[0], 1)["result"]["reason"] == "timeout"


def test_a_game_that_is_over_cannot_time_out():
    """GameOver is raised."""
    first, steps = whole_game("record/1", 2)
    for ended in (steps[-1].position, time_out(first)[0]):
        with pytest.raises(GameOver):
            time_out(ended)


def test_no_action_follows_a_timeout():
    """The game is over."""
    with pytest.raises(GameOver):
        after(time_out(position(hands="8D,9C / 2C"))[0], "8D")


def timed_out(actions):
    """The record of a game that timed out after a number of actions."""
    first, now, steps = Position.new("record/39", 3), Position.new("record/39", 3), []
    for _ in range(actions):
        [step] = replay(now, now.legal_actions[:1])
        steps.append(step)
        now = step.position
    return json.loads(json.dumps(game_record(first, steps, timed_out=True)))


@pytest.mark.parametrize("actions", [0, 1, 3])
def test_a_record_that_ends_with_a_timeout_holds(actions):
    """The result contains the reason and the seat."""
    written = timed_out(actions)
    positions = verify_record(written)
    assert (len(positions), len(written["events"])) == (actions + 1, actions)
    assert written["result"] == time_out(positions[-1])[0].outcome.to_json()


def test_a_timeout_of_another_seat_is_refused():
    """The seat of the result is the seat to act."""
    written = timed_out(1)
    written["result"]["seat"] = (written["result"]["seat"] + 1) % 3
    assert broken_at(written) is None


def test_a_game_that_ended_by_the_rules_did_not_time_out():
    """The result follows from the last action."""
    result = {**GAME["result"], "reason": "timeout"}
    assert broken_at(GAME | {"result": result}) is None


def test_the_position_after_an_action_is_not_changed():
    """A position is a value."""
    before = position()
    text = str(before)
    time_out(before)
    assert str(before) == text
    assert apply(before, before.legal_actions[0]) != before
