"""Streams without I/O: resumed after each lost connection, with every event or line exactly once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Final, Generic, TypeVar

import httpx

from regicide_client.calls import Call, parse_text
from regicide_client.errors import ApiError, error_from_response, unexpected_response
from regicide_client.generated import api
from regicide_client.generated.models import AgentEvent, GameEvent, RecordLine
from regicide_client.retry import Attempts, RetryPolicy, retryable_error
from regicide_client.sse import SseParser

T = TypeVar("T")

READ_TIMEOUT_S: Final = 45.0
"""A connection that is silent for longer is lost: the server sends a heartbeat every 15 seconds, and reads at most some
hundred games for one line of records."""


class ResumedStream(ABC, Generic[T]):
    """The state of a stream over all its connections.

    A session sends `call`, passes the response to `on_open` and its bytes to `feed`. After the connection closes,
    `on_close` returns the delay before the next one, until `is_over`.
    """

    media_type: ClassVar[str] = "text/event-stream"

    def __init__(self, policy: RetryPolicy) -> None:
        self.is_over = False
        self._attempts = Attempts(policy)
        self.timeout = httpx.Timeout(policy.timeout, read=READ_TIMEOUT_S)

    @property
    @abstractmethod
    def _call(self) -> Call[T]:
        """The call for all items after the last one."""

    @property
    def call(self) -> Call[T]:
        """The call for all items after the last one that was received."""
        return self._call.with_headers({"Accept": f"{self.media_type}, application/problem+json"})

    def on_open(self, response: httpx.Response) -> None:
        """Start a new connection, or end the stream: the response 204 means that nothing will follow.

        Raises ApiError if the response is not a stream; its body must be read before.
        """
        if not response.is_success:
            raise error_from_response(response)
        self.is_over = response.status_code == httpx.codes.NO_CONTENT
        if not self.is_over and not response.headers.get("Content-Type", "").startswith(self.media_type):
            raise unexpected_response(response, f"the response is not {self.media_type}")
        self._response = response

    @abstractmethod
    def feed(self, chunk: bytes) -> Iterator[T]:
        """Yield the new items that these bytes complete."""

    @abstractmethod
    def on_close(self, error: httpx.RequestError | ApiError | None = None) -> float:
        """Return the seconds to wait before the next connection. Raises the error if a retry cannot help."""


class EventStream(ResumedStream[T]):
    """A stream of server-sent events, which the server may close at any time.

    Its deadline counts from the last connection on which the server sent something.
    """

    def __init__(self, policy: RetryPolicy) -> None:
        super().__init__(policy)
        self._parser = SseParser()

    @abstractmethod
    def _is_new(self, event: T) -> bool:
        """Return whether an event follows the last one, which it is from now on."""

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


class RecordStream(ResumedStream[RecordLine]):
    """The records of an owner's games in lines, which are complete when the server closes the connection."""

    media_type = "application/jsonl"

    def __init__(self, label: str | None, cursor: str | None, policy: RetryPolicy) -> None:
        super().__init__(policy)
        self._label, self._cursor = label, cursor

    @property
    def _call(self) -> Call[RecordLine]:
        return Call(api.get_records(label=self._label, cursor=self._cursor).request, RecordLine.from_dict)

    def on_open(self, response: httpx.Response) -> None:
        """Start a new connection. Raises ApiError if the response has no lines; its body must be read before."""
        super().on_open(response)
        self._buffer = b""

    def feed(self, chunk: bytes) -> Iterator[RecordLine]:
        """Yield the lines that these bytes complete. Raises ApiError if one says that the answer is incomplete."""
        *whole, self._buffer = (self._buffer + chunk).split(b"\n")
        for text in whole:
            line = parse_text(self._call, self._response, text.decode())
            if line.id is None:
                raise _incomplete(line, self._response)
            self._cursor = line.cursor
            self._attempts.renew()
            self._attempts.backoff.reset()
            yield line

    def on_close(self, error: httpx.RequestError | ApiError | None = None) -> float:
        """End the stream, or return the seconds to wait after an error. Raises ApiError for an incomplete line."""
        if error:
            return self._attempts.delay(error if isinstance(error, IncompleteRecords) else retryable_error(error))
        if self._buffer:
            raise unexpected_response(self._response, "the last line is incomplete")
        self.is_over = True
        return 0


class IncompleteRecords(ApiError):
    """The server cannot read its store any more: the records that follow are missing."""


def _incomplete(line: RecordLine, response: httpx.Response) -> IncompleteRecords:
    problem = line.problem
    code, title, detail = (problem.code, problem.title, problem.detail) if problem else ("", "", "")
    return IncompleteRecords(code, title, detail, {}, response)
