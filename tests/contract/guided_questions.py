"""Questions to agents that can be answered, and answers to them, for generated requests.

A question about a finished game stays answerable: so these are about a game that is over, apart from those for advice
in the game of the request.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Call = Callable[..., dict[str, Any]]
"""Sends a request of a method to a path, perhaps with a token and a body. Returns the JSON of the response."""

RATED = {"won": 0.5, "defeated": 6, "share": 1}
CHANCES = {"won_before": 0.5, "won_after": 0.25, "cost": 0.25, "defeated_before": 6, "defeated_after": 5.5}

review_ids: dict[str, str] = {}
"""The id of the question for the review of each game."""


def asked(call: Call, game_id: str, token: str | None, agent: str, rng: random.Random) -> dict[str, Any]:
    """The members of a question for advice: about the turn of a running game, or some turn of a finished one."""
    view = call("GET", f"/games/{game_id}", token)
    if view["status"] == "active":
        return {"agent": agent, "version": view["version"], "seat": view["turn"]}
    is_told = view["result"] and view["seed"]  # the record of a game with today's deal is not
    if events := call("GET", f"/games/{game_id}/record")["events"] if is_told else []:
        event = rng.choice(events)
        return {"agent": agent, "version": event["version"] - 1, "seat": event["seat"]}
    return {"agent": agent}


def advice_id(call: Call, game_id: str, token: str | None, agent: str, rng: random.Random) -> str | None:
    """The id of advice in a game; None if it cannot be asked there."""
    wish = asked(call, game_id, token, agent, rng)
    return call("POST", f"/games/{game_id}/advice", token, wish).get("id") if "version" in wish else None


def answered(
    call: Call, over: str, agent: dict[str, Any], body: dict[str, Any], rng: random.Random
) -> tuple[str, dict[str, Any]]:
    """The id of a question of the agent about a finished game, and an answer with the members of a body that fit."""
    events = call("GET", f"/games/{over}/record")["events"]
    if "moves" in body:
        moves = [_move(number, event) for number, event in enumerate(events, 1)]
        return _review_id(call, over, agent), {"moves": moves}
    event = rng.choice(events)
    wish = {"agent": agent["name"], "version": event["version"] - 1, "seat": event["seat"]}
    question = call("POST", f"/games/{over}/advice", None, wish)["id"]
    return question, {"failed": True} if "failed" in body else {"actions": [{"action": event["action"], **RATED}]}


def _move(number: int, event: dict[str, Any]) -> dict[str, Any]:
    best = [{"action": event["action"], **RATED}]
    return {name: event[name] for name in ("version", "seat", "action")} | {"number": number, "best": best} | CHANCES


def _review_id(call: Call, over: str, agent: dict[str, Any]) -> str:
    if over not in review_ids:
        call("GET", f"/games/{over}/review?agent={agent['name']}")
        questions = call("GET", "/agents/me/turns?questions=20", agent["token"])["questions"]
        review_ids.update({each["game"]: each["id"] for each in questions if each["kind"] == "review"})
    return review_ids[over]
