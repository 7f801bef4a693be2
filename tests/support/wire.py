"""An HTTP client for tests of long polls and streams."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from commands import TIMEOUT_S
from players import bearing

RETRY_TIMEOUT_S = 30.0
"""Time for retries of a request."""


class Reply(NamedTuple):
    """A response: status, headers by lower-case name, and the JSON of the body, if any."""

    status: int
    headers: dict[str, str]
    json: Any


class Frame(NamedTuple):
    """An event of a stream."""

    id: int
    event: str
    data: Any


@dataclass(frozen=True)
class Wire:
    """A client of the server at a URL, with a new connection for each request."""

    url: str

    def send(self, method: str, path: str, body: object = None, token: str | None = None, **headers: str) -> Reply:
        """Send a request, and read its response."""
        with self._open(method, path, body, token, headers) as answer:
            content = answer.read()
            received = {name.lower(): text for name, text in answer.getheaders()}
            return Reply(answer.status, received, _parsed(content, received.get("content-type", "")))

    @contextmanager
    def stream(self, path: str, token: str | None = None, **headers: str) -> Iterator[Iterator[Frame]]:
        """Open a stream. Yields its events until it ends."""
        wanted = {"Accept": "text/event-stream"} | headers
        with self._open("GET", path, None, token, wanted) as answer:
            assert answer.status == 200, answer.read()
            assert answer.headers["Content-Type"].startswith("text/event-stream")
            yield frames(answer)

    @contextmanager
    def _open(
        self, method: str, path: str, body: object, token: str | None, headers: dict[str, str]
    ) -> Iterator[http.client.HTTPResponse]:
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=TIMEOUT_S)
        content = None if body is None else json.dumps(body)
        content_type = {"Content-Type": "application/json"} if content else {}
        try:
            connection.request(method, path, content, content_type | bearing(token) | headers)
            with connection.getresponse() as answer:  # which may have taken over the socket
                yield answer
        finally:
            connection.close()


def created(wire: Wire, **request_body: Any) -> tuple[str, list[str]]:
    """A new game of two: its path, and the tokens of its seats."""
    reply = sent_until_answered(wire, "POST", "/v1/games", {"players": 2, **request_body})[-1]
    assert reply.status == 201, reply.json
    return f"/v1/games/{reply.json['game']['id']}", [seat["token"] for seat in reply.json["seats"]]


def sent_until_answered(wire: Wire, *request: Any) -> list[Reply]:
    """Send a request until its status is not 503. Returns all responses."""
    end, replies = time.monotonic() + RETRY_TIMEOUT_S, [wire.send(*request)]
    while replies[-1].status == 503:
        assert time.monotonic() < end, f"503 for {RETRY_TIMEOUT_S} seconds"
        time.sleep(0.05)
        replies.append(wire.send(*request))
    return replies


def frames(lines: Any) -> Iterator[Frame]:
    """The events in the lines of a stream, without comments."""
    fields: dict[str, str] = {}
    while line := lines.readline().decode():
        name, _, text = line.rstrip("\n").partition(": ")
        if name:
            fields[name] = text
        elif "data" in fields:
            yield Frame(int(fields["id"]), fields["event"], json.loads(fields["data"]))
            fields = {}


def _parsed(content: bytes, media_type: str) -> Any:
    return json.loads(content) if "json" in media_type else None
