"""The operations of the document, each with one way to send it about a game that all of them can be about."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from players import SEED, Game, Player, bearing
from published import document, example
from werkzeug.test import TestResponse

EXAMPLE: Final = object()
"""Stands for the example of an operation's body."""


@dataclass(frozen=True)
class Operation:
    """An operation of the document."""

    method: str
    path: str
    content: dict[str, Any]

    @property
    def schemes(self) -> set[str]:
        """The security schemes of the tokens that it accepts; the empty text, too, if a request needs none."""
        return {scheme for each in self.content["security"] or [{}] for scheme in each or [""]}

    @property
    def body(self) -> dict[str, Any]:
        """The content of its body, with schema and example; empty if it has none."""
        content: dict[str, Any] = self.content.get("requestBody", {}).get("content", {}).get("application/json", {})
        return content

    @property
    def query(self) -> dict[str, dict[str, Any]]:
        """The schemas of the parameters of its query, by name."""
        return {each["name"]: each["schema"] for each in self.content["parameters"] if each["in"] == "query"}


OPERATIONS: Final = {
    content["operationId"]: Operation(method.upper(), path, content)
    for path, operations in document()["paths"].items()
    for method, content in operations.items()
    if method != "parameters"
}
"""All operations by their id."""
OF_GAMES: Final = [name for name, each in OPERATIONS.items() if "{game_id}" in each.path]
"""The ids of those about one game."""
WITH_BODY: Final = [name for name, each in OPERATIONS.items() if each.body]
"""The ids of those whose requests have a body."""


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema with its reference followed; that of actions without its pattern, which the rules check."""
    name = schema.get("$ref", "").rpartition("/")[2]
    schema = document()["components"]["schemas"][name] if name else schema
    return {keyword: value for keyword, value in schema.items() if name != "ActionText" or keyword != "pattern"}


@dataclass
class Scene:
    """A game, the owner of it, and an agent without a seat in it, which answers questions."""

    player: Player
    game: Game
    agent: str
    agent_token: str

    def send(
        self, operation: str, token: str | None = None, body: Any = EXAMPLE, query: str = "", **headers: str
    ) -> TestResponse:
        """Send an operation about seat 0 of the game, by default with the example of its body; bytes as they are."""
        wanted, unknown = OPERATIONS[operation], f"{'0' * 20}-{self.agent}"
        values = {"game_id": self.game.id, "seat": "0", "device_id": "none", "board_id": "public"} | dict.fromkeys(
            ("advice_id", "question_id"), unknown
        )
        path = re.sub(r"\{(\w+)\}", lambda found: values[found[1]], wanted.path)
        sent: dict[str, Any] = {}
        if wanted.body:
            body = self.example(operation) if body is EXAMPLE else body
            media_type = headers.pop("Content-Type", "application/json")
            sent = {"data": body if isinstance(body, bytes) else json.dumps(body), "content_type": media_type}
        return self.player.client.open(path + query, method=wanted.method, headers=bearing(token) | headers, **sent)

    def example(self, operation: str) -> dict[str, Any]:
        """The example of a body, about the present version of the game and the agent of the scene."""
        body = dict(example(OPERATIONS[operation].body))
        known = {"version": self.game.view["version"], "agent": self.agent}
        return body | {name: value for name, value in known.items() if name in body}

    def token_of(self, operation: str) -> str | None:
        """A token with which an operation is allowed in the game while it runs; None if it needs none."""
        tokens = {"token": self.game.tokens[:1], "owner": [self.game.owner], "agentToken": [self.agent_token], "": []}
        [first, *_] = [*(tokens[scheme] for scheme in sorted(OPERATIONS[operation].schemes, reverse=True))]
        return first[0] if first else None


def scene(player: Player, **options: Any) -> Scene:
    """A new scene, by default with a running game of two people in which seat 0 has the turn; None drops a default."""
    name, token = player.register(advises=True, reviews=True)
    members = {"seed": SEED, "advice": "all"} | options
    game = player.create(**{member: value for member, value in members.items() if value is not None})
    return Scene(player, game, name, token)
