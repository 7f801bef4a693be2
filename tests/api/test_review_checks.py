"""The check of a review against the record of its game: the first fault is found, and its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from players import LOSING, SEED

from regicide_api.domain.event import Event, EventType
from regicide_api.domain.new_game import NewGame, SeatSpec, create_game
from regicide_api.domain.questions import faults_of_moves, recorded_moves

SEATS = (0, 0, 1, 1, 0)
EVENTS = [
    Event(EventType.SEAT_TAKEN, 1, "Bo", 0),
    *(Event(EventType.ACTION, seat, action, 0) for seat, action in zip(SEATS, LOSING, strict=True)),
]
RECORDED = recorded_moves(create_game("id", NewGame([SeatSpec(), SeatSpec()], SEED), {}, 0), EVENTS)

Change = Callable[[list[dict[str, Any]]], object]


def review() -> list[dict[str, Any]]:
    """A review that says of every action that it is the best one."""
    chances = {"won_before": 0.3, "won_after": 0.3, "cost": 0.0, "defeated_before": 5.0, "defeated_after": 5.0}
    return [
        {"number": number, "version": number + 2, "seat": seat, "action": action, **chances, "best": [rated(action)]}
        for number, (seat, action) in enumerate(zip(SEATS, LOSING, strict=True), 1)
    ]


def rated(action: str) -> dict[str, Any]:
    """An action with its chances."""
    return {"action": action, "won": 0.3, "defeated": 5.0, "share": 1.0}


def test_a_review_that_fits_its_game_has_no_fault() -> None:
    """Versions count the events that are not actions, numbers do not."""
    assert faults_of_moves(review(), RECORDED) == {}


def test_best_actions_are_legal_in_any_order_of_their_cards() -> None:
    """At the position before the action."""
    moves = review()
    moves[1]["best"] = [rated("-9S-6H-3H-2H-4D-3D"), rated("-3D-4D-6H")]
    assert faults_of_moves(moves, RECORDED) == {}


@pytest.mark.parametrize(
    ("change", "place", "fault"),
    [
        (lambda moves: moves[0].update(number=2), (0, "number"), "expected 1, as in the record"),
        (lambda moves: moves[2].update(version=4), (2, "version"), "expected 5, as in the record"),
        (lambda moves: moves[2].update(seat=0), (2, "seat"), "expected 1, as in the record"),
        (lambda moves: moves[4].update(action="AC"), (4, "action"), "expected 'yield', as in the record"),
        (lambda moves: moves[0].update(cost=0.1), (0, "cost"), "expected 0.0: won_before - won_after, or 0"),
        (lambda moves: moves[0].update(won_after=0.1), (0, "cost"), "expected 0.2: won_before - won_after, or 0"),
        (lambda moves: moves[3].update(cost=-0.2, won_after=0.5), (3, "cost"), "expected 0.0: won_before - won_after"),
        (lambda moves: moves[0]["best"].append(rated("KS")), (0, "best", 1, "action"), "KS"),
        (lambda moves: moves[0]["best"].append(rated("AD")), (0, "best", 1, "action"), "the action AD is there twice"),
        (lambda moves: moves[2]["best"].append(rated("-2C")), (2, "best", 1, "action"), "play"),
        (lambda moves: moves[0].update(best=[rated("nonsense")]), (0, "best", 0, "action"), "nonsense"),
    ],
)
def test_a_fault_has_its_place(change: Change, place: tuple[int | str, ...], fault: str) -> None:
    """And says what is expected there."""
    moves = review()
    change(moves)
    found: Any = faults_of_moves(moves, RECORDED)
    for step in place:
        found = found[step]
    assert fault in (found if isinstance(found, str) else found[0])


@pytest.mark.parametrize("change", [lambda moves: moves.pop(), lambda moves: moves.append(moves[-1])])
def test_a_review_has_all_moves(change: Change) -> None:
    """And no others."""
    moves = review()
    change(moves)
    assert faults_of_moves(moves, RECORDED) == ["expected 5 moves, one for each action of the record"]
