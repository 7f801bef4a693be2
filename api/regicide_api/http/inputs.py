"""Strict bodies, queries and headers of requests.

A body is one JSON object (RFC 8259) of at most MAX_BODY_BYTES. werkzeug's and webargs' own reading accepts duplicate
members and bodies that end too early, truncates a chunked body at the limit without an error, and fails with 500 on
deep nesting or on integers of thousands of digits. In a query, unknown, repeated and invalid parameters are errors.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import IO, Any, Final, cast

import orjson
from flask import request
from gunicorn.http.errors import ParseException
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge, UnsupportedMediaType

from regicide import Message
from regicide_api.core.errors import InvalidParameter, MalformedJson, quoted
from regicide_api.schemas.values import MAX_BODY_BYTES

JSON: Final = "application/json"

_BODY: Final = "regicide.body"
_VALUE: Final = "regicide.body.value"
"""The keys of the WSGI environment under which the body and its JSON value are kept after they are read."""

MAX_NUMBER_LENGTH: Final = 40
"""Of the text of a number with a fraction or an exponent: the double nearest to any number needs 24."""


def load_body(schema: Schema) -> dict[str, Any]:
    """The body of the request, loaded by a schema; one without members may be empty.

    Raises ValidationError, and the errors of `read_json_object`.
    """
    return _load(schema, read_json_object() if schema.fields or read_body() else {})


def read_json_object() -> dict[str, Any]:
    """The JSON object in the body of the request.

    Raises UnsupportedMediaType, RequestEntityTooLarge, or MalformedJson for a body that is truncated, not JSON or not
    an object, is nested too deep, has a number that is too long or out of range, or names a member twice.
    """
    if request.environ.get("CONTENT_TYPE") != JSON and request.mimetype != JSON:
        raise UnsupportedMediaType(Message("expected JSON with the header Content-Type: application/json"))
    value = _read_value()
    if not isinstance(value, dict):
        raise MalformedJson(Message("expected a JSON object"))
    return value


def canonical_body() -> bytes:
    """The body in a canonical form: two bodies with the same JSON value have the same one.

    As in RFC 8785, members are sorted, there is no white space, texts have one spelling, and so have numbers: `2.0` is
    `2`. Integers are exact at any length. No body is an empty object, as in operations whose body is optional. A body
    that is not JSON, or names a member twice, stays as it is. Raises the errors of `read_body`.
    """
    body = read_body() or b"{}"
    try:
        return json.dumps(_read_value(), sort_keys=True, separators=(",", ":")).encode()
    except (MalformedJson, RecursionError):
        return body


def read_body() -> bytes:
    """The body of the request, read once. A chunked body without a length is read up to the limit.

    Raises RequestEntityTooLarge above MAX_BODY_BYTES, RequestTimeout, and MalformedJson if the body is truncated or its
    chunks are invalid.
    """
    environ = request.environ
    body: bytes | None = environ.get(_BODY)
    if body is None:
        length = request.content_length or 0
        if length > MAX_BODY_BYTES:
            raise _too_large()
        # An input that ends with the body needs no limit: werkzeug's stream would check each read.
        stream = environ["wsgi.input"] if environ.get("wsgi.input_terminated") else request.stream
        body = environ[_BODY] = _read(stream, length)
    if len(body) > MAX_BODY_BYTES:
        raise _too_large()
    return body


def _read(stream: IO[bytes], length: int) -> bytes:
    """The body in a stream, of at least this length: not every server checks that the client has sent all of it."""
    try:
        body = stream.read(MAX_BODY_BYTES + 1)
    except (OSError, ParseException, ClientDisconnected):
        body = None
    if body is None or len(body) < length:
        raise MalformedJson(Message("the body is truncated, or its chunked encoding is invalid"))
    return body


def _too_large() -> RequestEntityTooLarge:
    return RequestEntityTooLarge(Message("the body exceeds {limit} bytes", limit=MAX_BODY_BYTES))


def _read_value() -> object:
    """The JSON value of the body, parsed once. Raises the errors of `read_body`, and MalformedJson."""
    environ = request.environ
    if _VALUE not in environ:
        environ[_VALUE] = _parse(read_body())
    return environ[_VALUE]


def _parse(body: bytes) -> object:
    """Parses twice: orjson rejects what RFC 8259 does not allow, json reports duplicate members, and numbers exactly.

    A number without a fraction is an integer, however it is written, as in JSON Schema (2020-12, 6.1.1): `2.0` is `2`.
    """
    try:
        orjson.loads(body)
        return _DECODER.decode(body.decode())
    except RecursionError:
        raise MalformedJson(Message("the JSON is nested too deep")) from None
    except ValueError as error:
        raise MalformedJson(Message("the body is not valid JSON: {fault}", fault=str(error))) from None


def _unique_members(members: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(members)
    if len(content) < len(members):
        counts = Counter(name for name, _ in members)
        twice = next(name for name, count in counts.items() if count > 1)
        raise MalformedJson(Message("duplicate member {name!r} in an object", name=quoted(twice)))
    return content


def _number(text: str) -> float | int:
    """The value of a number with a fraction or an exponent: an integer if it is exactly one, else the nearest double.

    An integer beyond MAX_EXACT stays a double, which takes no longer to write than its text to read.

    Raises MalformedJson for a text that is too long, and for a number whose nearest double is 0, but which is not 0.
    """
    if len(text) > MAX_NUMBER_LENGTH:
        raise MalformedJson(Message("a number has more than {most} characters", most=MAX_NUMBER_LENGTH))
    number = float(text)
    if not number.is_integer() or abs(number) > MAX_EXACT:
        return number
    if not number and text.lower().partition("e")[0].strip("-0."):
        raise MalformedJson(Message("a number is beyond the range of a double"))
    exact = Decimal(text if number else 0)
    return int(exact) if exact == exact.to_integral_value() else number


MAX_EXACT: Final = 2**53
"""The largest integer up to which a double has all integers."""

_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique_members, parse_float=_number)


NO_PARAMETERS: Final = Message("unknown parameter; this operation has none")


def load_query(schema: Schema) -> dict[str, Any]:
    """The query parameters of the request, loaded by a schema.

    Raises InvalidParameter for a parameter that is unknown, invalid or repeated.
    """
    try:
        return _load(schema, dict(map(_single, request.args))) if request.query_string else {**_defaults(schema)}
    except ValidationError as error:
        name, messages = next(iter(error.messages_dict.items()))
        if name not in schema.fields:
            raise InvalidParameter(name, _unknown(schema)) from None
        raise InvalidParameter(name, _first(messages)) from None


def header_text(parameter: Mapping[str, Any], fault: Message) -> str | None:
    """The text of a header of the request that fits its documented pattern; None without the header.

    Raises InvalidParameter with the fault for another text.
    """
    text: str | None = request.headers.get(parameter["name"])
    if text is not None and re.fullmatch(parameter["schema"]["pattern"], text) is None:
        raise InvalidParameter(parameter["name"], fault)
    return text


def _unknown(schema: Schema) -> Message:
    if not schema.fields:
        return NO_PARAMETERS
    return Message("unknown parameter; those of this operation are {names}", names=", ".join(schema.fields))


@cache
def _defaults(schema: Schema) -> dict[str, Any]:
    """The result for an empty query, which most requests have."""
    return _load(schema, {})


def _load(schema: Schema, content: dict[str, Any]) -> dict[str, Any]:
    return cast("dict[str, Any]", schema.load(content))


def _single(name: str) -> tuple[str, str]:
    texts = request.args.getlist(name)
    if len(texts) > 1:
        raise InvalidParameter(name, Message("given more than once"))
    return name, texts[0]


def _first(messages: Any) -> str:
    """The first message in marshmallow's nested lists and mappings of messages."""
    while not isinstance(messages, str):
        messages = next(iter(messages.values() if isinstance(messages, Mapping) else messages))
    return messages
