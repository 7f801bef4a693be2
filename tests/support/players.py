"""A client of the API for tests."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

SEED = "long-live-the-king"
"""Deals seat 0 AD 3D 4D 2H 3H 6H 9S and seat 1 2C 4C 9C 10C 8D AS 7S, against the jack of diamonds."""

LOSING = ("AD", "-3D-4D-2H-3H-6H-9S", "2C", "-4C-9C-10C-8D-AS-7S", "yield")
"""Actions that lose a game of two with that deal; it ends at version 6."""

BOTS_KEY = "the-key-of-the-house-in-all-tests"
"""The secret of the house bots in tests."""


@dataclass
class Game:
    """A game for its creator: its path, the tokens of its seats, the last view, the token of its owner."""

    path: str
    tokens: list[str]
    view: dict[str, Any]
    owner: str = ""

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.path.rpartition("/")[2]

    @property
    def token(self) -> str:
        """The token of the seat whose turn it is."""
        return self.tokens[self.view["turn"]]


@dataclass
class Player:
    """A player over HTTP."""

    client: FlaskClient
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    def create(self, players: int = 2, **options: Any) -> Game:
        """Create a game with these members of the request."""
        created = self.post("/v1/games", {"players": players, **options})
        assert created.status_code == 201, created.text
        return game_of(created.json)

    def seated(self, *holders: str | None, **options: Any) -> Game:
        """Create a game with these holders of its seats: names of agents, OPEN, or None for a player of the creator."""
        return self.create(len(holders), seats=[requested_seat(holder) for holder in holders], **options)

    def get(self, path: str, token: str | None = None, **headers: str) -> TestResponse:
        """Get a path."""
        return self.client.get(path, headers=bearing(token) | headers)

    def post(self, path: str, body: object = None, token: str | None = None, **headers: str) -> TestResponse:
        """Send a JSON body."""
        return self.client.post(path, json=body, headers=bearing(token) | headers)

    def put(self, path: str, body: object, token: str | None = None) -> TestResponse:
        """Put a JSON body."""
        return self.client.put(path, json=body, headers=bearing(token))

    def patch(self, path: str, body: object, token: str | None = None) -> TestResponse:
        """Change members of a resource."""
        return self.client.patch(path, json=body, headers=bearing(token))

    def delete(self, path: str, token: str | None = None) -> TestResponse:
        """Delete a resource."""
        return self.client.delete(path, headers=bearing(token))

    def pages(self, path: str, token: str | None = None) -> Iterator[TestResponse]:
        """A list page by page, by the links to the next one."""
        following: str | None = path
        while following:
            answer = self.get(following, token)
            assert answer.status_code == 200, answer.text
            yield answer
            following = answer.headers["Link"].split(">")[0][1:] if "Link" in answer.headers else None

    def items(self, path: str, token: str | None = None) -> list[dict[str, Any]]:
        """The items of all pages of a list."""
        return [item for page in self.pages(path, token) for item in page.json["items"]]

    def events(self, game: Game, token: str | None = None, query: str = "") -> list[dict[str, Any]]:
        """The events of a game for a viewer."""
        return self.items(f"{game.path}/events{query}", token)

    def record(self, game: Game) -> dict[str, Any]:
        """The record of a finished game."""
        answer = self.get(f"{game.path}/record")
        assert answer.status_code == 200, answer.text
        content: dict[str, Any] = answer.json
        return content

    def register(self, **settings: Any) -> tuple[str, str]:
        """Register an agent, with these settings. Returns its name and its token."""
        registered = self.post("/v1/agents", {"name": f"bot-{secrets.token_hex(6)}", **settings})
        assert registered.status_code == 201, registered.text
        return registered.json["name"], registered.json["token"]

    def turns(self, token: str) -> list[dict[str, Any]]:
        """The inbox of an agent."""
        answer = self.client.get("/v1/agents/me/turns", headers=bearing(token))
        assert answer.status_code == 200, answer.text
        items: list[dict[str, Any]] = answer.json["items"]
        return items

    def get_view(self, game: Game, token: str | None = None) -> dict[str, Any]:
        """The view of a game for a spectator, or from the seat of a token."""
        seen = self.client.get(game.path, headers=bearing(token))
        assert seen.status_code == 200, seen.text
        view: dict[str, Any] = seen.json
        return view

    def act(self, game: Game, action: str, version: int | None = None, token: str | None = None) -> TestResponse:
        """Apply an action, by default from the seat to act and at the version of the last view."""
        body = {"version": version or game.view["version"], "action": action}
        answer = self.post(f"{game.path}/actions", body, token or game.token)
        if answer.status_code == 200:
            game.view = answer.json
        return answer

    def lose(self, game: Game, agent_token: str = "", count: int = len(LOSING)) -> None:
        """Take actions that lose a game of two with the deal of SEED; an agent may hold the seats without a token."""
        for action in LOSING[:count]:
            turn = game.view["turn"]
            token = game.tokens[turn] if turn < len(game.tokens) else agent_token
            answer = self.act(game, action, self.get_view(game)["version"], token)
            assert answer.status_code == 200, answer.text
        assert (game.view["status"] == "lost") == (count == len(LOSING))

    def play_out(self, game: Game) -> dict[str, Any]:
        """Play a game to its end by random actions. Returns the last view."""
        while game.view["status"] == "active":
            view = self.get_view(game, game.token)
            answer = self.act(game, self.rng.choice(view["legal_actions"]), view["version"])
            assert answer.status_code == 200, answer.text
        return game.view


OPEN = "an open seat"
"""Stands for a seat that anyone can take."""


def requested_seat(holder: str | None) -> dict[str, object]:
    """The request for a seat: of an agent, an open one (OPEN), or of a player of the creator (None)."""
    return {"open": True} if holder == OPEN else {"agent": holder} if holder else {"name": "Ana"}


def game_of(created: dict[str, Any]) -> Game:
    """A created game, from the body of the response or an item of a batch."""
    tokens = [seat["token"] for seat in created["seats"]]
    owner = created.get("owner", {}).get("token", "")
    return Game(f"/v1/games/{created['game']['id']}", tokens, created["game"], owner)


def problem(answer: TestResponse) -> tuple[int, str]:
    """The status and the code of a problem."""
    return answer.status_code, answer.json["code"]


def places(answer: TestResponse) -> list[str]:
    """The places of the faults of an invalid request: pointers into its body, or names of parameters."""
    assert problem(answer) == (422, "invalid-request")
    return [fault.get("pointer", fault.get("parameter")) for fault in answer.json["errors"]]


def bearing(token: str | None) -> dict[str, str]:
    """The header with a bearer token."""
    return {"Authorization": f"Bearer {token}"} if token else {}


def without_now(view: dict[str, Any]) -> dict[str, Any]:
    """A view without the time of the response."""
    return {name: member for name, member in view.items() if name != "now"}


@contextmanager
def streamed(player: Player, game: Game, token: str | None, query: str = "") -> Iterator[Iterator[dict[str, Any]]]:
    """The events of a stream, until it ends."""
    accept = {"Accept": "text/event-stream"} | bearing(token)
    with player.client.get(f"{game.path}/events{query}", headers=accept) as answer:
        assert answer.status_code == 200, answer.text
        yield (
            json.loads(line.removeprefix(b"data: "))
            for frame in answer.response
            for line in frame.split(b"\n")
            if line.startswith(b"data: ")
        )
