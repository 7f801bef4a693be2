"""Agents over HTTP: registering one, listing them, and the inbox."""

from __future__ import annotations

from typing import Any, Final

from flask import Response
from flask.views import MethodView
from redis.exceptions import RedisError

from regicide_api import schemas
from regicide_api.core import errors
from regicide_api.domain.views import timestamp, view
from regicide_api.endpoints import examples
from regicide_api.endpoints.polling import headers_of, look_for_turns
from regicide_api.http.auth import required_agent
from regicide_api.http.conditional import is_known, not_modified, patience
from regicide_api.http.context import agents
from regicide_api.http.decorators import (
    AGENT_TOKEN,
    BODY_ERRORS,
    ETAG,
    NEXT_PAGE,
    Answer,
    Contract,
    link,
)
from regicide_api.services.agents import Agent

players: Final = Contract("agents", __name__, url_prefix="/v1/agents", description="Players that are programs.")


@players.on("")
class Agents(MethodView):
    """All agents."""

    init_every_request = False

    @players.once
    @players.limits("create-agent")
    @players.takes(schemas.AgentWish, example=examples.AGENT_WISH)
    @players.gives(201, schemas.AgentToken, example=examples.AGENT_TOKEN)
    @players.refuses(*BODY_ERRORS, errors.NameTaken, RedisError)
    @players.operation("register_agent", security=[])
    def post(self, wish: dict[str, Any]) -> dict[str, str]:
        """Register an agent

        Its token acts for every seat that is given to the agent, in all games. It is not kept and cannot be had again.
        """
        return {"name": wish["name"], "token": agents().enrol(wish["name"])}

    @players.asks(schemas.AgentsQuery)
    @players.gives(200, schemas.AgentList, headers=NEXT_PAGE, example=examples.AGENT_LIST)
    @players.refuses(errors.InvalidParameter, RedisError)
    @players.operation("list_agents", security=[])
    def get(self, query: dict[str, Any]) -> Answer:
        """List agents

        By name: those that seats of a new game can be given to, the bots of the house among them.
        """
        found, name = agents().page(query.get("cursor"), query["limit"])
        return Answer({"items": [_told(agent) for agent in found], "next": name}, link(name))


@players.on("/me/turns")
class Turns(MethodView):
    """The inbox of an agent."""

    init_every_request = False

    @players.asks(schemas.TurnsQuery)
    @players.gives(200, schemas.Turns, headers=ETAG | NEXT_PAGE, example=examples.TURNS)
    @players.also_gives(304, headers=ETAG, description="Nothing new, however long you waited.")
    @players.refuses(errors.InvalidParameter, errors.TokenRequired, errors.UnknownToken, errors.Overloaded, RedisError)
    @players.prefers_to_wait
    @players.operation("get_turns", security=AGENT_TOKEN)
    def get(self, query: dict[str, Any]) -> Answer | Response:
        """Get the turns of your agent

        The views of all games in which it is your agent's turn, the oldest turn first: the one thing that a bot has to
        watch. A turn stays here until it is taken. With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`) the answer
        comes as soon as there is something new, or 304 after N seconds.
        """
        waits = patience(query.get("wait"))
        seen = look_for_turns(required_agent(), query.get("cursor"), query["limit"], waits)
        headers = headers_of(seen.etag) | waits.headers
        if is_known(seen.etag):
            return not_modified(headers)
        items = [view(table, table.position.turn) for table in seen.tables]
        return Answer({"items": items, "next": seen.next}, headers | link(seen.next))


def _told(agent: Agent) -> dict[str, Any]:
    seen = timestamp(agent.seen_at) if agent.seen_at else None
    return {"name": agent.name, "house": agent.house, "last_seen": seen}
