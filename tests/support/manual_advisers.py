"""Advisers whose answers the test gives, through the application in this process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from players import Game, Player, bearing
from werkzeug.test import TestResponse

BEST = {"action": "9S", "won": 0.5, "defeated": 8.25, "share": 1}
"""A rated action, which is legal for seat 0 at the deal of SEED."""


@dataclass
class Adviser:
    """An agent that gives advice: its name, its token, and the client by which it answers."""

    player: Player
    name: str
    token: str

    def questions(self, most: int = 20) -> list[dict[str, Any]]:
        """The questions in its inbox."""
        inbox = self.player.client.get(f"/v1/agents/me/turns?questions={most}", headers=bearing(self.token))
        assert inbox.status_code == 200, inbox.text
        found: list[dict[str, Any]] = inbox.json["questions"]
        return found

    def put(self, question: str, answer: object) -> TestResponse:
        """Answer a question by its id."""
        return self.player.client.put(f"/v1/agents/me/questions/{question}", json=answer, headers=bearing(self.token))

    def answer(self, question: str, *actions: dict[str, Any]) -> None:
        """Answer a question by its id, with these actions."""
        answered = self.put(question, {"actions": list(actions) or [BEST]})
        assert answered.status_code == 204, answered.text


def register_adviser(player: Player, *, reviews: bool = True) -> Adviser:
    """A new agent that gives advice and reviews games; without `reviews` only the former."""
    return Adviser(player, *player.register(advises=True, reviews=reviews))


def ask(player: Player, game: Game, adviser: Adviser | str, token: str | None = None, **members: Any) -> TestResponse:
    """Ask for advice, by default from the seat to act and at the version of the last view."""
    name = adviser if isinstance(adviser, str) else adviser.name
    wish = {"version": game.view["version"], "agent": name} | members
    return player.post(f"{game.path}/advice", wish, token or game.token)
