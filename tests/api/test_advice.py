"""Advice: asked by the seat to act, answered by an agent, and seen by that seat alone."""

from __future__ import annotations

from typing import Any

import pytest
from players import SEED, Player, bearing, without_now


@pytest.fixture
def adviser(player: Player) -> tuple[str, str]:
    """The name and the token of an agent that gives advice."""
    name, token = player.register()
    player.client.patch("/v1/agents/me", json={"advises": True}, headers=bearing(token))
    return name, token


def questions_to(player: Player, token: str, most: int = 20) -> list[dict[str, Any]]:
    """The questions in an inbox."""
    answer = player.client.get(f"/v1/agents/me/turns?questions={most}", headers=bearing(token))
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json["questions"]
    return found


def test_advice_is_asked_answered_and_fetched(player: Player, adviser: tuple[str, str]) -> None:
    """The agent finds the question in its inbox."""
    name, token = adviser
    game = player.create(seed=SEED)
    wish = {"version": 1, "agent": name}
    asked = player.post(f"{game.path}/advice", wish, game.token)
    assert (asked.status_code, asked.json["status"], asked.json["actions"]) == (202, "pending", [])
    [question] = questions_to(player, token)
    assert without_now(question["view"]) == without_now(player.get_view(game, game.token))
    actions = [{"action": "9S", "won": 0.5, "defeated": 8.25, "share": 1}]
    path = f"/v1/agents/me/questions/{question['id']}"
    answered = player.client.put(path, json={"actions": actions, "considered": 7}, headers=bearing(token))
    assert (answered.status_code, questions_to(player, token)) == (204, [])
    fetched = player.client.get(asked.headers["Location"], headers=bearing(game.token))
    assert (fetched.status_code, fetched.json["status"], fetched.json["considered"]) == (200, "ready", 7)
    assert fetched.json["actions"] == actions
    again = player.post(f"{game.path}/advice", wish, game.token)
    assert (again.status_code, again.json) == (200, fetched.json)
    [event] = player.client.get(f"{game.path}/events").json["items"]
    assert (event["type"], event["seat"], event["agent"]) == ("advice", 0, name)
