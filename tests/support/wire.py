"""HTTP as it goes over the wire, for tests of what takes time: long polls and streams."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from players import bearing


class Reply(NamedTuple):
    """An answer: status, headers by their lower-case names, and the JSON of the body, if it is some."""

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
    """A server at a URL. Each request has a connection of its own."""

    url: str

    def send(self, method: str, path: str, body: object = None, token: str | None = None, **headers: str) -> Reply:
        """Send a request and read its answer."""
        with self._open(method, path, body, token, headers) as answer:
            content = answer.read()
            held = {name.lower(): text for name, text in answer.getheaders()}
            return Reply(answer.status, held, json.loads(content) if "json" in held.get("content-type", "") else None)

    @contextmanager
    def stream(self, path: str, token: str | None = None, **headers: str) -> Iterator[Iterator[Frame]]:
        """Ask for a stream; its events as they come, until it ends."""
        wanted = {"Accept": "text/event-stream"} | headers
        with self._open("GET", path, None, token, wanted) as answer:
            assert answer.status == 200, answer.read()
            assert answer.headers["Content-Type"].startswith("text/event-stream")
            yield frames(answer)

    @contextmanager
    def _open(
        self, method: str, path: str, body: object, token: str | None, headers: dict[str, str]
    ) -> Iterator[http.client.HTTPResponse]:
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=30)
        content = None if body is None else json.dumps(body)
        said = {"Content-Type": "application/json"} if content else {}
        try:
            connection.request(method, path, content, said | bearing(token) | headers)
            yield connection.getresponse()
        finally:
            connection.close()


def frames(lines: Any) -> Iterator[Frame]:
    """The events in the lines of a stream; comments and the like are passed over."""
    fields: dict[str, str] = {}
    while line := lines.readline().decode():
        name, _, text = line.rstrip("\n").partition(": ")
        if name:
            fields[name] = text
        elif "data" in fields:
            yield Frame(int(fields["id"]), fields["event"], json.loads(fields["data"]))
            fields = {}
