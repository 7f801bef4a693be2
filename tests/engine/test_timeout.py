"""Ends outside the rulebook: the time limit of a turn, and a game that is given up."""

import json

import pytest
from builders import position
from records import GAME, broken_at, whole_game

from regicide import (
    EndReason,
    GameOver,
    Position,
    game_record,
    give_up,
    replay,
    time_out,
    verify_record,
)

ENDS = pytest.mark.parametrize(("end", "reason"), [(time_out, "timeout"), (give_up, "given-up")])


@ENDS
@pytest.mark.parametrize(
    "before",
    [
        position(hands="8D,9C / 2C", turn=1),
        position(hands="8D,9C / 2C", enemy="KC", played="5C+5S", phase="suffer"),
        position(hands="8D / 2C / 3D", played="X1", phase="appoint", turn=2),
    ],
    ids=["play", "suffer", "appoint"],
)
def test_the_game_is_lost_at_the_seat_to_act(before, end, reason):
    """In every phase; the rest of the position is unchanged."""
    ended, effects = end(before)
    assert (ended.outcome.to_json(), ended.legal_actions) == (
        {"outcome": "lost", "reason": reason, "seat": before.turn, "defeated": before.defeated, "grade": None},
        (),
    )
    assert ended._replace(phase=before.phase, reason=None) == before
    assert [effect.to_json(None) for effect in effects] == [{"type": "over", "outcome": "lost", "reason": reason}]


@ENDS
def test_a_position_after_such_an_end_has_a_text(end, reason):
    """Parsing the text gives the same position."""
    ended, _ = end(Position.new("table", 2))
    assert f"phase=over:{reason}" in str(ended)
    assert Position.parse(str(ended)) == ended


@ENDS
def test_a_game_that_is_over_does_not_end_again(end, reason):
    """GameOver is raised."""
    first, steps = whole_game("record/1", 2)
    for ended in (steps[-1].position, end(first)[0]):
        with pytest.raises(GameOver):
            end(ended)
    assert end(first)[0].reason == reason


def ended(actions, reason):
    """The record of a game that timed out, or was given up, after a number of actions."""
    first, now, steps = Position.new("record/39", 3), Position.new("record/39", 3), []
    for _ in range(actions):
        [step] = replay(now, now.legal_actions[:1])
        steps.append(step)
        now = step.position
    return json.loads(json.dumps(game_record(first, steps, reason=reason)))


@pytest.mark.parametrize(("end", "reason"), [(time_out, EndReason.TIMEOUT), (give_up, EndReason.GIVEN_UP)])
@pytest.mark.parametrize("actions", [0, 1, 3])
def test_a_record_with_such_an_end_holds(actions, end, reason):
    """The result contains the reason and the seat."""
    written = ended(actions, reason)
    positions = verify_record(written)
    assert (len(positions), len(written["events"])) == (actions + 1, actions)
    assert written["result"] == positions[-1].outcome.to_json()
    assert end(Position.parse(written["events"][-1]["position"] if actions else written["start"]))[0] == positions[-1]


def test_a_timeout_of_another_seat_is_refused():
    """The seat of the result is the seat to act."""
    written = ended(1, EndReason.TIMEOUT)
    written["result"]["seat"] = (written["result"]["seat"] + 1) % 3
    assert broken_at(written) is None


@pytest.mark.parametrize("reason", ["timeout", "given-up"])
def test_a_game_that_ended_by_the_rules_did_not_end_otherwise(reason):
    """The result follows from the last action."""
    result = {**GAME["result"], "reason": reason}
    assert broken_at(GAME | {"result": result}) is None
