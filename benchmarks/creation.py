"""Processor time of the creation of 100 games by one request, relative to that of one game by a request of its own.

.venv/bin/python benchmarks/creation.py [rounds]
"""

from __future__ import annotations

import json
import socket
import sys
from statistics import median
from typing import Final

from harness import Server, print_table, regicide_server, separate_cores, store
from stream_clients import read_response

GAMES: Final = 100
PLAYERS: Final = (1, 2, 3, 4)
SINGLES: Final = 100
BATCHES: Final = 5
"""Requests of a round."""


def creation_seconds(server: Server, rounds: int) -> list[tuple[float, float]]:
    """Seconds of processor time for one game by itself, and for 100 games together, in each round after the first."""
    single = [_request("/v1/games", {"players": players}) for players in PLAYERS * (SINGLES // len(PLAYERS))]
    wishes = [{"players": players} for players in PLAYERS * (GAMES // len(PLAYERS))]
    batch = [_request("/v1/games/batch", {"games": wishes})] * BATCHES
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        measured = [(_seconds(server, client, single), _seconds(server, client, batch)) for _ in range(rounds + 1)]
    return measured[1:]


def _seconds(server: Server, client: socket.socket, requests: list[bytes]) -> float:
    """Seconds of processor time for each request."""
    before = server.processor_seconds
    for request in requests:
        client.sendall(request)
        response = read_response(client)
        assert response.startswith(b"HTTP/1.1 201"), response  # noqa: S101 - a failed request invalidates the result
    return (server.processor_seconds - before) / len(requests)


def _request(path: str, content: object) -> bytes:
    body = json.dumps(content).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def main(rounds: int) -> None:
    """Measure, and print the medians."""
    separate_cores()
    with store() as url, regicide_server(url) as server:
        measured = creation_seconds(server.pin(), rounds)
    one, hundred = (median(column) for column in zip(*measured, strict=True))
    print_table(
        ["milliseconds of processor time", "1 game", f"{GAMES} games", "ratio"],
        [["", 1000 * one, 1000 * hundred, median(batch / single for single, batch in measured)]],
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
