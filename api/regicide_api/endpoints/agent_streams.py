"""Following all games of an agent: by one stream, and by long polling."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from flask import Response, request

from regicide import Message
from regicide_api.core.errors import InvalidParameter
from regicide_api.domain.clock import now_ms
from regicide_api.domain.seat import Principal
from regicide_api.endpoints.polling import client_socket
from regicide_api.endpoints.streams import UNBUFFERED
from regicide_api.http.conditional import WaitPreference
from regicide_api.http.services import services
from regicide_api.realtime.hub import PollResult
from regicide_api.realtime.sse import STREAM_MEDIA_TYPE, EventBatch, EventStream, format_game_event, format_id
from regicide_api.schemas.parameters import EVENT_ID_FAULT
from regicide_api.services.agent_events import OVERLAP_MS, RESUMABLE_MS, AgentEvents, AgentNews
from regicide_api.services.agent_games import games_topic
from regicide_api.services.event_cursor import EventCursor


def open_agent_stream(agent: Principal, after: str | None) -> Response:
    """The events of all games of an agent as a stream, after a cursor or from now on.

    The stream ends when the agent has no right to it any more. Raises InvalidParameter, UnknownToken, Overloaded or
    TooManyWaiting.
    """
    reader = AgentEvents(services().repository, agent, _cursor(after), is_stream=True)
    with ExitStack() as held:
        held.enter_context(services().waiting_places.held())
        hub, topic = services().hub, games_topic(agent.agent or "")
        subscription = held.enter_context(hub.subscribe_to_subjects(topic, client_socket()))

        def read(_: float) -> EventBatch:
            return _batch(reader.read(subscription.take_subjects()))

        stream = EventStream(subscription, read, read(subscription.due), held.pop_all().close)
        return Response(stream, mimetype=STREAM_MEDIA_TYPE, headers=UNBUFFERED, direct_passthrough=True)


def wait_for_agent_events(agent: Principal, after: str | None, preference: WaitPreference) -> dict[str, Any]:
    """The events of all games of an agent after a cursor, as soon as there are some or the preferred time has passed.

    Without a cursor there are none, and the cursor of now. Raises the same errors as `open_agent_stream`.
    """
    reader = AgentEvents(services().repository, agent, _cursor(after))

    def load(_: float = 0.0) -> AgentNews:
        return reader.read({""})

    def check(news: AgentNews) -> PollResult:
        return PollResult(bool(news.events) or reader.cursor is None, news.look_at)

    if not preference.seconds:
        return _page(load())
    with services().waiting_places.held():
        topic = games_topic(agent.agent or "")
        return _page(services().hub.wait_until(topic, client_socket(), load, check, preference.seconds))


def _page(news: AgentNews) -> dict[str, Any]:
    return {"items": [{"game": each.game_id, "event": each.event} for each in news.events], "resume": news.cursor}


def _batch(news: AgentNews) -> EventBatch:
    """The frames of news; without any, a frame with the id alone, so that a client of a quiet agent can resume, too."""
    events = [format_game_event((each.cursor or "").encode(), each.game_id, each.event) for each in news.events]
    frames = events or [format_id(news.cursor.encode())]
    return EventBatch(frames, news.look_at, is_last=False, is_complete=news.is_complete)


def _cursor(after: str | None) -> EventCursor | None:
    """The cursor in the header `Last-Event-ID`, else in the query; None without it. Raises InvalidParameter."""
    text, name = request.headers.get("Last-Event-ID"), "Last-Event-ID"
    if text is None:
        text, name = after, "after"
    if text is None:
        return None
    try:
        cursor = EventCursor.parse(text)
    except ValueError:
        raise InvalidParameter(name, EVENT_ID_FAULT) from None
    if not now_ms() - RESUMABLE_MS < cursor.since_ms < now_ms() + OVERLAP_MS:
        raise InvalidParameter(name, Message("too old: get the views of your games, and begin without it"))
    return cursor
