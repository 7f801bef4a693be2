"""Waiting for one's turn."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from players import LOSING, SEED

from regicide_client import CreatedGame, GameWish, Session


def created_by(session: Any) -> CreatedGame:
    """A game of two."""
    created: CreatedGame = session.create_game(GameWish(players=2, seed=SEED))
    return created


def acting(url: str, created: CreatedGame, *actions: str) -> threading.Timer:
    """Somebody who takes actions in a moment, from whichever seat is to act."""

    def act() -> None:
        view = created.game
        with Session(url) as session:
            for action in actions:
                assert view.turn is not None
                view = session.bearing(created.seats[view.turn].token).act(view, action)

    timer = threading.Timer(0.3, act)
    timer.start()
    return timer


def test_who_is_to_act_does_not_wait(session: Any) -> None:
    """The view comes at once."""
    created = created_by(session)
    assert session.bearing(created.seats[0].token).wait(created.game.id, within=0).turn == 0


def test_a_seat_waits_for_its_turn(session: Any, server: str) -> None:
    """And has a view to act in."""
    created = created_by(session)
    other = acting(server, created, *LOSING[:2])
    view = session.bearing(created.seats[1].token).wait(created.game.id, within=20)
    other.join()
    assert (view.version, view.turn) == (3, 1)
    assert view.legal_actions


def test_a_spectator_waits_for_the_end(session: Any, server: str) -> None:
    """No turn is theirs."""
    created = created_by(session)
    others = acting(server, created, *LOSING)
    assert session.wait(created.game.id, within=20).status == "lost"
    others.join()


def test_who_waits_too_long_is_told(session: Any) -> None:
    """By a TimeoutError."""
    created = created_by(session)
    with pytest.raises(TimeoutError):
        session.bearing(created.seats[1].token).wait(created.game.id, within=0.5)
