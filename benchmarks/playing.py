"""Games to be played against a server: created there, with every action known beforehand.

The game follows from its seed, so that the engine can play it here, and all requests can be written before any is sent.
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
    """A deal, and how the bot `greedy` plays it: each action with the seat that takes it."""

    seed: str
    players: int
    moves: list[tuple[int, str]]


class Game(NamedTuple):
    """A game on a server on this machine: where it is, the tokens of its seats, and the actions to be sent there."""

    path: str
    tokens: list[str]
    actions: list[bytes]

    @property
    def id(self) -> str:
        """The game's id."""
        return self.path.rpartition("/")[2]

    @property
    def looks(self) -> list[bytes]:
        """A look from each seat."""
        return [request("GET", self.path, token) for token in self.tokens]

    def looks_again(self, port: int) -> list[bytes]:
        """A look from each seat by somebody who has seen the game as it stands."""
        return [request("GET", self.path, token, known=self._etag(port, token)) for token in self.tokens]

    def _etag(self, port: int, token: str) -> str:
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", self.path, headers={"Authorization": f"Bearer {token}"})
        etag = connection.getresponse().headers["ETag"]
        connection.close()
        return etag


def plans(name: str, length: int) -> Iterator[Plan]:
    """Games that go on for so many actions, for 1 to 4 players in turns; the same ones for the same name."""
    found = (_plan(f"{name}-{number}", PLAYERS[number % len(PLAYERS)], length) for number in count())
    return (plan for plan in found if len(plan.moves) == length)


def _plan(seed: str, players: int, length: int) -> Plan:
    """The first actions of a game: so many, unless it ends before."""
    position = regicide.start(seed, players)
    moves: list[tuple[int, str]] = []
    while position.outcome is None and len(moves) < length:
        action = greedy.choose(seat_view(position, position.turn))
        moves.append((position.turn, action))
        position = regicide.act(position, regicide.parse_action(action))
    return Plan(seed, players, moves)


def created(port: int, plan: Plan) -> Game:
    """A new game on the server, and its actions as they are to be sent."""
    answer = _post(port, "/v1/games", {"players": plan.players, "seed": plan.seed})
    path, tokens = f"/v1/games/{answer['game']['id']}", [seat["token"] for seat in answer["seats"]]
    actions = [
        request("POST", f"{path}/actions", tokens[seat], {"version": version, "action": action})
        for version, (seat, action) in enumerate(plan.moves, 1)
    ]
    return Game(path, tokens, actions)


def request(method: str, path: str, token: str, content: object = None, known: str | None = None) -> bytes:
    """A request as it is sent; for a look, with the validator of what is known already."""
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
