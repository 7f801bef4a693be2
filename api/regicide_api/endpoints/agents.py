"""Endpoints of agents: registration, the list, and what an agent gets and changes of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from typing import Any, Final, NamedTuple

from flask import Response

from regicide import Message
from regicide_api.core import refusals
from regicide_api.core.errors import InvalidParameter
from regicide_api.core.work import current_client, in_parts
from regicide_api.domain.agent import Seating
from regicide_api.domain.clock import format_now, now_ms
from regicide_api.domain.game import STATUS_GROUPS, HostedGame
from regicide_api.domain.seat import Principal
from regicide_api.domain.views import agent_game, view
from regicide_api.endpoints.bodies import agent_json, own_agent_json, question_json
from regicide_api.endpoints.services import UNBUFFERED, poll, services
from regicide_api.http.auth import require_agent
from regicide_api.http.components import (
    AGENT_LOCATION,
    AGENT_TOKEN,
    CACHING,
    CONTENT_LANGUAGE,
    NO_TOKEN,
    VALIDATED,
    header_parameter,
)
from regicide_api.http.decorators import ApiBlueprint, Result
from regicide_api.http.idempotency import token_source
from regicide_api.http.inputs import header_text
from regicide_api.http.negotiation import (
    LANGUAGE_HEADER,
    PRIVATE,
    cache_headers,
    etag_matches,
    negotiate_language,
    not_modified,
    prefers,
    wait_seconds,
)
from regicide_api.realtime.hub import PollResult
from regicide_api.realtime.sse import STREAM_MEDIA_TYPE, EventBatch, EventStream, format_game_event, format_id
from regicide_api.schemas.agents import AgentGameList, AgentList, AgentToken, OwnAgent, Turns
from regicide_api.schemas.events import AGENT_EVENT_STREAM, AgentEvents
from regicide_api.schemas.parameters import (
    EVENT_ID_FAULT,
    EVENT_ID_PATTERN,
    MAX_EVENT_ID_LENGTH,
    AgentEventsQuery,
    AgentGamesQuery,
    AgentsQuery,
    TurnsQuery,
)
from regicide_api.schemas.requests import AgentSettingsRequest, EmptyRequest, RegisterAgentRequest
from regicide_api.schemas.values import MAX_PAGE_LENGTH
from regicide_api.services.agent_events import AgentEvents as EventReader
from regicide_api.services.agent_events import AgentNews
from regicide_api.services.agents import HOUSE_BOTS, Agent, AgentSettings
from regicide_api.services.inbox import PageSize
from regicide_api.services.indexes import Selection, agent_sets
from regicide_api.services.questions import OpenQuestion
from regicide_api.storage.agent_store import LostPlace
from regicide_api.storage.channels import agent_topic, inbox_topic

SWEEP_INTERVAL_MS: Final = 1000
"""How often a waiting house bot ends overdue turns."""


class AgentTurns(NamedTuple):
    """A page of the games in which it is an agent's turn, the cursor of the next page, ended games, and questions."""

    agent: str
    games: list[HostedGame]
    next: str | None
    ended: list[HostedGame]
    questions: list[OpenQuestion]
    with_previews: bool = False

    @property
    def etag(self) -> str:
        """The weak validator of the page."""
        games = ((game.id, game.version, game.updated_at) for game in (*self.games, *self.ended))
        asked = ((each.question.id, each.question.asked_at) for each in self.questions)
        state = [self.agent, self.with_previews, self.next, len(self.games), *games, *asked]
        return f"{sha256(repr(state).encode()).hexdigest()[:24]}-{negotiate_language()}"


def wait_for_turns(principal: Principal, query: dict[str, Any], seconds: int) -> AgentTurns:
    """A page of the agent's turns, as soon as its ETag differs from the client's or the seconds have passed.

    Each look verifies the agent, after it has read the turns, and marks it as seen. A house bot that asks for its turns
    first ends the overdue turns of all games, so that they end even if no client requests those games, and no address
    bounds the waiting house bots. Raises Overloaded, TooManyWaiting, and UnknownToken as soon as the agent's token is
    invalid.
    """
    agent = principal.agent or ""
    is_house_bot = agent in HOUSE_BOTS
    size = PageSize(query["limit"], query["ended"], query["questions"])

    def load(_: float) -> AgentTurns:
        """The page as it is now; the agent is marked as seen after it."""
        if is_house_bot:
            services().repository.end_overdue_turns()
        found = services().repository.inbox(agent).page(query.get("cursor"), size)
        questions = services().questions.open(agent, found.questions)
        services().agents.touch(principal)
        with_previews = "previews" in query.get("include", ())
        return AgentTurns(agent, found.games, found.next, found.ended, questions, with_previews)

    def check(turns: AgentTurns) -> PollResult:
        return PollResult(not etag_matches(turns.etag), now_ms() + SWEEP_INTERVAL_MS if is_house_bot else None)

    return poll(inbox_topic(agent), load, check, seconds, holds_place=not is_house_bot)


_TOO_OLD: Final = Message("too old: get the views of your games, and begin without it")


def open_agent_stream(agent: Principal, after: str | None) -> Response:
    """The events of all games of an agent as a stream, after a place or from now on.

    The stream ends when the agent has no right to it any more, or its place is lost. Raises InvalidParameter,
    UnknownToken, Overloaded or TooManyWaiting.
    """
    with _reader(agent, after) as reader, ExitStack() as held:
        held.enter_context(services().waiting_places.held())
        topic = agent_topic(agent.agent or "")
        subscription = held.enter_context(services().hub.subscribe(topic, current_client()))

        def read(_: float) -> EventBatch:
            try:
                return _batch(reader.read())
            except LostPlace:
                return EventBatch([], None, is_last=True)

        stream = EventStream(subscription, read, _batch(reader.read()), held.pop_all().close)
        return Response(stream, mimetype=STREAM_MEDIA_TYPE, headers=UNBUFFERED, direct_passthrough=True)


def wait_for_agent_events(agent: Principal, after: str | None, seconds: int) -> dict[str, Any]:
    """The events of all games of an agent after a place, as soon as there are some or the seconds have passed.

    Without a place there are none, and the place of now. Raises the same errors as `open_agent_stream`.
    """
    with _reader(agent, after) as reader:
        news = poll(
            agent_topic(agent.agent or ""),
            lambda _: reader.read(),
            lambda news: PollResult(bool(news.events), news.look_at),
            seconds if reader.place else 0,
        )
    return {"items": [{"game": each.game_id, "event": each.event} for each in news.events], "resume": news.place}


@contextmanager
def _reader(agent: Principal, after: str | None) -> Iterator[EventReader]:
    """A reader from the place in the header `Last-Event-ID` on, else from the given one. Raises InvalidParameter."""
    last = header_text(LAST_EVENT_ID, EVENT_ID_FAULT)
    try:
        yield EventReader(services().repository, agent, last or after)
    except LostPlace:
        raise InvalidParameter("Last-Event-ID" if last else "after", _TOO_OLD) from None


def _batch(news: AgentNews) -> EventBatch:
    """The frames of news; without any, a frame with the id alone, so that a client of a quiet agent can resume, too."""
    events = [format_game_event(each.place.encode(), each.game_id, each.event) for each in news.events]
    return EventBatch(
        events or [format_id(news.place.encode())], news.look_at, is_last=False, is_complete=news.is_complete
    )


LAST_EVENT_ID: Final = header_parameter(
    "Last-Event-ID",
    "The id of the last event that you received, or of a later frame without an event.",
    {"pattern": EVENT_ID_PATTERN, "maxLength": MAX_EVENT_ID_LENGTH},
)

agents: Final = ApiBlueprint("agents", __name__, url_prefix="/v1/agents", description="Programs that play.")


@agents.get("")
@agents.arguments(AgentsQuery, location="query")
@agents.page(AgentList, headers=CONTENT_LANGUAGE)
@agents.doc(security=NO_TOKEN)
def list_agents(query: dict[str, Any]) -> Result:
    """List agents

    Ordered by name. A seat of a new game can be assigned to any of them, if its `seating` permits it; they include
    the house bots, whose `figures` tell how strong and how fast they are.
    """
    language = negotiate_language()
    prefix, house = query.get("prefix", ""), query.get("house")
    found, cursor = services().agents.page(query.get("cursor"), query["limit"], prefix, house)
    headers = {"Content-Language": language, "Vary": LANGUAGE_HEADER}
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
@agents.page(AgentGameList, headers=CACHING)
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
    return {"items": items, "next": cursor}, PRIVATE


@agents.get("/me/turns")
@agents.arguments(TurnsQuery, location="query")
@agents.page(Turns, headers=VALIDATED)
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
    turns = wait_for_turns(require_agent(), query, wait_seconds(query))
    headers = cache_headers(turns.etag)
    if etag_matches(turns.etag):
        return not_modified(headers)
    items = [view(game, game.position.turn, with_previews=turns.with_previews) for game in in_parts(turns.games)]
    ended = [agent_game(game, turns.agent) for game in in_parts(turns.ended)]
    questions = list(map(question_json, in_parts(turns.questions)))
    content = {"items": items, "next": turns.next, "ended": ended, "questions": questions, "now": format_now()}
    return content, headers


@agents.get("/me/events")
@agents.arguments(AgentEventsQuery, location="query")
@agents.response(200, AgentEvents, headers=CACHING)
@agents.alt_response(200, AGENT_EVENT_STREAM, content_type=STREAM_MEDIA_TYPE)
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
    if prefers(STREAM_MEDIA_TYPE):
        services().rate_limits.enforce("open-stream")
        return open_agent_stream(require_agent(), after)
    return wait_for_agent_events(require_agent(), after, wait_seconds(query)), PRIVATE


def _settings(body: dict[str, Any]) -> AgentSettings:
    """The settings in a loaded body; null removes the description."""
    seating = Seating(body["seating"]) if "seating" in body else None
    description = body["description"] or "" if "description" in body else None
    others = {name: body.get(name) for name in ("invitation", "max_games", "advises", "reviews")}
    return AgentSettings(description, seating, **others)


def _own(agent: Agent) -> dict[str, Any]:
    turns = services().repository.inbox(agent.name).page(None, PageSize(MAX_PAGE_LENGTH)).games
    return own_agent_json(agent, negotiate_language(), len(turns))
