"""Reading a request's body: one JSON object, strictly, and never more of it than the limit."""

from __future__ import annotations

import json
from typing import Any, Final

import orjson
from flask import g, request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge, UnsupportedMediaType

from regicide import Sentence
from regicide_api.core.errors import MalformedBody

LIMIT: Final = 16 * 1024


def json_object() -> dict[str, Any]:
    """The JSON object in the body of the request.

    Raises UnsupportedMediaType, RequestEntityTooLarge, or MalformedBody for whatever is no JSON (RFC 8259), nested
    beyond reason, an integer beyond reason, no object, or an object that names a member twice.
    """
    if request.mimetype != "application/json":
        raise UnsupportedMediaType(Sentence("send JSON, and say so: Content-Type: application/json"))
    parsed = _parsed(content())
    if not isinstance(parsed, dict):
        raise MalformedBody(Sentence("the body has to be a JSON object"))
    return parsed


def content() -> bytes:
    """The body, at most LIMIT bytes: a chunked one has no length to go by, so it is read up to there and no further.

    Raises RequestEntityTooLarge, or MalformedBody where it breaks off, or its chunks are none.
    """
    if "content" not in g:
        if (request.content_length or 0) > LIMIT:
            raise _too_large()
        g.content = _read(LIMIT + 1)
    if len(g.content) > LIMIT:
        raise _too_large()
    return bytes(g.content)


def _read(most: int) -> bytes:
    try:
        return request.stream.read(most)
    except (OSError, ParseException, ClientDisconnected):
        raise MalformedBody(Sentence("the body breaks off, or it is not in chunks as it says")) from None


def _too_large() -> RequestEntityTooLarge:
    return RequestEntityTooLarge(Sentence("the body has to be {limit} bytes or less", limit=LIMIT))


def _parsed(content: bytes) -> object:
    """The JSON of the body: orjson is strict about the format, json can see each member and each number."""
    try:
        orjson.loads(content)
        return _DECODER.decode(content.decode())
    except RecursionError:
        raise MalformedBody(Sentence("the JSON is nested too deep")) from None
    except ValueError as error:
        raise MalformedBody(Sentence("the body is no JSON: {fault}", fault=str(error))) from None


def _unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(members)
    if len(content) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise MalformedBody(Sentence("the member {name!r} stands twice in one object", name=twice))
    return content


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique)
