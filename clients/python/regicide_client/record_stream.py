"""The records of an owner's games without I/O: resumed after each lost connection, with every line exactly once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import httpx

from regicide_client import calls
from regicide_client.errors import ApiError, error_from_response, unexpected_response
from regicide_client.generated.models import RecordLine
from regicide_client.retry import Attempts, RetryPolicy
from regicide_client.sansio import parse_text, retryable_error

READ_TIMEOUT_S: Final = 45.0
"""A connection that is silent for longer is lost: the server reads at most some hundred games for one line."""


class RecordStream:
    """The state of the lines over all connections.

    A session sends `request`, passes the response to `on_open` and its bytes to `feed`, and calls `on_end` after them.
    After an error, `on_error` returns the delay before the next request. `is_over` is set after the last line.
    """

    def __init__(self, label: str | None, token: str | None, cursor: str | None, policy: RetryPolicy) -> None:
        self.is_over = False
        self._label, self._token, self._cursor, self._policy = label, token, cursor, policy
        self._attempts = Attempts(policy)
        self._buffer = b""

    @property
    def request(self) -> Mapping[str, Any]:
        """The request for all lines after the last one that was received."""
        call = calls.get_records(self._label, self._cursor).with_token(self._token)
        return {**call.request, "timeout": httpx.Timeout(self._policy.timeout, read=READ_TIMEOUT_S)}

    def on_open(self, response: httpx.Response) -> None:
        """Start a new connection. Raises ApiError if the response has no lines; its body must be read before."""
        if not response.is_success:
            raise error_from_response(response)
        if not response.headers.get("Content-Type", "").startswith("application/jsonl"):
            raise unexpected_response(response, "the response is not in JSON Lines")
        self._response, self._buffer = response, b""

    def feed(self, chunk: bytes) -> Iterator[RecordLine]:
        """Yield the lines that these bytes complete. Raises ApiError if one says that the answer is incomplete."""
        *whole, self._buffer = (self._buffer + chunk).split(b"\n")
        for text in whole:
            line = parse_text(calls.get_records(None, None), self._response, text.decode())
            if line.id is None:
                raise _incomplete(line, self._response)
            self._cursor, self._attempts = line.cursor, Attempts(self._policy)
            yield line

    def on_end(self) -> None:
        """The response is complete. Raises ApiError if its last line is not."""
        if self._buffer:
            raise unexpected_response(self._response, "the last line is incomplete")
        self.is_over = True

    def on_error(self, error: httpx.RequestError | ApiError) -> float:
        """Return the seconds to wait before the next request. Raises the error if a retry cannot help."""
        known = error if isinstance(error, IncompleteRecords) else retryable_error(error)
        delay = self._attempts.delay(known.response)
        if delay is None:
            raise known
        return delay


class IncompleteRecords(ApiError):
    """The server cannot read its store any more: the records that follow are missing."""


def _incomplete(line: RecordLine, response: httpx.Response) -> IncompleteRecords:
    problem = line.problem
    code, title, detail = (problem.code, problem.title, problem.detail) if problem else ("", "", "")
    return IncompleteRecords(code, title, detail, {}, response)
