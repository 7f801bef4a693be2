"""Endpoints of agents: registration, the list, and what an agent gets and changes of its own."""

from __future__ import annotations

from typing import Any, Final

from flask import Response

from regicide_api.core import refusals
from regicide_api.core.work import in_parts
from regicide_api.domain.agent import Seating
from regicide_api.domain.clock import format_now
from regicide_api.domain.game import STATUS_GROUPS
from regicide_api.domain.seat import Principal
from regicide_api.domain.views import agent_game, view
from regicide_api.endpoints.bodies import agent_json, own_agent_json, question_json
from regicide_api.endpoints.following import Page, open_agent_stream, wait_for_agent_events, wait_for_turns
from regicide_api.endpoints.services import services
from regicide_api.http.auth import require_agent
from regicide_api.http.components import (
    AGENT_LOCATION,
    AGENT_TOKEN,
    CACHING,
    CONTENT_LANGUAGE,
    NEXT_PAGE,
    NO_TOKEN,
    VALIDATED,
    header_parameter,
)
from regicide_api.http.decorators import ApiBlueprint, Result, next_page_link
from regicide_api.http.idempotency import token_source
from regicide_api.http.negotiation import (
    LANGUAGE_HEADER,
    PRIVATE,
    cache_headers,
    etag_matches,
    negotiate_language,
    not_modified,
    prefers,
    wait_preference,
)
from regicide_api.realtime import sse
from regicide_api.schemas.agents import AgentGameList, AgentList, AgentToken, OwnAgent, Turns
from regicide_api.schemas.events import AGENT_EVENT_STREAM, AgentEvents
from regicide_api.schemas.parameters import (
    EVENT_ID_PATTERN,
    MAX_EVENT_ID_LENGTH,
    AgentEventsQuery,
    AgentGamesQuery,
    AgentsQuery,
    TurnsQuery,
)
from regicide_api.schemas.requests import AgentSettingsRequest, EmptyRequest, RegisterAgentRequest
from regicide_api.schemas.values import MAX_PAGE_LENGTH
from regicide_api.services.agents import Agent, AgentSettings
from regicide_api.services.inbox import PageSize
from regicide_api.services.indexes import Selection, agent_sets

LAST_EVENT_ID: Final = header_parameter(
    "Last-Event-ID",
    "The id of the last event that you received, or of a later frame without an event.",
    {"pattern": EVENT_ID_PATTERN, "maxLength": MAX_EVENT_ID_LENGTH},
)

agents: Final = ApiBlueprint("agents", __name__, url_prefix="/v1/agents", description="Programs that play.")


@agents.get("")
@agents.arguments(AgentsQuery, location="query")
@agents.response(200, AgentList, headers=NEXT_PAGE | CONTENT_LANGUAGE)
@agents.doc(security=NO_TOKEN)
def list_agents(query: dict[str, Any]) -> Result:
    """List agents

    Ordered by name. A seat of a new game can be assigned to any of them, if its `seating` permits it; they include
    the house bots, whose `figures` tell how strong and how fast they are.
    """
    language = negotiate_language()
    prefix, house = query.get("prefix", ""), query.get("house")
    found, cursor = services().agents.page(query.get("cursor"), query["limit"], prefix, house)
    headers = {"Content-Language": language, "Vary": LANGUAGE_HEADER} | next_page_link(cursor)
    return {"items": [agent_json(agent, language) for agent in found], "next": cursor}, headers


@agents.post("")
@agents.idempotent()
@agents.rate_limit("create-agent")
@agents.arguments(RegisterAgentRequest)
@agents.response(201, AgentToken, headers=AGENT_LOCATION)
@agents.errors(refusals.NameTaken)
@agents.doc(security=NO_TOKEN)
def register_agent(body: dict[str, Any]) -> Result:
    """Register an agent

    The token acts for all seats of the agent, in all games. The server stores only a hash: it cannot be retrieved
    later.
    """
    token = services().agents.register(body["name"], token_source(), _settings(body))
    return {"name": body["name"], "token": token}, 201, {"Location": "/v1/agents/me"}


@agents.get("/me")
@agents.response(200, OwnAgent, headers=CACHING)
@agents.doc(security=AGENT_TOKEN)
def get_agent() -> Result:
    """Get your agent

    Its public description, its settings, and how many turns wait for it.
    """
    return _own(services().agents.get(require_agent())), PRIVATE


@agents.patch("/me")
@agents.subject(require_agent)
@agents.arguments(AgentSettingsRequest)
@agents.response(200, OwnAgent, headers=CACHING)
@agents.errors(refusals.HouseAgent)
@agents.doc(security=AGENT_TOKEN)
def configure_agent(agent: Principal, body: dict[str, Any]) -> Result:
    """Change the settings of your agent

    Members that are not given stay as they are. The settings hold for new games: the agent keeps the seats that it
    has. A repeat changes nothing.
    """
    services().agents.configure(agent, _settings(body))
    return _own(services().agents.get(agent)), PRIVATE


@agents.delete("/me")
@agents.alt_response(204, description="The agent has ended.")
@agents.errors(refusals.HouseAgent)
@agents.doc(security=AGENT_TOKEN)
def end_agent() -> Response:
    """End your agent

    Its token is invalid from then on, and no new game can give it a seat. It keeps the seats of its running games,
    and takes no turn there: a time limit ends its turns as always. Its description is deleted; its name stays
    reserved for as long as games with it exist. A repeat with the same token changes nothing.
    """
    services().agents.end(require_agent())
    return Response(status=204)


@agents.post("/me/token")
@agents.idempotent(needs_key=True)
@agents.rate_limit("create-agent", sheds_load=False)
@agents.subject(require_agent)
@agents.arguments(EmptyRequest)
@agents.response(201, AgentToken)
@agents.errors(refusals.HouseAgent)
@agents.doc(security=AGENT_TOKEN)
def replace_token(agent: Principal, _: dict[str, Any]) -> Result:
    """Replace the token of your agent

    The old token is invalid from then on, and ends its waiting requests. The agent keeps its seats. If the response
    is lost, repeat the request with the old token and the same `Idempotency-Key`, which is required for this.
    """
    return {"name": agent.agent or "", "token": services().agents.replace_token(agent, token_source())}, 201, {}


@agents.get("/me/games")
@agents.arguments(AgentGamesQuery, location="query")
@agents.response(200, AgentGameList, headers=CACHING | NEXT_PAGE)
@agents.doc(security=AGENT_TOKEN)
def list_agent_games(query: dict[str, Any]) -> Result:
    """List the games of your agent

    The games in which it has a seat, running and over, newest first: the latest 10,000 of each. A page may have
    fewer games than `limit`: the last one is the one without `next`.
    """
    agent = services().agents.get(require_agent())
    groups = query.get("status") or [*STATUS_GROUPS.values()]
    games, sets = services().repository.agent_games, agent_sets(agent.name, groups)
    found, cursor = games.page(sets, query.get("cursor"), query["limit"], Selection(groups=groups))
    items = [agent_game(game, agent.name) for game in found]
    return {"items": items, "next": cursor}, PRIVATE | next_page_link(cursor)


@agents.get("/me/turns")
@agents.arguments(TurnsQuery, location="query")
@agents.response(200, Turns, headers=VALIDATED | NEXT_PAGE)
@agents.alt_response(304, headers=VALIDATED, description="No change within the waiting time.")
@agents.doc(security=AGENT_TOKEN)
def get_turns(query: dict[str, Any]) -> Result | Response:
    """Get the turns of your agent

    The inbox of a bot: the views of all games in which it is your agent's turn. The addresses that created the
    games take turns, and the oldest turn of each comes first. A bot that takes the first turn, and then requests
    its turns again, serves all of them fairly. With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`) the server
    responds at the next change, or with 304 after N seconds. A turn keeps its place; new ones may come before it.
    A page may have fewer turns than `limit`: the last one is the one without `next`. `ended` tells of games that
    end, also by the action of another player or by a time limit; `/v1/agents/me/games` lists older ones. With
    `questions=N`, an agent that `advises` or `reviews` also gets questions. `include=previews` adds what follows
    from each play to the views, with an ETag of its own.
    """
    preference = wait_preference(query.get("wait"))
    size = PageSize(query["limit"], query["ended"], query["questions"])
    page = Page(query.get("cursor"), size, with_previews="previews" in query.get("include", ()))
    turns = wait_for_turns(require_agent(), page, preference)
    headers = cache_headers(turns.etag) | preference.headers
    if etag_matches(turns.etag):
        return not_modified(headers)
    items = [view(game, game.position.turn, with_previews=turns.with_previews) for game in in_parts(turns.games)]
    ended = [agent_game(game, turns.agent) for game in in_parts(turns.ended)]
    questions = list(map(question_json, in_parts(turns.questions)))
    content = {"items": items, "next": turns.next, "ended": ended, "questions": questions, "now": format_now()}
    return content, headers | next_page_link(turns.next)


@agents.get("/me/events")
@agents.arguments(AgentEventsQuery, location="query")
@agents.response(200, AgentEvents, headers=CACHING)
@agents.alt_response(200, AGENT_EVENT_STREAM, content_type=sse.STREAM_MEDIA_TYPE)
@agents.headers(LAST_EVENT_ID)
@agents.stream_limit("open-stream")
@agents.doc(security=AGENT_TOKEN)
def get_agent_events(query: dict[str, Any]) -> Result | Response:
    """Get the events of all games of your agent

    Of all games in which your agent has a seat, also of games that begin later, each until a minute after its end:
    the id of the game, and the event as your agent's first seat there may see it. The events of a game are in
    order. Without `after` there are none: `resume` is where to go on. With `wait=N` (or `Prefer: wait=N`) the
    server responds as soon as there is an event, or with an empty list after N seconds. With `Accept:
    text/event-stream` the response is a stream; the `id` of an event is where to go on after it, by `Last-Event-ID`
    or `after`, without a gap and without a repeat; only a game in which your agent gets a seat again may begin
    again. It is valid for at least five minutes, and frames of the stream without an event renew it.
    """
    after = query.get("after")
    if prefers(sse.STREAM_MEDIA_TYPE):
        services().rate_limits.enforce("open-stream")
        return open_agent_stream(require_agent(), after)
    preference = wait_preference(query.get("wait"))
    return wait_for_agent_events(require_agent(), after, preference), PRIVATE | preference.headers


def _settings(body: dict[str, Any]) -> AgentSettings:
    """The settings in a loaded body; null removes the description."""
    seating = Seating(body["seating"]) if "seating" in body else None
    description = body["description"] or "" if "description" in body else None
    others = {name: body.get(name) for name in ("invitation", "max_games", "advises", "reviews")}
    return AgentSettings(description, seating, **others)


def _own(agent: Agent) -> dict[str, Any]:
    turns = services().repository.inbox(agent.name).page(None, PageSize(MAX_PAGE_LENGTH)).games
    return own_agent_json(agent, negotiate_language(), len(turns))
