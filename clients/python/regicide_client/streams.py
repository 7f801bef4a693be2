"""Event streams without I/O: resumed after each lost connection, with every event exactly once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Final, Generic, TypeVar

import httpx

from regicide_client.calls import Call, parse_text
from regicide_client.errors import ApiError, error_from_response, unexpected_response
from regicide_client.generated import api
from regicide_client.generated.models import AgentEvent, GameEvent
from regicide_client.retry import Attempts, RetryPolicy, retryable_error
from regicide_client.sse import SseParser

T = TypeVar("T")

MEDIA_TYPE: Final = "text/event-stream"
READ_TIMEOUT_S: Final = 45.0
"""A connection that is silent for longer is lost: the server sends a heartbeat every 15 seconds."""


class EventStream(ABC, Generic[T]):
    """The state of a stream over all its connections, which the server may close at any time.

    A session sends `call`, passes the response to `on_open` and its bytes to `feed`. After the connection closes,
    `on_close` returns the delay before the next one, until `is_over`. The deadline counts from the last connection on
    which the server sent something.
    """

    def __init__(self, policy: RetryPolicy) -> None:
        self.is_over = False
        self._parser = SseParser()
        self._attempts = Attempts(policy)
        self.timeout = httpx.Timeout(policy.timeout, read=READ_TIMEOUT_S)

    @property
    @abstractmethod
    def _call(self) -> Call[T]:
        """The call for all events after the last one."""

    @abstractmethod
    def _is_new(self, event: T) -> bool:
        """Return whether an event follows the last one, which it is from now on."""

    @property
    def call(self) -> Call[T]:
        """The call for all events after the last one that was received."""
        return self._call.with_headers({"Accept": f"{MEDIA_TYPE}, application/problem+json"})

    def on_open(self, response: httpx.Response) -> None:
        """Start a new connection, or end the stream: the response 204 means that nothing will follow.

        Raises ApiError if the response is not a stream; its body must be read before.
        """
        if not response.is_success:
            raise error_from_response(response)
        self.is_over = response.status_code == httpx.codes.NO_CONTENT
        if not self.is_over and not response.headers.get("Content-Type", "").startswith(MEDIA_TYPE):
            raise unexpected_response(response, f"the response is not {MEDIA_TYPE}")
        self._response = response

    def feed(self, chunk: bytes) -> Iterator[T]:
        """Yield the new events that these bytes complete."""
        for sse_event in self._parser.feed(chunk):
            event = parse_text(self._call, self._response, sse_event.data)
            if self._is_new(event):
                self._attempts.backoff.reset()
                yield event

    def on_close(self, error: httpx.RequestError | ApiError | None = None) -> float:
        """Return the seconds to wait before the next connection. Raises the error if a retry cannot help."""
        known = None if error is None else retryable_error(error)
        if self._parser.started:
            self._attempts.renew()
        retry_s, self._parser = self._parser.retry_s, SseParser()
        return self._attempts.delay(known, at_least=retry_s or 0)


class GameEventStream(EventStream[GameEvent]):
    """The stream of a game, after a version."""

    def __init__(self, game_id: str, after: int, policy: RetryPolicy) -> None:
        super().__init__(policy)
        self._game_id, self._last_version = game_id, after

    @property
    def _call(self) -> Call[GameEvent]:
        after = self._last_version
        return Call(api.get_events(self._game_id, after=after, last_event_id=str(after)).request, GameEvent.from_dict)

    def _is_new(self, event: GameEvent) -> bool:
        if event.version <= self._last_version:
            return False
        self._last_version = event.version
        self.is_over = any(effect.type_ == "over" for effect in event.effects or [])
        return True


class AgentEventStream(EventStream[AgentEvent]):
    """The stream of all games of an agent, from now on."""

    def __init__(self, policy: RetryPolicy) -> None:
        super().__init__(policy)
        self._last_id = ""

    def feed(self, chunk: bytes) -> Iterator[AgentEvent]:
        """Yield the new events that these bytes complete. Frames without an event have an id, too."""
        yield from super().feed(chunk)
        self._last_id = self._parser.last_id or self._last_id

    @property
    def _call(self) -> Call[AgentEvent]:
        return Call(api.get_agent_events(last_event_id=self._last_id).request, AgentEvent.from_dict)

    def _is_new(self, event: AgentEvent) -> bool:  # noqa: ARG002 - each one is
        self._last_id = self._parser.last_id
        return True
