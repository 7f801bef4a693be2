"""House bots and server processes are killed at random: every game ends, and its record is valid."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from arenas import Arena
from gunicorns import gunicorn
from players import BOTS_KEY
from servers import children_of

import regicide
from regicide_client import CreateGameRequest, GameRecord, RetryPolicy, SeatRequest, Session

HOUSE = ["greedy", "random"]


class House:
    """Two processes of house bots, which are restarted when killed."""

    def __init__(self, url: str, directory: Path) -> None:
        self._start = lambda: Arena("house-bots", "--server", url, directory=directory, BOTS_KEY=BOTS_KEY)
        self._running = [self._start(), self._start()]
        self.killed = 0

    def kill_one(self, rng: random.Random) -> None:
        """Kill one process, and start another."""
        victim = self._running.pop(rng.randrange(2))
        victim.process.kill()
        victim.ended()
        self._running.append(self._start())
        self.killed += 1

    def close(self) -> None:
        """End both processes."""
        for bots in self._running:
            bots.end()


@contextmanager
def trouble(house: House, master: int, pause: float) -> Iterator[None]:
    """Kill a process of the bots and a worker of the server again and again."""
    stop, rng = Event(), random.Random(11)

    def make() -> None:
        while True:
            house.kill_one(rng)
            if workers := children_of(master):
                os.kill(rng.choice(workers), signal.SIGKILL)
            if stop.wait(pause):
                return

    maker = Thread(target=make)
    maker.start()
    try:
        yield
    finally:
        stop.set()
        maker.join()


def ended(session: Session, game_id: str, until: float) -> GameRecord:
    """Wait for the end of a game, and return its record."""
    while not session.games.get(game_id).result:
        assert time.monotonic() < until, f"game {game_id} does not end"
        time.sleep(0.2)
    return session.games.record(game_id)


@pytest.mark.parametrize(
    ("games", "pause", "patience"),
    [
        pytest.param(6, 1.5, 60, marks=pytest.mark.faults),
        pytest.param(50, 3, 600, marks=[pytest.mark.long, pytest.mark.timeout(900)]),
    ],
)
def test_every_game_ends_and_its_record_holds(
    valkey_url: str, tmp_path: Path, games: int, pause: float, patience: int
) -> None:
    """With four house bots in each game."""
    settings = {"REDIS_URL": valkey_url, "BOTS_KEY": BOTS_KEY, "WEB_CONCURRENCY": "2", "LIMIT_CREATE_GAME": "0"}
    with ExitStack() as running:
        server = running.enter_context(gunicorn(tmp_path, **settings))
        house = House(server.url, tmp_path)
        running.callback(house.close)
        session = running.enter_context(Session(server.url, retry=RetryPolicy(deadline=60)))
        with trouble(house, server.pid, pause):
            seats = [SeatRequest(agent=name) for name in HOUSE * 2]
            created = [session.games.create(CreateGameRequest(players=4, seats=seats)).game.id for _ in range(games)]
            until = time.monotonic() + patience
            records = [ended(session, game_id, until) for game_id in created]
        assert house.killed > 0
    assert all(regicide.verify_record(record.to_dict()) for record in records)
