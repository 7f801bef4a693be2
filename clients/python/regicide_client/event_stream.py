"""Event streams without I/O: resumed after each lost connection, with every event exactly once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Generic, TypeVar

import httpx

from regicide_client import calls
from regicide_client.errors import ApiError, error_from_response, unexpected_response
from regicide_client.generated.models import AgentEvent, GameEvent
from regicide_client.retry import Backoff, Deadline, RetryPolicy, is_limited, log_wait, retry_after_s
from regicide_client.sansio import Call, parse_text, retryable_error
from regicide_client.sse import SseParser

T = TypeVar("T")

READ_TIMEOUT_S: Final = 45.0
"""A connection that is silent for longer is lost: the server sends a heartbeat every 15 seconds."""


class ResumedStream(Generic[T]):
    """The state of a stream over all its connections.

    A session sends `request`, passes the response to `on_open` and its bytes to `feed`. After the connection closes,
    `on_close` returns the delay before the next request, until `is_over`.
    """

    def __init__(self, token: str | None, policy: RetryPolicy) -> None:
        self.is_over = False
        self._token = token
        self._policy, self._deadline = policy, Deadline(policy.deadline)
        self._limit_deadline = Deadline(policy.limit_deadline)
        self._backoff = Backoff(policy.initial_backoff, policy.max_backoff)
        self._parser = SseParser()
        self._last_response_error: ApiError | None = None

    def _call(self) -> Call[T]:
        """Return the call for all events after the last one."""
        raise NotImplementedError

    def _is_new(self, event: T) -> bool:
        """Return whether an event follows the last one, which it is from now on."""
        raise NotImplementedError

    @property
    def request(self) -> Mapping[str, Any]:
        """The request for all events after the last one that was received."""
        call = self._call().with_token(self._token)
        return {**call.request, "timeout": httpx.Timeout(self._policy.timeout, read=READ_TIMEOUT_S)}

    def on_open(self, response: httpx.Response) -> None:
        """Start a new connection, or end the stream: 204 is the response to one that has nothing to tell.

        Raises ApiError if the response is not a stream; its body must be read before.
        """
        if not response.is_success:
            raise error_from_response(response)
        if response.status_code == httpx.codes.NO_CONTENT:
            self.is_over = True
            return
        if not response.headers.get("Content-Type", "").startswith("text/event-stream"):
            raise unexpected_response(response, "the response is not an event stream")
        self._response, self._parser = response, SseParser()

    def feed(self, chunk: bytes) -> Iterator[T]:
        """Yield the new events that these bytes complete."""
        call = self._call()
        for sse_event in self._parser.feed(chunk):
            event = parse_text(call, self._response, sse_event.data)
            if self._is_new(event):
                self._backoff.reset()
                yield event

    def on_close(self, error: httpx.RequestError | ApiError | None = None) -> float:
        """Return the seconds to wait before the next request. Raises the error if a retry cannot help.

        The deadline counts from the last stream that sent something. At the deadline raises the error of the last
        response since then, or else this one.
        """
        retryable = None if error is None else retryable_error(error)
        if self._parser.started:
            self._limit_deadline = Deadline(self._policy.limit_deadline)
            self._deadline, self._last_response_error = Deadline(self._policy.deadline), None
        if retryable and retryable.response is not None:
            self._last_response_error = retryable
        response = retryable.response if retryable else None
        delay = max(self._parser.retry_s or 0, retry_after_s(response), self._backoff.next())
        if is_limited(response) and delay < self._limit_deadline.remaining:
            log_wait(delay)
            self._deadline = Deadline(max(self._deadline.remaining, delay + self._policy.deadline))
        if retryable and delay >= self._deadline.remaining:
            raise self._last_response_error or retryable
        self._parser = SseParser()
        return delay


class EventStream(ResumedStream[GameEvent]):
    """The stream of a game, after a version."""

    def __init__(self, game_id: str, token: str | None, after: int, policy: RetryPolicy) -> None:
        super().__init__(token, policy)
        self._game_id, self._last_version = game_id, after

    def _call(self) -> Call[GameEvent]:
        return calls.stream_events(self._game_id, self._last_version)

    def _is_new(self, event: GameEvent) -> bool:
        if event.version <= self._last_version:
            return False
        self._last_version, self.is_over = event.version, ends_game(event)
        return True


class AgentEventStream(ResumedStream[AgentEvent]):
    """The stream of all games of an agent, from now on."""

    def __init__(self, token: str | None, policy: RetryPolicy) -> None:
        super().__init__(token, policy)
        self._last_id = ""

    def feed(self, chunk: bytes) -> Iterator[AgentEvent]:
        """Yield the new events that these bytes complete. Frames without an event have an id, too."""
        yield from super().feed(chunk)
        self._last_id = self._parser.last_id or self._last_id

    def _call(self) -> Call[AgentEvent]:
        return calls.stream_agent_events(self._last_id)

    def _is_new(self, event: AgentEvent) -> bool:  # noqa: ARG002 - each one is
        self._last_id = self._parser.last_id
        return True


def ends_game(event: GameEvent) -> bool:
    """Return whether the game is over with this event."""
    return any(effect.type_ == "over" for effect in event.effects or [])
