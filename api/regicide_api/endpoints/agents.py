"""Endpoints of agents: registration, the list, and an agent's inbox."""

from __future__ import annotations

from typing import Any, Final

from flask import Response
from flask.views import MethodView
from redis.exceptions import RedisError

from regicide_api import schemas
from regicide_api.core import errors
from regicide_api.domain.clock import format_now, format_timestamp
from regicide_api.domain.views import view
from regicide_api.endpoints import examples
from regicide_api.endpoints.components import AGENT_LOCATION, AGENT_TOKEN, ETAG, NEXT_PAGE, NO_TOKEN
from regicide_api.endpoints.polling import wait_for_turns
from regicide_api.http.auth import require_agent
from regicide_api.http.conditional import cache_headers, etag_matches, not_modified, wait_preference
from regicide_api.http.decorators import BODY_ERRORS, ApiBlueprint, Result, next_page_link
from regicide_api.http.idempotency import token_source
from regicide_api.http.services import services
from regicide_api.services.agents import Agent

agents: Final = ApiBlueprint("agents", __name__, url_prefix="/v1/agents", description="Programs that play.")


@agents.route("")
class Agents(MethodView):
    """All agents."""

    init_every_request = False

    @agents.idempotent
    @agents.rate_limit("create-agent")
    @agents.body(schemas.RegisterAgentRequest, example=examples.AGENT_REQUEST)
    @agents.response(201, schemas.AgentToken, headers=AGENT_LOCATION, example=examples.AGENT_TOKEN)
    @agents.errors(*BODY_ERRORS, errors.NameTaken, RedisError)
    @agents.doc(operationId="register_agent", security=NO_TOKEN)
    def post(self, body: dict[str, Any]) -> Result:
        """Register an agent

        The token acts for all seats of the agent, in all games. The server stores only a hash: it cannot be retrieved
        later.
        """
        token = services().agents.register(body["name"], token_source(), body["max_games"])
        return {"name": body["name"], "token": token}, 201, {"Location": "/v1/agents/me"}

    @agents.query(schemas.AgentsQuery)
    @agents.response(200, schemas.AgentList, headers=NEXT_PAGE, example=examples.AGENT_LIST)
    @agents.errors(errors.InvalidParameter, RedisError)
    @agents.doc(operationId="list_agents", security=NO_TOKEN)
    def get(self, query: dict[str, Any]) -> Result:
        """List agents

        Ordered by name. A seat of a new game can be assigned to any of them; they include the house bots.
        """
        found, cursor = services().agents.page(query.get("cursor"), query["limit"])
        return {"items": [_serialize(agent) for agent in found], "next": cursor}, next_page_link(cursor)


@agents.route("/me/turns")
class Turns(MethodView):
    """The inbox of an agent."""

    init_every_request = False

    @agents.query(schemas.TurnsQuery)
    @agents.response(200, schemas.Turns, headers=ETAG | NEXT_PAGE, example=examples.TURNS)
    @agents.alt_response(304, headers=ETAG, description="No change within the waiting time.")
    @agents.errors(
        errors.InvalidParameter,
        errors.TokenRequired,
        errors.UnknownToken,
        errors.Overloaded,
        errors.TooManyWaiting,
        RedisError,
    )
    @agents.long_poll
    @agents.doc(operationId="get_turns", security=AGENT_TOKEN)
    def get(self, query: dict[str, Any]) -> Result | Response:
        """Get the turns of your agent

        The inbox of a bot: the views of all games in which it is your agent's turn. The addresses that created the
        games take turns, the one that your agent served last comes last, and the oldest turn of each comes first. A
        bot that takes the first turn, and then requests its turns again, serves all of them fairly. With
        `If-None-Match` and `Prefer: wait=N` (or `?wait=N`) the server responds at the next change, or with 304 after
        N seconds. Turns that are taken between two pages may move others to an earlier place.
        """
        preference = wait_preference(query.get("wait"))
        turns = wait_for_turns(require_agent(), query.get("cursor"), query["limit"], preference)
        headers = cache_headers(turns.etag) | preference.headers
        if etag_matches(turns.etag):
            return not_modified(headers)
        items = [view(game, game.position.turn) for game in turns.games]
        return {"items": items, "next": turns.next, "now": format_now()}, headers | next_page_link(turns.next)


def _serialize(agent: Agent) -> dict[str, Any]:
    last_seen = format_timestamp(agent.seen_at) if agent.seen_at else None
    return {"name": agent.name, "house": agent.house, "last_seen": last_seen}
