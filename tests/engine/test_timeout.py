"""The end by a time that runs out: not by the rules, but by agreement."""

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
def test_the_game_is_lost_by_whoever_was_to_act(before):
    """Whatever they had to do; all else lies as it lay."""
    ended, effects = time_out(before)
    assert (ended.outcome.to_json(), ended.legal_actions) == (
        {"outcome": "lost", "reason": "timeout", "seat": before.turn, "defeated": before.defeated, "grade": None},
        (),
    )
    assert ended._replace(phase=before.phase, reason=None) == before
    assert [effect.to_json(None) for effect in effects] == [{"type": "over", "outcome": "lost", "reason": "timeout"}]


def test_a_timeout_has_a_text():
    """Which is read again as the same position."""
    ended, _ = time_out(position())
    assert "phase=over:timeout" in str(ended)
    assert Position.parse(str(ended)) == ended


def test_all_see_why_it_ended():
    """The result is in the view."""
    assert observe(time_out(position())[0], 1)["result"]["reason"] == "timeout"


def test_a_game_that_is_over_cannot_run_out_of_time():
    """It stays as it ended."""
    first, steps = whole_game("record/1", 2)
    for ended in (steps[-1].position, time_out(first)[0]):
        with pytest.raises(GameOver):
            time_out(ended)


def test_nothing_can_be_done_after_it():
    """The game is over."""
    with pytest.raises(GameOver):
        after(time_out(position(hands="8D,9C / 2C"))[0], "8D")


def timed_out(actions):
    """The record of a game that ran out of time after so many actions."""
    first, now, steps = Position.new("record/39", 3), Position.new("record/39", 3), []
    for _ in range(actions):
        [step] = replay(now, now.legal_actions[:1])
        steps.append(step)
        now = step.position
    return json.loads(json.dumps(game_record(first, steps, timed_out=True)))


@pytest.mark.parametrize("actions", [0, 1, 3])
def test_a_record_that_ends_so_holds(actions):
    """The result says that the time ran out, and whose."""
    written = timed_out(actions)
    positions = verify_record(written)
    assert (len(positions), len(written["events"])) == (actions + 1, actions)
    assert written["result"] == time_out(positions[-1])[0].outcome.to_json()


def test_nobody_else_can_be_blamed():
    """The seat is that of whoever was to act."""
    written = timed_out(1)
    written["result"]["seat"] = (written["result"]["seat"] + 1) % 3
    assert broken_at(written) is None


def test_a_game_that_ended_by_the_rules_did_not_run_out_of_time():
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
