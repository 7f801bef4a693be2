"""Clients of a server on this machine: single calls, players whose requests are prepared, and clients that wait.

Players send bytes that are computed before: a game follows from its seed, and the engine plays it in this process.
"""

from __future__ import annotations

import gc
import json
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import count
from multiprocessing import get_context
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import IO, Any, Final, NamedTuple, TypeAlias

import gevent
import httpx
from gevent.socket import create_connection
from gevent.socket import socket as Socket  # noqa: N812 - a class

import regicide
from regicide_arena.bots import greedy
from regicide_arena.bots.view_types import seat_view

HOST: Final = "127.0.0.1"
RESPONSE_TIMEOUT_S: Final = 60
"""Seconds that an answer may take."""
_LENGTH: Final = re.compile(rb"content-length: ([0-9]+)", re.IGNORECASE)
_GOOD: Final = (b"HTTP/1.1 200", b"HTTP/1.1 304")

Script: TypeAlias = Sequence[bytes]
"""What one client sends, request by request."""


# Single calls


@cache
def _http(port: int) -> httpx.Client:
    """A client with connections that are kept open."""
    return httpx.Client(base_url=f"http://{HOST}:{port}", timeout=RESPONSE_TIMEOUT_S)


def call(port: int, method: str, path: str, content: object = None, token: str | None = "") -> Any:
    """Send a request. Returns the JSON of the response."""
    answer = _http(port).request(method, path, json=content, headers=_bearing(token))
    assert answer.is_success, (  # noqa: S101 - a failed request invalidates the result
        f"{method} {path}: status {answer.status_code}: add what {content} lacks, where it is sent: {answer.text}"
    )
    return answer.json()


def _bearing(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def request(method: str, path: str, token: str = "", content: object = None, **headers: str) -> bytes:
    """The bytes of a request. An underscore in the name of a header is a hyphen."""
    body = b"" if content is None else json.dumps(content).encode()
    sent = [*_bearing(token).items(), *((name.replace("_", "-"), text) for name, text in headers.items())]
    sent += [("Content-Type", "application/json"), ("Content-Length", str(len(body)))] if body else []
    return raw_request(method, path, sent, body)


def raw_request(method: str, target: str, headers: Iterable[tuple[str, str]], body: bytes = b"") -> bytes:
    """The bytes of a request with these headers and `Host`."""
    lines = "".join(f"{name}: {text}\r\n" for name, text in headers)
    head = f"{method} {target} HTTP/1.1\r\nHost: {HOST}\r\n{lines}\r\n"
    return head.encode("utf-8", "surrogatepass") + body


# Games


class Plan(NamedTuple):
    """A deal, and the actions of the bot `greedy` in it, each after the seat that takes it."""

    seed: str
    players: int
    moves: list[tuple[int, str]]


class Game(NamedTuple):
    """A game on a server: its path, the tokens of its seats, and its prepared action requests."""

    path: str
    tokens: list[str]
    actions: list[bytes]

    @property
    def id(self) -> str:
        """The game's id."""
        return self.path.rpartition("/")[2]

    @property
    def view_requests(self) -> list[bytes]:
        """A request for the view of each seat."""
        return [request("GET", self.path, token) for token in self.tokens]

    def conditional_view_requests(self, port: int) -> list[bytes]:
        """A conditional request for the view of each seat, whose ETag is current."""
        return [request("GET", self.path, token, If_None_Match=etag(port, self.path, token)) for token in self.tokens]


def etag(port: int, path: str, token: str) -> str:
    """The current ETag of a view."""
    return _http(port).get(path, headers=_bearing(token)).headers["ETag"]


def plans(name: str, length: int, players: Sequence[int] = (1, 2, 3, 4)) -> Iterator[Plan]:
    """Yield games of at least `length` actions, for these numbers of players in turn; the same for the same name."""
    found = (_plan(f"{name}-{number}", players[number % len(players)], length) for number in count())
    return (plan for plan in found if len(plan.moves) == length)


def _plan(seed: str, players: int, length: int) -> Plan:
    """Return the first `length` actions of a game, fewer if it ends before."""
    position = regicide.Position.new(seed, players)
    moves: list[tuple[int, str]] = []
    while position.outcome is None and len(moves) < length:
        action = greedy.choose(seat_view(position, position.turn))
        moves.append((position.turn, action))
        position = regicide.apply(position, regicide.Action.parse(action))
    return Plan(seed, players, moves)


def create_game(port: int, plan: Plan) -> Game:
    """Create a game on the server, and prepare the requests of its actions."""
    answer = call(port, "POST", "/v1/games", {"players": plan.players, "seed": plan.seed})
    path, tokens = f"/v1/games/{answer['game']['id']}", [seat["token"] for seat in answer["seats"]]
    actions = [
        request("POST", f"{path}/actions", tokens[seat], {"version": version, "action": action})
        for version, (seat, action) in enumerate(plan.moves, 1)
    ]
    return Game(path, tokens, actions)


# Load


class LoadResult(NamedTuple):
    """The duration of each request in seconds, and the mean length of the responses' bodies."""

    seconds: list[float]
    body: int


@contextmanager
def driver() -> Iterator[ProcessPoolExecutor]:
    """A process of its own for the clients of `drive`."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        yield process


def drive(port: int, scripts: Sequence[Script], rate: float | None = None) -> LoadResult:
    """Run one client for each script, as fast as they are answered, or at a common rate of requests per second.

    At a rate, the clients send one after the other. A request that is due before the last one of its client is answered
    is sent late; its duration counts from when it was due.
    """
    gc.disable()
    now, step = time.perf_counter(), 1 / rate if rate else 0.0
    clients = [
        gevent.spawn(_send_all, port, script, now + place * step if rate else None, len(scripts) * step)
        for place, script in enumerate(scripts)
    ]
    answers = [answer for client in gevent.joinall(clients, raise_error=True) for answer in client.get()]
    gc.enable()
    return LoadResult([seconds for seconds, _ in answers], sum(body for _, body in answers) // len(answers))


def _send_all(port: int, script: Script, first_due: float | None, interval: float) -> list[tuple[float, int]]:
    """Send the requests of a client. Returns the duration of each, and the length of its response's body."""
    answers = []
    with connected(port) as connection, connection.makefile("rb") as received:
        for number, sent in enumerate(script):
            due = time.perf_counter() if first_due is None else first_due + number * interval
            sleep_until(due)
            connection.sendall(sent)
            body = receive(received)
            answers.append((time.perf_counter() - due, body))
    return answers


def connected(port: int) -> Socket:
    """A connection, for which other greenlets do not wait."""
    connection = create_connection((HOST, port), timeout=RESPONSE_TIMEOUT_S)
    connection.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
    return connection


def sleep_until(due: float) -> None:
    """Let other greenlets run until a time, if it is not over."""
    if (left_s := due - time.perf_counter()) > 0:
        gevent.sleep(left_s)


def receive(received: IO[bytes]) -> int:
    """Receive a response. Returns the length of its body; raises RuntimeError if the request was refused."""
    status, length = received.readline(), 0
    while (line := received.readline()) not in {b"\r\n", b""}:
        if found := _LENGTH.match(line):
            length = int(found[1])
    body = received.read(length)
    if not status.startswith(_GOOD):
        raise RuntimeError(f"a request was refused: {status!r} {body!r}")
    return length


# Clients that wait


@contextmanager
def open_subscriptions(port: int, number: int, *, streams: bool) -> Iterator[None]:
    """Keep this number of clients subscribed to games of four, by streams or by long polls."""
    client = open_stream if streams else open_long_poll
    with ExitStack() as closing:
        games = [call(port, "POST", "/v1/games", {"players": 4}) for _ in range(-(-number // 4))]
        seats = [(created["game"]["id"], seat["token"]) for created in games for seat in created["seats"]]
        for game, token in seats[:number]:
            closing.enter_context(client(port, game, token))
        yield


@contextmanager
def open_stream(port: int, game_id: str, token: str = "") -> Iterator[Socket]:
    """A stream of a game's events for a seat or a spectator, after its first bytes."""
    with connected(port) as stream:
        stream.sendall(request("GET", f"/v1/games/{game_id}/events", token, Accept="text/event-stream"))
        read_until(stream, b"retry: ")
        yield stream


@contextmanager
def open_long_poll(port: int, game_id: str, token: str) -> Iterator[Socket]:
    """A long poll of a game."""
    path = f"/v1/games/{game_id}"
    with connected(port) as client:
        client.sendall(request("GET", path, token, If_None_Match=etag(port, path, token), Prefer="wait=60"))
        yield client


def read_until(stream: Socket, mark: bytes) -> float:
    """Read until a mark arrives. Returns the time."""
    read = b""
    while mark not in read:
        more = stream.recv(65536)
        assert more, read  # noqa: S101 - a failed request invalidates the result
        read = read[-100:] + more
    return time.perf_counter()
