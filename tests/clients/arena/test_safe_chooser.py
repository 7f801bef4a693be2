"""Whatever a bot does, its turn gets a legal action or none."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Sequence
from typing import cast

import pytest
from builders import position

from regicide_arena.bots import uniform
from regicide_arena.bots.failures import FailedAttempt
from regicide_arena.bots.safe_chooser import Fallback, SafeChooser
from regicide_arena.bots.view_types import View, seat_view


@pytest.fixture
def view() -> View:
    """A view with combined plays, in a game with a time limit."""
    return cast("View", {**seat_view(position("AC,8D,9C / 2C"), 0), "turn_seconds": 60})


def raises(error: BaseException) -> Callable[[View], str]:
    """A bot that raises an exception."""

    def choose(_: View) -> str:
        raise error

    return choose


FAULTY_BOTS = {
    "raises": raises(ZeroDivisionError("by nothing")),
    "exits": lambda _: sys.exit("I am done"),
    "generator": raises(GeneratorExit()),
    "nothing": lambda _: None,
    "number": lambda _: 8,
    "unhashable": lambda view: view["legal_actions"],
    "garbage": lambda _: "the eight of diamonds",
    "empty": lambda _: "",
    "illegal": lambda _: "KS",
    "other phase": lambda _: "-8D",
}


@pytest.mark.parametrize("name", FAULTY_BOTS)
def test_a_faulty_bot_leaves_its_turn(name: str, view: View) -> None:
    """With `leave`, there is no action."""
    assert SafeChooser(FAULTY_BOTS[name], Fallback.LEAVE)(view) is None


@pytest.mark.parametrize("name", FAULTY_BOTS)
def test_a_faulty_bot_is_replaced_by_chance(name: str, view: View) -> None:
    """With `random`, there is a random legal action."""
    assert SafeChooser(FAULTY_BOTS[name])(view) in view["legal_actions"]


def test_chance_takes_every_action(view: View) -> None:
    """Each legal action occurs."""
    chooser = SafeChooser(FAULTY_BOTS["nothing"], retries=0)
    assert {chooser(view) for _ in range(500)} == set(view["legal_actions"])


@pytest.mark.parametrize(("retries", "asked"), [(0, 1), (1, 2), (3, 4)])
def test_a_faulty_bot_is_asked_again(retries: int, asked: int, view: View) -> None:
    """The number of retries is configurable."""
    times: list[View] = []
    SafeChooser(lambda given: str(times.append(given)), retries=retries)(view)
    assert len(times) == asked


def test_the_second_attempt_counts(view: View) -> None:
    """A bot that fails once may succeed in the second attempt."""
    answers = iter([None, "9C"])
    assert SafeChooser(lambda _: next(answers), Fallback.LEAVE)(view) == "9C"


def test_a_bot_cannot_spoil_the_view(view: View) -> None:
    """Each attempt gets a copy of the view."""
    before, given = json.dumps(view), []

    def spoil(own: View) -> str:
        given.append(json.dumps(own))
        own["legal_actions"].append("KS")
        own["enemy"].clear()
        return "KS"

    assert SafeChooser(spoil, Fallback.LEAVE)(view) is None
    assert {*given, json.dumps(view)} == {before}


def test_cards_may_stand_in_any_order(view: View) -> None:
    """The result is the action as the view lists it."""
    assert SafeChooser(lambda _: "8D+AC")(view) == "AC+8D"


def test_an_interrupt_propagates(view: View) -> None:
    """KeyboardInterrupt propagates."""
    with pytest.raises(KeyboardInterrupt):
        SafeChooser(raises(KeyboardInterrupt()))(view)


def test_the_failures_of_a_turn_are_reported_together(view: View) -> None:
    """With what follows."""
    reports: list[tuple[Sequence[FailedAttempt], str]] = []
    SafeChooser(FAULTY_BOTS["raises"], on_failure=lambda _, failed, then: reports.append((failed, then)))(view)
    [(failed, consequence)] = reports
    assert [attempt.what.partition(" (")[0] for attempt in failed] == ["ZeroDivisionError: by nothing"] * 2
    assert consequence == "a random action is taken"


def test_a_failure_is_logged_without_the_view(view: View, caplog: pytest.LogCaptureFixture) -> None:
    """One record has the traceback; the view is for debugging."""
    SafeChooser(FAULTY_BOTS["raises"])(view)
    [message] = [record.getMessage() for record in caplog.records]
    assert message.count("ZeroDivisionError: by nothing") == 2
    assert '"legal_actions": [' not in message


@pytest.mark.parametrize("turn_seconds", [{}, {"turn_seconds": None}])
def test_no_turn_is_left_for_ever(view: View, turn_seconds: dict[str, None], caplog: pytest.LogCaptureFixture) -> None:
    """A game without time limit would wait for ever: a random action is taken, and the log says so."""
    del view["turn_seconds"]
    endless = cast("View", {**view, **turn_seconds})
    assert SafeChooser(FAULTY_BOTS["nothing"], Fallback.LEAVE)(endless) in view["legal_actions"]
    assert "no time limit that would end the turn: a random action is taken" in caplog.text


def test_a_correct_bot_logs_nothing(view: View, caplog: pytest.LogCaptureFixture) -> None:
    """A bot without failures logs nothing."""
    with caplog.at_level(logging.DEBUG):
        SafeChooser(uniform.random_bot("good"))(view)
    assert not caplog.records


def test_a_bot_is_not_asked_when_nothing_is_legal() -> None:
    """A view without legal actions gives no action."""
    assert SafeChooser(FAULTY_BOTS["raises"])(seat_view(position(), 1)) is None
