"""Two instances behind a balancer are restarted one after the other, unnoticed by players."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from threading import Event
from typing import NamedTuple

import pytest
from balancers import balancer
from commands import TIMEOUT_S
from gunicorns import gunicorn
from servers import reserved_port

from regicide_client import CreateGameRequest, GameEvent, Session

CONCURRENT_GAMES = 3
ACTION_INTERVAL_S = 0.05
"""Pause between two actions: the test needs many connections, not many actions."""


class Played(NamedTuple):
    """A game as its players and a spectator have seen it."""

    acknowledged: list[str]
    events: list[GameEvent]


class Instances:
    """Two instances of the server on one store, behind a balancer."""

    def __init__(self, url: str, store: str, folder: Path, ports: list[int]) -> None:
        self.url = url
        self._store, self._folder, self._ports = store, folder, ports
        self._running = [ExitStack() for _ in ports]

    def start(self, number: int) -> None:
        """Start an instance, and wait until it responds."""
        settings = {"REDIS_URL": self._store, "LIMIT_CREATE_GAME": "0", "LIMIT_OPEN_STREAM": "0"}
        started = gunicorn(self._folder, self._ports[number], WEB_CONCURRENCY="1", **settings)
        self._running[number].enter_context(started)

    def stop(self, number: int) -> None:
        """Stop an instance gracefully."""
        self._running[number].close()


@contextmanager
def instances(store: str, folder: Path) -> Iterator[Instances]:
    """Two running instances."""
    ports = [reserved_port(), reserved_port()]
    with balancer(ports) as url:
        both = Instances(url, store, folder, ports)
        for number in range(2):
            both.start(number)
        try:
            yield both
        finally:
            for number in range(2):
                both.stop(number)


def play(url: str, seed: int, stop: Event) -> list[Played]:
    """Play games to their ends, one after the other, until `stop` is set."""
    rng, games = Random(seed), []
    while not stop.is_set():
        games.append(play_one(url, rng, stop))
    return games


def play_one(url: str, rng: Random, stop: Event) -> Played:
    """Play a game of two with random actions, while a spectator follows it."""
    acknowledged = []
    with Session(url) as session, ThreadPoolExecutor(1) as follower:
        created = session.create_game(CreateGameRequest(players=2))
        events = follower.submit(followed, url, created.game.id)
        seats = [Session(url, token=seat.token) for seat in created.seats]
        view = created.game
        while view.status == "active":
            view = seats[view.turn].get_game(view.id)
            action = rng.choice(view.legal_actions)
            view = seats[view.turn].act(view, action)
            acknowledged.append(action)
            stop.wait(ACTION_INTERVAL_S)
        for seat in seats:
            seat.close()
        return Played(acknowledged, events.result(timeout=TIMEOUT_S))


def followed(url: str, game: str) -> list[GameEvent]:
    """All events of a game, as they arrive."""
    with Session(url) as session:
        return list(session.follow(game))


@pytest.mark.faults
def test_a_rolling_restart_loses_no_stream_and_no_action(valkey_url: str, tmp_path: Path) -> None:
    """Every action is acknowledged and streamed once, in order, and every stream reaches the end."""
    stop = Event()
    with instances(valkey_url, tmp_path) as both, ThreadPoolExecutor(CONCURRENT_GAMES) as tables:
        playing = [tables.submit(play, both.url, seed, stop) for seed in range(CONCURRENT_GAMES)]
        try:
            for number in (0, 1):
                both.stop(number)
                both.start(number)
        finally:
            stop.set()
        games = [game for each in playing for game in each.result()]
    assert len(games) >= CONCURRENT_GAMES
    for game in games:
        assert [event.version for event in game.events] == list(range(2, len(game.acknowledged) + 2))
        assert [event.action for event in game.events] == game.acknowledged
