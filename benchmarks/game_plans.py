"""Games for load tests of a server, with all actions computed beforehand.

A game follows from its seed: the engine plays it in this process, and all requests are prepared before any is sent.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from itertools import count
from typing import Any, Final, NamedTuple

import regicide
from regicide_arena.bots import greedy
from regicide_arena.bots.view_types import seat_view

PLAYERS: Final = (1, 2, 3, 4)


class Plan(NamedTuple):
    """A deal, and the actions of the bot `greedy` in it, each after the seat that takes it."""

    seed: str
    players: int
    moves: list[tuple[int, str]]


class Game(NamedTuple):
    """A game on a local server: its path, the tokens of its seats, and its prepared action requests."""

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
        return [request("GET", self.path, token, known=self._etag(port, token)) for token in self.tokens]

    def _etag(self, port: int, token: str) -> str:
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", self.path, headers={"Authorization": f"Bearer {token}"})
        etag = connection.getresponse().headers["ETag"]
        connection.close()
        return etag


def plans(name: str, length: int) -> Iterator[Plan]:
    """Yield games of at least `length` actions, for 1 to 4 players in turn; the same ones for the same name."""
    found = (_plan(f"{name}-{number}", PLAYERS[number % len(PLAYERS)], length) for number in count())
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
    answer = _post(port, "/v1/games", {"players": plan.players, "seed": plan.seed})
    path, tokens = f"/v1/games/{answer['game']['id']}", [seat["token"] for seat in answer["seats"]]
    actions = [
        request("POST", f"{path}/actions", tokens[seat], {"version": version, "action": action})
        for version, (seat, action) in enumerate(plan.moves, 1)
    ]
    return Game(path, tokens, actions)


def request(method: str, path: str, token: str, content: object = None, known: str | None = None) -> bytes:
    """Return the bytes of a request; `known` is the ETag of a conditional request."""
    body = b"" if content is None else json.dumps(content).encode()
    headers = {"Host": "127.0.0.1", "Authorization": f"Bearer {token}"}
    headers |= {"Content-Type": "application/json", "Content-Length": str(len(body))} if body else {}
    headers |= {"If-None-Match": known} if known else {}
    lines = "".join(f"{name}: {text}\r\n" for name, text in headers.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body


def _post(port: int, path: str, content: object) -> Any:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", path, json.dumps(content), {"Content-Type": "application/json"})
    answer = json.load(connection.getresponse())
    connection.close()
    return answer
