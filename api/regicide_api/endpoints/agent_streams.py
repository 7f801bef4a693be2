"""Following all games of an agent: by one stream, and by long polling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from flask import Response, request

from regicide import Message
from regicide_api.core.errors import InvalidParameter
from regicide_api.domain.seat import Principal
from regicide_api.endpoints.polling import client_socket
from regicide_api.endpoints.streams import UNBUFFERED
from regicide_api.http.conditional import WaitPreference
from regicide_api.http.services import services
from regicide_api.realtime.hub import PollResult
from regicide_api.realtime.sse import STREAM_MEDIA_TYPE, EventBatch, EventStream, format_game_event, format_id
from regicide_api.schemas.parameters import EVENT_ID_FAULT, EVENT_ID_PATTERN, MAX_EVENT_ID_LENGTH
from regicide_api.services.agent_events import AgentEvents, AgentNews, LostPlace, agent_topic

_TOO_OLD: Final = Message("too old: get the views of your games, and begin without it")


def open_agent_stream(agent: Principal, after: str | None) -> Response:
    """The events of all games of an agent as a stream, after a place or from now on.

    The stream ends when the agent has no right to it any more, or its place is lost. Raises InvalidParameter,
    UnknownToken, Overloaded or TooManyWaiting.
    """
    with _reader(agent, after) as reader, ExitStack() as held:
        held.enter_context(services().waiting_places.held())
        topic = agent_topic(agent.agent or "")
        subscription = held.enter_context(services().hub.subscribe(topic, client_socket()))

        def read(_: float) -> EventBatch:
            try:
                return _batch(reader.read())
            except LostPlace:
                return EventBatch([], None, is_last=True)

        stream = EventStream(subscription, read, _batch(reader.read()), held.pop_all().close)
        return Response(stream, mimetype=STREAM_MEDIA_TYPE, headers=UNBUFFERED, direct_passthrough=True)


def wait_for_agent_events(agent: Principal, after: str | None, preference: WaitPreference) -> dict[str, Any]:
    """The events of all games of an agent after a place, as soon as there are some or the preferred time has passed.

    Without a place there are none, and the place of now. Raises the same errors as `open_agent_stream`.
    """
    with _reader(agent, after) as reader, ExitStack() as held:
        if reader.place is None or not preference.seconds:
            return _page(reader.read())
        held.enter_context(services().waiting_places.held())
        topic = agent_topic(agent.agent or "")

        def check(news: AgentNews) -> PollResult:
            return PollResult(bool(news.events), news.look_at)

        def load(_: float) -> AgentNews:
            return reader.read()

        return _page(services().hub.wait_until(topic, client_socket(), load, check, preference.seconds))


@contextmanager
def _reader(agent: Principal, after: str | None) -> Iterator[AgentEvents]:
    """A reader from the place in the header `Last-Event-ID` on, else from the given one. Raises InvalidParameter."""
    text, name = request.headers.get("Last-Event-ID"), "Last-Event-ID"
    if text is None:
        text, name = after, "after"
    if text is not None and (len(text) > MAX_EVENT_ID_LENGTH or not re.fullmatch(EVENT_ID_PATTERN, text)):
        raise InvalidParameter(name, EVENT_ID_FAULT)
    try:
        yield AgentEvents(services().repository, agent, text)
    except LostPlace:
        raise InvalidParameter(name, _TOO_OLD) from None


def _page(news: AgentNews) -> dict[str, Any]:
    return {"items": [{"game": each.game_id, "event": each.event} for each in news.events], "resume": news.place}


def _batch(news: AgentNews) -> EventBatch:
    """The frames of news; without any, a frame with the id alone, so that a client of a quiet agent can resume, too."""
    events = [format_game_event(each.place.encode(), each.game_id, each.event) for each in news.events]
    return EventBatch(
        events or [format_id(news.place.encode())], news.look_at, is_last=False, is_complete=news.is_complete
    )
