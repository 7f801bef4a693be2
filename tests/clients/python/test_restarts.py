"""A session continues after the server crashes and restarts."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from players import LOSING, SEED
from servers import KillableServer, killable_server

from regicide_client import CreateGameRequest, RetryPolicy

pytestmark = pytest.mark.costly

LONG_RETRY = RetryPolicy(deadline=60, timeout=5, initial_backoff=0.02, max_backoff=0.2)


@pytest.fixture
def mortal(valkey_url: str) -> Iterator[KillableServer]:
    """A server that can be killed."""
    with killable_server(REDIS_URL=valkey_url) as server:
        yield server


def played(session: Any, meanwhile: Callable[[], object]) -> list[str]:
    """Play a game with an incident in the middle; return the actions in the record."""
    created = session.games.create(CreateGameRequest(players=2, seed=SEED))
    seats, view = [session.with_token(seat.token) for seat in created.seats], created.game
    for action in LOSING:
        if view.version == 3:
            meanwhile()
        view = seats[view.turn].games.act(view, action)
    return [event.action for event in session.games.record(view.id).events]


def test_a_game_continues_after_all_workers_are_killed(connect: Callable[..., Any], mortal: KillableServer) -> None:
    """Each action is applied once."""
    assert played(connect(mortal.url, LONG_RETRY), mortal.kill_workers) == list(LOSING)


def test_a_game_continues_after_the_server_is_killed(connect: Callable[..., Any], mortal: KillableServer) -> None:
    """It restarts while the session retries."""
    revival = threading.Timer(0.2, mortal.start)

    def kill() -> None:
        mortal.kill()
        revival.start()

    assert played(connect(mortal.url, LONG_RETRY), kill) == list(LOSING)
    revival.join()
