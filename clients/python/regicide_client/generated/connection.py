"""A blocking connection with a server: calls with retries, long polls and streams."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import httpx

from regicide_client.calls import Call, Page, ReceivedContent, parse_response
from regicide_client.errors import ApiError, error_from_response
from regicide_client.long_poll import Poll, wait_preference
from regicide_client.retry import Attempts, RetryPolicy, is_retryable, retryable_error
from regicide_client.streams import EventStream

T = TypeVar("T")


class Connection:
    """What all calls of a session have in common; the token is that of a seat, an agent or an owner."""

    def __init__(self, http: httpx.Client, token: str | None, retry: RetryPolicy) -> None:
        self._http, self._token, self._retry = http, token, retry

    def _execute(self, call: Call[T], hold: float = 0) -> T:
        """Send the request with retries and return the parsed response, which the server may hold for some seconds."""
        return parse_response(call, self._send(call, hold))

    def _pages(self, ask: Callable[[Any], Call[Page[T]]], cursor: object = None, hold: float = 0) -> Iterator[T]:
        """Yield the items of a list, page by page, by the calls that `ask` makes from the cursor of a page."""
        while True:
            page = self._execute(ask(cursor), hold)
            for item in page.items:
                yield item
            cursor = page.next_
            if cursor is None:
                return

    def _poll(self, poll: Poll, ask: Callable[[str | None], Call[T]], is_awaited: Callable[[T], bool]) -> T:
        """Send the requests that `ask` makes from a Prefer header until a response is the awaited one; return it."""
        while True:
            hold = poll.hold
            call = ask(wait_preference(hold))
            response = self._send(call, hold)
            poll.on_response(response)
            if response.status_code != httpx.codes.NOT_MODIFIED and is_awaited(value := parse_response(call, response)):
                return value
            time.sleep(poll.delay())

    def _stream(self, stream: EventStream[T]) -> Iterator[T]:
        """Yield the items of a stream, over several connections if need be."""
        while True:
            request = stream.call.with_token(self._token).request
            try:
                with self._http.stream(**request, timeout=stream.timeout) as response:
                    if not response.is_success:
                        response.read()
                    stream.on_open(response)
                    for chunk in response.iter_bytes():
                        for item in stream.feed(chunk):
                            yield item
                        if stream.is_over:
                            return
                delay = stream.on_close()
            except (httpx.RequestError, ApiError) as error:
                delay = stream.on_close(error)
            if stream.is_over:
                return
            time.sleep(delay)

    def _send(self, call: Call[T], hold: float) -> httpx.Response:
        """Send the request until a response comes that is not retryable; return it, whatever its status."""
        request, attempts = call.with_token(self._token).request, Attempts(self._retry, hold)
        while True:
            try:
                with self._http.stream(**request, timeout=attempts.timeout) as response:
                    content = ReceivedContent(response)
                    for chunk in response.iter_bytes():
                        content.add(chunk)
                received = content.whole()
            except httpx.RequestError as cause:
                error = retryable_error(cause)
            else:
                if not is_retryable(received):
                    return received
                error = error_from_response(received)
            time.sleep(attempts.delay(error))
