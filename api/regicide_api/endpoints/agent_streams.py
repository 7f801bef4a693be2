"""Following all games of an agent by one stream."""

from __future__ import annotations

from contextlib import ExitStack

from flask import Response, request

from regicide import Message
from regicide_api.core.errors import InvalidParameter
from regicide_api.domain.clock import now_ms
from regicide_api.domain.seat import Principal
from regicide_api.endpoints.polling import client_socket
from regicide_api.endpoints.streams import UNBUFFERED
from regicide_api.http.services import services
from regicide_api.realtime.sse import STREAM_MEDIA_TYPE, EventBatch, EventStream, format_game_event, format_id
from regicide_api.schemas.parameters import EVENT_ID_FAULT
from regicide_api.services.agent_events import OVERLAP_MS, RESUMABLE_MS, AgentEvents, AgentNews
from regicide_api.services.agent_games import games_topic
from regicide_api.services.event_cursor import EventCursor


def open_agent_stream(agent: Principal) -> Response:
    """The events of all games of an agent as a stream, from now on or after the header `Last-Event-ID`.

    The stream ends when the agent has no right to it any more. Raises InvalidParameter, UnknownToken, Overloaded or
    TooManyWaiting.
    """
    reader = AgentEvents(services().repository, agent, _cursor())
    with ExitStack() as held:
        held.enter_context(services().waiting_places.held())
        hub, topic = services().hub, games_topic(agent.agent or "")
        subscription = held.enter_context(hub.subscribe_to_subjects(topic, client_socket()))

        def read(_: float) -> EventBatch:
            return _batch(reader.read(subscription.take_subjects()))

        stream = EventStream(subscription, read, read(subscription.due), held.pop_all().close)
        return Response(stream, mimetype=STREAM_MEDIA_TYPE, headers=UNBUFFERED, direct_passthrough=True)


def _batch(news: AgentNews) -> EventBatch:
    """The frames of news; without any, a frame with the id alone, so that a client of a quiet agent can resume, too."""
    events = [format_game_event(each.cursor.encode(), each.game_id, each.event) for each in news.events]
    return EventBatch(
        events or [format_id(news.cursor.encode())], news.look_at, is_last=False, is_complete=news.is_complete
    )


def _cursor() -> EventCursor | None:
    """The cursor in the header `Last-Event-ID`; None without it. Raises InvalidParameter."""
    text = request.headers.get("Last-Event-ID")
    if not text:
        return None
    try:
        cursor = EventCursor.parse(text)
    except ValueError:
        raise InvalidParameter("Last-Event-ID", EVENT_ID_FAULT) from None
    if not now_ms() - RESUMABLE_MS < cursor.since_ms < now_ms() + OVERLAP_MS:
        raise InvalidParameter(
            "Last-Event-ID",
            Message("too old: get the views of your games, and open the stream without it"),
        )
    return cursor
