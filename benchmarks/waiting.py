"""Does an action take longer when many clients wait for news on the same worker process?

One worker process, two games: many streams wait for the one, and the other is played. The time of an action is measured
in turns without and with the waiting clients, so that both see the same machine; the ratio is what counts.

    .venv/bin/python benchmarks/waiting.py [clients] [rounds]
"""

from __future__ import annotations

import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

ACTIONS = 200
UNNOTICED_FOR = 5
"""Seconds until the server has noticed that clients are gone."""


def call(url: str, body: object = None, token: str = "") -> Any:
    """Send a request; the JSON of the answer."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=30) as answer:  # noqa: S310 - our own server
        return json.load(answer)


def milliseconds_per_action(server: str) -> list[float]:
    """Play games until so many actions are taken; the time of each, in milliseconds."""
    times: list[float] = []
    while len(times) < ACTIONS:
        created = call(f"{server}/v1/games", {"players": 2})
        game, tokens = created["game"], [seat["token"] for seat in created["seats"]]
        while game["status"] == "active" and len(times) < ACTIONS:
            token = tokens[game["turn"]]
            view = call(f"{server}/v1/games/{game['id']}", token=token)
            move = {"version": view["version"], "action": view["legal_actions"][0]}
            start = time.perf_counter()
            game = call(f"{server}/v1/games/{game['id']}/actions", move, token)
            times.append(1000 * (time.perf_counter() - start))
    return times


def waiting_clients(server: str, count: int) -> list[socket.socket]:
    """So many open streams on one game, each of which has had the first bytes."""
    game = call(f"{server}/v1/games", {"players": 1})["game"]["id"]
    host, port = server.removeprefix("http://").split(":")
    request = f"GET /v1/games/{game}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode()
    clients = []
    for _ in range(count):
        client = socket.create_connection((host, int(port)), timeout=30)
        client.sendall(request)
        clients.append(client)
    for client in clients:
        head = client.recv(4096)
        assert head.startswith(b"HTTP/1.1 200"), head  # noqa: S101 - or it shows nothing
    return clients


def percentile(times: list[float], share: float) -> float:
    """The time that so large a share of the actions did not exceed."""
    return sorted(times)[int(share * (len(times) - 1))]


def main(count: int, rounds: int) -> None:
    """Measure in turns, and print a table."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4 * count + 1000), most))
    few = {"PORT": "0", "REDIS_URL": "", "WEB_CONCURRENCY": "1", "WEB_THREADS": str(count * 8 // 7 + 64)}
    with tempfile.TemporaryDirectory() as data_dir:
        command = Path(sys.executable).parent / "regicide-server"
        unlimited = {"LIMIT_CREATE_GAME": "0", "LIMIT_OPEN_STREAM": "0"}
        environment = os.environ | few | unlimited | {"DATA_DIR": data_dir}
        with subprocess.Popen([command], env=environment, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - ours
            try:
                server = process.stdout.readline().split()[-1]  # type: ignore[union-attr]
                compare(server, count, rounds)
            finally:
                process.terminate()


def compare(server: str, count: int, rounds: int) -> None:
    """Measure in turns, and print a table."""
    milliseconds_per_action(server)
    alone: list[float] = []
    beside: list[float] = []
    for _ in range(rounds):
        alone += milliseconds_per_action(server)
        clients = waiting_clients(server, count)
        beside += milliseconds_per_action(server)
        for client in clients:
            client.close()
        time.sleep(UNNOTICED_FOR)
    print(f"{'':26}{'median':>10}{'p99':>10}  (milliseconds per action, {len(alone)} actions each)")
    for name, times in (("nobody waits", alone), (f"{count} clients wait", beside)):
        print(f"{name:26}{statistics.median(times):10.2f}{percentile(times, 0.99):10.2f}")
    print(f"{'ratio':26}{statistics.median(beside) / statistics.median(alone):10.2f}", end="")
    print(f"{percentile(beside, 0.99) / percentile(alone, 0.99):10.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, int(sys.argv[2]) if len(sys.argv) > 2 else 3)
