"""Long polls for a turn."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import pytest
from players import LOSING, SEED
from proxies import Fault, Proxy, says

from regicide_client import CreatedGame, CreateGameRequest, GameView, Session

KINDS = ("sync", "async")


def created_by(session: Any) -> CreatedGame:
    """Create a game of two."""
    created: CreatedGame = session.games.create(CreateGameRequest(players=2, seed=SEED))
    return created


def acting(url: str, created: CreatedGame, *actions: str) -> threading.Timer:
    """Start a timer that takes actions from the seats whose turn it is."""

    def act() -> None:
        view = created.game
        with Session(url) as session:
            for action in actions:
                assert view.turn is not None
                view = session.with_token(created.seats[view.turn].token).games.act(view, action)

    timer = threading.Timer(0.3, act)
    timer.start()
    return timer


def test_wait_returns_at_once_on_your_turn(session: Any) -> None:
    """Even with a timeout of 0."""
    created = created_by(session)
    assert session.with_token(created.seats[0].token).games.wait(created.game.id, timeout=0).turn == 0


def test_a_seat_waits_for_its_turn(session: Any, server: str) -> None:
    """The view has legal actions."""
    created = created_by(session)
    other = acting(server, created, *LOSING[:2])
    view = session.with_token(created.seats[1].token).games.wait(created.game.id, timeout=60)
    other.join()
    assert (view.version, view.turn) == (3, 1)
    assert view.legal_actions


def test_a_spectator_waits_for_the_end(session: Any, server: str) -> None:
    """A spectator has no turn."""
    created = created_by(session)
    others = acting(server, created, *LOSING)
    assert session.games.wait(created.game.id, timeout=60).status == "lost"
    others.join()


def test_wait_times_out(session: Any) -> None:
    """With a TimeoutError."""
    created = created_by(session)
    with pytest.raises(TimeoutError):
        session.with_token(created.seats[1].token).games.wait(created.game.id, timeout=0.5)


def tagged(view: GameView) -> Fault:
    """The response of a server that supports long polls."""
    return says("200 OK", "application/json", json.dumps(view.to_dict()), 'ETag: "a-tag"')


def test_the_server_is_asked_to_hold_its_response(proxied: Any, between: Proxy) -> None:
    """Up to the timeout; after a held response the next request follows at once."""
    created = created_by(proxied)
    between.seen.clear()
    held = says("304 Not Modified", "text/plain", "", "Preference-Applied: wait=25", 'ETag: "a-tag"')
    between.faults = [tagged(proxied.games.get(created.game.id)), *[held] * 20]
    began = time.monotonic()
    proxied.with_token(created.seats[0].token).games.wait(created.game.id, timeout=60)
    assert time.monotonic() - began < 60
    first, *further = [request.headers for request in between.seen[1:]]
    assert "Prefer" not in first
    assert {(headers["If-None-Match"], headers["Prefer"]) for headers in further} == {('"a-tag"', "wait=25")}
