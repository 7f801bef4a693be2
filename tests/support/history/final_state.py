"""The final state of a run: all games with their events and records, and the inboxes of the agents."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from wire import Reply, Wire

from history.client import content_of, token_prefix
from history.log import AgentGames, Event, Final, Inbox, Owned
from history.shared_games import AgentTokens, SharedGame, SharedGames

RECOVERY_TIMEOUT_S = 20.0
"""Time for a healed server to respond."""


def final_state(url: str, board: SharedGames, tokens: AgentTokens) -> Iterator[Final | Inbox | AgentGames | Owned]:
    """All games, inboxes, and lists of the games of agents and owners."""
    wire = Wire(url)
    agents = {agent: _valid(wire, tokens.known(agent)) for agent in tokens.agents}
    for agent, token in agents.items():
        yield Inbox(agent, tuple(sorted(view["id"] for view in _pages(wire, "/v1/agents/me/turns", "cursor", token))))
        listed = [*_pages(wire, "/v1/agents/me/games", "cursor", token)]
        over = [game["id"] for game in listed if game["result"]]
        yield AgentGames(agent, tuple(game["id"] for game in listed if not game["result"]), tuple(over))
    for owner, games in board.owned().items():
        yield _owned(wire, owner, games)
    for game in board.all():
        yield _final(wire, game, agents)


def _owned(wire: Wire, owner: str, games: set[str]) -> Owned:
    """The games of an owner, as granted, as listed, and as recorded."""
    listed = sorted(item["id"] for item in _pages(wire, "/v1/games", "cursor", owner))
    lines = _get(wire, "/v1/records", owner)
    recorded = [line["id"] for line in lines.json if line["record"]] if lines.status == 200 else []
    return Owned(token_prefix(owner), tuple(sorted(games)), tuple(listed), tuple(sorted(recorded)))


def _valid(wire: Wire, tokens: list[str]) -> str:
    """The valid one of an agent's tokens; the newest one if none is valid."""
    return next((token for token in tokens if _get(wire, "/v1/agents/me", token).status == 200), tokens[0])


def _final(wire: Wire, game: SharedGame, agents: dict[str, str]) -> Final:
    reply = _get(wire, game.path)
    if reply.status != 200:
        return Final(game.id, game.seed, game.players, reply.status)
    view = reply.json
    events = _pages(wire, f"{game.path}/events", "after")
    record = _get(wire, f"{game.path}/record")
    return Final(
        game.id,
        game.seed,
        game.players,
        200,
        view["version"],
        view["status"],
        _due(view),
        tuple(Event(event["version"], *content_of(event)) for event in events),
        record.json if record.status == 200 else None,
        tuple(_holders(wire, game, seat, agents) for seat in view["seats"]),
        tuple(sorted({seat["agent"] for seat in view["seats"] if seat["agent"]})),
    )


def _holders(wire: Wire, game: SharedGame, seat: dict[str, Any], agents: dict[str, str]) -> int | None:
    """The number of known tokens that can act for a seat; None for an open one."""
    if not seat["held"]:
        return None
    tokens = {agents[seat["agent"]]} if seat["agent"] else game.granted.get(seat["seat"], set())
    answers = [_get(wire, f"{game.path}?seat={seat['seat']}", token) for token in tokens]
    return sum(answer.status == 200 for answer in answers)


def _due(view: dict[str, Any]) -> str | None:
    """The agent that has the turn."""
    return view["seats"][view["turn"]]["agent"] if view["status"] == "active" else None


def _pages(wire: Wire, path: str, cursor: str, token: str | None = None) -> Iterator[dict[str, Any]]:
    """The items of a paginated list; none if the server has no such list."""
    query = "?limit=100"
    while query:
        reply = _get(wire, path + query, token)
        page = reply.json if reply.status == 200 else {"items": [], "next": None}
        yield from page["items"]
        query = f"?limit=100&{cursor}={page['next']}" if page["next"] else ""


def _get(wire: Wire, path: str, token: str | None = None) -> Reply:
    """The response to a request, with retries while the server recovers."""
    end = time.monotonic() + RECOVERY_TIMEOUT_S
    while True:
        with suppress(OSError, ValueError, http.client.HTTPException):
            reply = wire.send("GET", path, token=token)
            if reply.status != 503:
                return reply
        assert time.monotonic() < end, f"{path} is not answered, though all faults are healed"
        time.sleep(0.1)
