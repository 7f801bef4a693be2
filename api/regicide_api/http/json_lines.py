"""Responses of many JSON objects, one in each line, which are written as they are sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

import orjson
from flask import Response
from redis.exceptions import RedisError

from regicide_api.core import work
from regicide_api.core.errors import ApiError
from regicide_api.http.conditional import PRIVATE
from regicide_api.problems.handler import problem_body
from regicide_api.problems.registry import InternalError
from regicide_api.realtime.disconnects import ClientSocket

JSON_LINES: Final = "application/jsonl"
"""JSON Lines, by the name in the registry of media types of the OpenAPI Initiative. IANA has registered none."""


def json_lines(objects: Iterable[dict[str, Any]], client: ClientSocket) -> Response:
    """A response of these objects to a client, which depends on the sender."""
    return Response(_lines(objects, client), mimetype=JSON_LINES, headers=PRIVATE)


def _lines(objects: Iterable[dict[str, Any]], client: ClientSocket) -> Iterator[bytes]:
    """The lines, until the client has left."""
    work.begin(client.is_closed)
    yield b""  # the head is sent: the first line may take a while
    with suppress(work.ClientLeft):
        yield from map(json_line, objects)


def json_line(content: dict[str, Any]) -> bytes:
    """The line of an object, with its line feed."""
    return orjson.dumps(content, option=orjson.OPT_APPEND_NEWLINE)


def problem_of_line(error: Exception, path: str, language: str) -> Any:
    """The JSON of the problem with which one object was not made: its game, the store, or an error of the server."""
    known = error if isinstance(error, (ApiError, RedisError)) else InternalError()
    return problem_body(known, path, language)
