"""Duration of an action beside clients that send or read slowly, or not at all.

Each attack keeps some thousands of connections to a server with one worker process, while games are played. The load
shares the machine with the server, so that only the ratios are meaningful.

    .venv/bin/python benchmarks/slow_clients.py [connections]
"""

from __future__ import annotations

import resource
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread
from typing import Final, NamedTuple

from harness import Server, percentile, print_table, regicide_server, store
from subscribers import PART_DURATION_S, Times, play_elsewhere

ACTIONS_PER_S: Final = 20.0
DRIP_INTERVAL_S: Final = 1.0
MIN_BUFFER_BYTES: Final = 4096

_HEAD: Final = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


class Attack(NamedTuple):
    """What each connection sends at first, and then once a second. It reads no response."""

    name: str
    beginning: bytes
    drip: bytes = b""


ATTACKS: Final = (
    Attack("heads, a byte a second", _HEAD + b"X-Slow: ", b"x"),
    Attack("bodies, a byte a second", _HEAD + b"Content-Length: 5000\r\n\r\n{", b" "),
    Attack("the largest file, unread", b"GET /docs/static/swagger-ui/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n"),
    Attack("the OpenAPI document 8 times, unread", b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 8),
)


@contextmanager
def under(server: Server, attack: Attack, count: int) -> Iterator[None]:
    """Keep this number of connections open; those that the server closes are replaced."""
    stop = Event()
    thread = Thread(target=_hold, args=[server, attack, count, stop])
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _hold(server: Server, attack: Attack, count: int, stop: Event) -> None:
    with ExitStack() as closing:
        held: list[socket.socket] = []
        while not stop.wait(DRIP_INTERVAL_S if held else 0):
            held = [connection for connection in held if _is_open(connection, attack.drip)]
            held += [closing.enter_context(_connection(server, attack)) for _ in range(count - len(held))]


def _connection(server: Server, attack: Attack) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, MIN_BUFFER_BYTES)
    connection.connect(("127.0.0.1", server.port))
    connection.setblocking(False)
    with suppress(OSError):  # the server may have closed it
        connection.send(attack.beginning)
    return connection


def _is_open(connection: socket.socket, drip: bytes) -> bool:
    """Whether a connection is open after some more bytes; otherwise close it."""
    with suppress(OSError):
        if not connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) and connection.send(drip) == len(drip):
            return True
    connection.close()
    return False


def _measure(server: Server) -> Times:
    """Play games for a while after the first action, which may wait until the requests of an attack are handled."""
    times, stop = Times(), Event()
    player = Thread(target=play_elsewhere, args=[server, ACTIONS_PER_S, times, stop])
    player.start()
    while not times.elsewhere and player.is_alive():
        time.sleep(0.1)
    time.sleep(PART_DURATION_S)
    stop.set()
    player.join()
    return times


def main(count: int) -> None:
    """Measure each attack, and print the table."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 2 * count + 1000), most))
    rows: list[list[str | float]] = []
    with store() as url, regicide_server(url) as server:
        rows.append(["no attack", *_milliseconds(_measure(server))])
        for attack in ATTACKS:
            with under(server, attack, count):
                rows.append([attack.name, *_milliseconds(_measure(server))])
    print_table([f"{count} connections; milliseconds of an action", "p50", "p99"], rows)


def _milliseconds(times: Times) -> tuple[float, float]:
    p50, p99 = (1000 * percentile(times.elsewhere, share) for share in (0.5, 0.99))
    return p50, p99


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2100)
