"""Worker processes are killed while an agent plays: its inbox loses no turn and returns no ended one."""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from gunicorns import gunicorn
from servers import regicide_process, workers_of
from wire import Wire

MAX_DELAY_S = 5.0
"""Longest time until an agent has its turn in the inbox."""
GRACEFUL_TIMEOUT_S = 30.0
"""Gunicorn's time for a stopping worker to finish its requests."""


class RetryingClient(Wire):
    """A client that retries requests without a response."""

    def send_with_retries(self, method: str, path: str, body: object = None, token: str | None = None) -> Any:
        """Send a request until there is a response. Returns its JSON."""
        while True:
            with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
                reply = self.send(method, path, body, token)
                if reply.status < 500:
                    return reply.json
            time.sleep(0.02)


@contextmanager
def killing(process: int, pause: float) -> Iterator[None]:
    """Kill the worker processes of a server in the background, one after the other."""
    stop, rng = Event(), random.Random(3)

    def kill() -> None:
        while not stop.wait(pause * rng.uniform(0.5, 1.5)):
            if workers := workers_of(process):
                os.kill(rng.choice(workers), signal.SIGKILL)

    killer = Thread(target=kill)
    killer.start()
    try:
        yield
    finally:
        stop.set()
        killer.join()


def played(wire: RetryingClient, token: str, games: int, name: str) -> tuple[float, int]:
    """Play games with the agent in every seat. Returns the longest time without a turn, and the ended turns."""
    going = set()
    for number in range(games):
        request_body = {"players": 2, "seats": [{"agent": name}] * 2, "seed": f"killed/{number}"}
        going.add(wire.send_with_retries("POST", "/v1/games", request_body)["game"]["id"])
    longest, over, known, last = 0.0, 0, dict.fromkeys(going, 0), time.monotonic()
    while going:
        turns = wire.send_with_retries("GET", "/v1/agents/me/turns", token=token)["items"]
        over += sum(turn["version"] <= known.get(turn["id"], 0) for turn in turns)
        if turns:
            longest, last = max(longest, time.monotonic() - last), time.monotonic()
        for turn in turns:
            proposal = {"version": turn["version"], "action": turn["legal_actions"][0]}
            view = wire.send_with_retries("POST", f"/v1/games/{turn['id']}/actions", proposal, token)
            known[turn["id"]] = turn["version"]
            if view.get("status") in {"won", "lost"} or view.get("code") == "game-over":
                going.discard(turn["id"])
            last = time.monotonic()
        assert time.monotonic() - last < 10 * MAX_DELAY_S, f"no turn comes, and {len(going)} games go on"
    return longest, over


@pytest.mark.faults
@pytest.mark.parametrize("games", [12, pytest.param(300, marks=[pytest.mark.long, pytest.mark.timeout(900)])])
def test_no_turn_is_lost_and_no_ended_one_is_returned(valkey_url: str, games: int) -> None:
    """A worker process is killed twice a second."""
    with regicide_process(REDIS_URL=valkey_url, WEB_CONCURRENCY="2", LOG_FORMAT="quiet") as (url, process):
        wire = RetryingClient(url)
        name = f"immortal-{random.getrandbits(40):x}"
        token = wire.send("POST", "/v1/agents", {"name": name}).json["token"]
        with killing(process, 0.5):
            longest, over = played(wire, token, games, name)
    assert longest < MAX_DELAY_S
    assert over == 0


@pytest.mark.faults
def test_workers_exit_with_a_killed_master(valkey_url: str, tmp_path: Path) -> None:
    """They end their streams at once; otherwise they would keep the port for half a minute."""
    with gunicorn(tmp_path, REDIS_URL=valkey_url, LOG_FORMAT="quiet", WEB_CONCURRENCY="1") as server:
        game = Wire(server.url).send("POST", "/v1/games", {"players": 1}).json["game"]["id"]
        with Wire(server.url).stream(f"/v1/games/{game}/events") as stream:
            killed = time.monotonic()
            os.kill(server.pid, signal.SIGKILL)
            assert list(stream) == []
    assert time.monotonic() - killed < GRACEFUL_TIMEOUT_S / 2
