"""Endpoints of agents: registration, the list, and an agent's inbox."""

from __future__ import annotations

from typing import Any, Final

from flask import Response
from flask.views import MethodView
from redis.exceptions import RedisError

from regicide_api import schemas
from regicide_api.core import errors
from regicide_api.core.time import format_timestamp
from regicide_api.domain.views import view
from regicide_api.endpoints import examples
from regicide_api.endpoints.components import AGENT_TOKEN, ETAG, NEXT_PAGE, NO_TOKEN
from regicide_api.endpoints.polling import cache_headers, wait_for_turns
from regicide_api.http.auth import require_agent
from regicide_api.http.conditional import etag_matches, not_modified, wait_preference
from regicide_api.http.decorators import BODY_ERRORS, ApiBlueprint, Result, next_page_link
from regicide_api.http.services import services
from regicide_api.services.agents import Agent

agents: Final = ApiBlueprint("agents", __name__, url_prefix="/v1/agents", description="Players that are programs.")


@agents.route("")
class Agents(MethodView):
    """All agents."""

    init_every_request = False

    @agents.idempotent
    @agents.rate_limit("create-agent")
    @agents.body(schemas.RegisterAgentRequest, example=examples.AGENT_REQUEST)
    @agents.response(201, schemas.AgentToken, example=examples.AGENT_TOKEN)
    @agents.errors(*BODY_ERRORS, errors.NameTaken, RedisError)
    @agents.doc(operationId="register_agent", security=NO_TOKEN)
    def post(self, body: dict[str, Any]) -> dict[str, str]:
        """Register an agent

        Its token acts for every seat that is given to the agent, in all games. It is not kept and cannot be had again.
        """
        return {"name": body["name"], "token": services().agents.register(body["name"])}

    @agents.query(schemas.AgentsQuery)
    @agents.response(200, schemas.AgentList, headers=NEXT_PAGE, example=examples.AGENT_LIST)
    @agents.errors(errors.InvalidParameter, RedisError)
    @agents.doc(operationId="list_agents", security=NO_TOKEN)
    def get(self, query: dict[str, Any]) -> Result:
        """List agents

        By name: those that seats of a new game can be given to, the bots of the house among them.
        """
        found, cursor = services().agents.page(query.get("cursor"), query["limit"])
        return {"items": [_serialize(agent) for agent in found], "next": cursor}, next_page_link(cursor)


@agents.route("/me/turns")
class Turns(MethodView):
    """The inbox of an agent."""

    init_every_request = False

    @agents.query(schemas.TurnsQuery)
    @agents.response(200, schemas.Turns, headers=ETAG | NEXT_PAGE, example=examples.TURNS)
    @agents.alt_response(304, headers=ETAG, description="Nothing new, however long you waited.")
    @agents.errors(errors.InvalidParameter, errors.TokenRequired, errors.UnknownToken, errors.Overloaded, RedisError)
    @agents.long_poll
    @agents.doc(operationId="get_turns", security=AGENT_TOKEN)
    def get(self, query: dict[str, Any]) -> Result | Response:
        """Get the turns of your agent

        The views of all games in which it is your agent's turn, the oldest turn first: the one thing that a bot has to
        watch. A turn stays here until it is taken. With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`) the answer
        comes as soon as there is something new, or 304 after N seconds.
        """
        preference = wait_preference(query.get("wait"))
        turns = wait_for_turns(require_agent(), query.get("cursor"), query["limit"], preference)
        headers = cache_headers(turns.etag) | preference.headers
        if etag_matches(turns.etag):
            return not_modified(headers)
        items = [view(game, game.position.turn) for game in turns.games]
        return {"items": items, "next": turns.next}, headers | next_page_link(turns.next)


def _serialize(agent: Agent) -> dict[str, Any]:
    last_seen = format_timestamp(agent.seen_at) if agent.seen_at else None
    return {"name": agent.name, "house": agent.house, "last_seen": last_seen}
