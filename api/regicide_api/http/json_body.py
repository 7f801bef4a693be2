"""Strict request bodies: one JSON object (RFC 8259) of at most MAX_BODY_BYTES.

werkzeug's and webargs' own reading accepts duplicate members, truncates a chunked body at the limit without an error,
and fails with 500 on deep nesting or on integers of thousands of digits.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import IO, Any, Final

import orjson
from flask import request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge, UnsupportedMediaType

from regicide import Message
from regicide_api.core.errors import MalformedBody
from regicide_api.schemas.requests import MAX_BODY_BYTES

JSON: Final = "application/json"

_BODY: Final = "regicide.body"
"""The key of the WSGI environment under which the body is kept after it is read."""


def read_json_object() -> dict[str, Any]:
    """The JSON object in the body of the request.

    Raises UnsupportedMediaType, RequestEntityTooLarge, or MalformedBody for a body that is not JSON or not an object,
    is nested too deep, has an integer that is too long, or names a member twice.
    """
    if request.environ.get("CONTENT_TYPE") != JSON and request.mimetype != JSON:
        raise UnsupportedMediaType(Message("expected JSON with the header Content-Type: application/json"))
    parsed = _parse(read_body(), _DECODER)
    if not isinstance(parsed, dict):
        raise MalformedBody(Message("expected a JSON object"))
    return parsed


def read_optional_object() -> dict[str, Any]:
    """The JSON object in the body of the request, with the errors of `read_json_object`; empty without a body."""
    return read_json_object() if read_body() else {}


def canonical_body() -> bytes:
    """The body in a canonical form: two bodies with the same JSON value have the same one.

    As in RFC 8785, members are sorted, there is no white space, texts have one spelling, and so have numbers: `2.0` is
    `2`. Integers are exact at any length. No body is an empty object, as in operations whose body is optional. A body
    that is not JSON, or names a member twice, stays as it is. Raises the errors of `read_body`.
    """
    body = read_body() or b"{}"
    try:
        return json.dumps(_parse(body, _CANONICAL_DECODER), sort_keys=True, separators=(",", ":")).encode()
    except (MalformedBody, RecursionError):
        return body


def read_body() -> bytes:
    """The body of the request, read once. A chunked body without a length is read up to the limit.

    Raises RequestEntityTooLarge above MAX_BODY_BYTES, MalformedBody if the body is truncated or its chunks are invalid.
    """
    environ = request.environ
    body: bytes | None = environ.get(_BODY)
    if body is None:
        if (request.content_length or 0) > MAX_BODY_BYTES:
            raise _too_large()
        # The server of an input that ends with the body has checked it: werkzeug's stream would check each read again.
        stream = environ["wsgi.input"] if environ.get("wsgi.input_terminated") else request.stream
        body = environ[_BODY] = _read(stream, MAX_BODY_BYTES + 1)
    if len(body) > MAX_BODY_BYTES:
        raise _too_large()
    return body


def _read(stream: IO[bytes], max_bytes: int) -> bytes:
    try:
        return stream.read(max_bytes)
    except (OSError, ParseException, ClientDisconnected):
        raise MalformedBody(Message("the body is truncated, or its chunked encoding is invalid")) from None


def _too_large() -> RequestEntityTooLarge:
    return RequestEntityTooLarge(Message("the body exceeds {limit} bytes", limit=MAX_BODY_BYTES))


def _parse(body: bytes, decoder: json.JSONDecoder) -> object:
    """Parses twice: orjson rejects what RFC 8259 does not allow, json reports duplicate members and long integers."""
    try:
        orjson.loads(body)
        return decoder.decode(body.decode())
    except RecursionError:
        raise MalformedBody(Message("the JSON is nested too deep")) from None
    except ValueError as error:
        raise MalformedBody(Message("the body is not valid JSON: {fault}", fault=str(error))) from None


def _unique_members(members: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(members)
    if len(content) < len(members):
        counts = Counter(name for name, _ in members)
        twice = next(name for name, count in counts.items() if count > 1)
        raise MalformedBody(Message("duplicate member {name!r} in an object", name=twice))
    return content


def _number(text: str) -> float | int:
    number = float(text)
    return int(number) if number.is_integer() else number


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique_members)
_CANONICAL_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique_members, parse_float=_number)
