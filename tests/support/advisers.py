"""House bots that tests play: they answer questions for advice over HTTP."""

from __future__ import annotations

from typing import Any

import httpx
from players import BOTS_KEY, bearing

from regicide_api.services.agents import house_token

ACTIONS = [
    {"action": "9S", "won": 0.624, "defeated": 9.43, "share": 0.7},
    {"action": "AD+3D", "won": 0.5, "defeated": 8, "share": 0.2},
    {"action": "yield", "won": None, "defeated": None, "share": 0.1},
]
"""An answer about the first turn of the deal of SEED."""


def answer(server: str, agent: str = "planner", **content: Any) -> dict[str, Any]:
    """Answer the question that waits for an agent, as a house bot does. Returns the question."""
    bearer = bearing(house_token(BOTS_KEY, agent))
    asked: list[dict[str, Any]] = []
    while not asked:
        turns = httpx.get(f"{server}/v1/agents/me/turns?questions=5&wait=5", headers=bearer, timeout=20)
        asked = turns.raise_for_status().json()["questions"]
    path = f"{server}/v1/agents/me/questions/{asked[0]['id']}"
    httpx.put(path, json=content, headers=bearer).raise_for_status()
    return asked[0]
