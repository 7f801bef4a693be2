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
    """A game for its creator: its path, the tokens of its seats, the last view."""

    path: str
    tokens: list[str]
    view: dict[str, Any]

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
        return Game(
            created.headers["Location"], [seat["token"] for seat in created.json["seats"]], created.json["game"]
        )

    def post(self, path: str, body: object, token: str | None = None) -> TestResponse:
        """Send a JSON body."""
        return self.client.post(path, json=body, headers=bearing(token))

    def register(self) -> tuple[str, str]:
        """Register an agent. Returns its name and its token."""
        registered = self.post("/v1/agents", {"name": f"bot-{secrets.token_hex(6)}"})
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

    def lose(self, game: Game) -> None:
        """Lose a game of two with the deal of SEED."""
        for action in LOSING:
            assert self.act(game, action).status_code == 200
        assert game.view["status"] == "lost"

    def play_out(self, game: Game) -> dict[str, Any]:
        """Play a game to its end by random actions. Returns the last view."""
        while game.view["status"] == "active":
            view = self.get_view(game, game.token)
            answer = self.act(game, self.rng.choice(view["legal_actions"]), view["version"])
            assert answer.status_code == 200, answer.text
        return game.view


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
