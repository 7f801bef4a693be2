"""Strict query parameters: unknown, repeated and invalid ones are errors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, cast

from flask import request
from marshmallow import Schema, ValidationError

from regicide import Message
from regicide_api.core.errors import InvalidParameter
from regicide_api.problems.framework_messages import match_message

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
        raise InvalidParameter(name, match_message(_first(messages))) from None


def _unknown(schema: Schema) -> Message:
    if not schema.fields:
        return NO_PARAMETERS
    return Message("unknown parameter; those of this operation are {names}", names=", ".join(schema.fields))


@cache
def _defaults(schema: Schema) -> dict[str, Any]:
    """The result for an empty query, which most requests have."""
    return _load(schema, {})


def _load(schema: Schema, parameters: dict[str, str]) -> dict[str, Any]:
    return cast("dict[str, Any]", schema.load(parameters))


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
