"""Answers that a test gives in the name of a house bot, over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from players import BOTS_KEY, bearing
from shared_http import HTTP

import regicide
from regicide_api.services.agents import house_token

ACTIONS = [
    {"action": "9S", "won": 0.624, "defeated": 9.43, "share": 0.7},
    {"action": "AD+3D", "won": 0.5, "defeated": 8, "share": 0.2},
    {"action": "yield", "won": None, "defeated": None, "share": 0.1},
]
"""An answer about the first turn of the deal of SEED."""


def show_awake(server: str, *agents: str) -> None:
    """Let house bots ask for their turns: for two minutes the pages suggest them before those that have not asked."""
    for agent in agents:
        HTTP.get(f"{server}/v1/agents/me/turns", headers=bearing(house_token(BOTS_KEY, agent))).raise_for_status()


def answer(server: str, agent: str = "planner", **content: Any) -> dict[str, Any]:
    """Answer the question that waits for an agent, as a house bot does. Returns the question."""
    bearer = bearing(house_token(BOTS_KEY, agent))
    asked: list[dict[str, Any]] = []
    while not asked:
        turns = HTTP.get(f"{server}/v1/agents/me/turns?questions=5&wait=5", headers=bearer)
        asked = turns.raise_for_status().json()["questions"]
    path = f"{server}/v1/agents/me/questions/{asked[0]['id']}"
    HTTP.put(path, json=content, headers=bearer).raise_for_status()
    return asked[0]


def act(server: str, agent: str, game: str) -> None:
    """Take the first legal action in a game in which a house bot is to play."""
    bearer = bearing(house_token(BOTS_KEY, agent))
    path = f"{server}/v1/games/{game}"
    view = HTTP.get(path, headers=bearer).raise_for_status().json()
    body = {"version": view["version"], "action": view["legal_actions"][0]}
    HTTP.post(f"{path}/actions", json=body, headers=bearer).raise_for_status()


def reviewed_moves(record: dict[str, Any], costs: Mapping[int, float]) -> list[dict[str, Any]]:
    """A review of a record: the chance falls from 96 of 100 by the costs of some moves, given by their numbers."""
    moves, position, chance = [], regicide.Position.parse(record["start"]), 0.96
    for number, event in enumerate(record["events"], 1):
        after = chance - costs.get(number, 0)
        legal = [str(action) for action in position.legal_actions]
        better = [action for action in legal if action != event["action"]][:2]
        best = [*better, event["action"]] if number in costs else [event["action"], *better]
        won = {event["action"]: after}
        rated = [{"action": each, "won": won.get(each, chance), "defeated": 6, "share": 0.3} for each in best]
        chances = {"won_before": chance, "won_after": after, "cost": costs.get(number, 0)}
        taken = {name: event[name] for name in ("version", "seat", "action")} | {"number": number, "best": rated}
        moves.append(taken | chances | {"defeated_before": 6, "defeated_after": 5})
        position, chance = regicide.Position.parse(event["position"]), after
    return moves
