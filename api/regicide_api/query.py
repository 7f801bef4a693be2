"""Reading the parameters in a request's query, as strictly as its body."""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final

from flask import request
from marshmallow import Schema, ValidationError, fields

from regicide_api.errors import InvalidParameter

_CURSOR: Final = re.compile(r"[0-9]{14}:[0-9a-f]{20}")


class WholeNumber(fields.Integer):
    """A number written in digits and nothing else."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> int:
        if not (value.isascii() and value.isdigit() and len(value) <= 10):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **options)


class Cursor(fields.String):
    """Where a list goes on: the name of an entry, which clients are to treat as opaque."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> str:
        text = super()._deserialize(value, attr, data, **options)
        try:
            name = urlsafe_b64decode(text).decode("ascii")
        except (binascii.Error, ValueError):
            name = ""
        if not _CURSOR.fullmatch(name):
            raise ValidationError("take the cursor from the `next` of the page before")
        return name


def cursor_of(name: str) -> str:
    """The cursor for the name of an entry."""
    return urlsafe_b64encode(name.encode()).decode()


def parameters(schema: Schema) -> dict[str, Any]:
    """The parameters of the request's query, loaded by a schema.

    Raises InvalidParameter for one that is unknown, does not fit, or is given twice.
    """
    try:
        loaded: dict[str, Any] = schema.load(dict(_single(name) for name in request.args))
    except ValidationError as error:
        name, messages = next(iter(error.messages_dict.items()))
        raise InvalidParameter(name, _first(messages)) from None
    return loaded


def _single(name: str) -> tuple[str, str]:
    texts = request.args.getlist(name)
    if len(texts) > 1:
        raise InvalidParameter(name, "given twice")
    return name, texts[0]


def _first(messages: Any) -> str:
    """The first sentence of what marshmallow complains of."""
    while not isinstance(messages, str):
        messages = next(iter(messages.values() if isinstance(messages, Mapping) else messages))
    return messages
