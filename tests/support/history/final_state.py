"""The final state of a run: all games with their events and records, and the inboxes of the agents."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from wire import Reply, Wire

from history.client import content_of, seat_states, token_prefix
from history.log import OVER, AgentGames, Event, Final, Inbox, Owned
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
        over = {game["id"]: game["status"] in OVER for game in listed}
        running = tuple(game for game in over if not over[game])
        yield AgentGames(agent, running, tuple(game["id"] for game in listed if over[game["id"]]))
    for owner, games in board.owned().items():
        yield _owned(wire, owner, games)
    for game in board.all():
        yield _final(wire, game, agents)


def _owned(wire: Wire, owner: str, games: set[str]) -> Owned:
    """The games of an owner, as granted, as listed, and as recorded."""
    listed = sorted(item["id"] for item in _pages(wire, "/v1/games", "cursor", owner))
    recorded = [each["id"] for each in _pages(wire, "/v1/records", "cursor", owner) if each["record"]]
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
    reply = _get(wire, f"{game.path}/record")
    record = reply.json if reply.status == 200 else None
    return Final(
        game.id,
        game.seed or view["seed"] or "",
        game.players,
        200,
        view["version"],
        view["status"],
        _due(view),
        tuple(Event(event["version"], *content_of(event)) for event in events),
        record,
        tuple(_holders(wire, game, seat, agents) for seat in view["seats"]),
        seat_states(view),
        record["first_player"] if record else 0,
        view["next"],
    )


def _holders(wire: Wire, game: SharedGame, seat: dict[str, Any], agents: dict[str, str]) -> int | None:
    """The number of known tokens that can act for a seat; None for an open one."""
    if not seat["held"]:
        return None
    tokens = {agents[seat["agent"]]} if seat["agent"] else game.granted.get(seat["seat"], set())
    answers = [_get(wire, f"{game.path}?seat={seat['seat']}", token) for token in tokens]
    return sum(answer.status == 200 for answer in answers)


def _due(view: dict[str, Any]) -> tuple[str, ...]:
    """The agents that may act: the holder of the seat that has the turn, and the agent that stands in for it."""
    if view["status"] != "active":
        return ()
    seat = view["seats"][view["turn"]]
    return tuple(sorted({agent for agent in (seat["agent"], seat["stand_in"]) if agent}))


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
