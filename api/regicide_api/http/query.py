"""Reading the parameters in a request's query, as strictly as its body."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from flask import request
from marshmallow import Schema, ValidationError, fields

from regicide import Sentence
from regicide_api.core.errors import InvalidParameter
from regicide_api.problems.library_messages import recognised


class WholeNumber(fields.Integer):
    """A number written in digits and nothing else."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> int:
        if not (value.isascii() and value.isdigit() and len(value) <= 10):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **options)


def parameters(schema: Schema) -> dict[str, Any]:
    """The parameters of the request's query, loaded by a schema.

    Raises InvalidParameter for one that is unknown, does not fit, or is given twice.
    """
    try:
        return _loaded(schema, dict(map(_single, request.args))) if request.args else {**_defaults(schema)}
    except ValidationError as error:
        name, messages = next(iter(error.messages_dict.items()))
        raise InvalidParameter(name, recognised(_first(messages))) from None


@cache
def _defaults(schema: Schema) -> dict[str, Any]:
    """What no query at all loads to, which is what most requests have."""
    return _loaded(schema, {})


def _loaded(schema: Schema, given: dict[str, str]) -> dict[str, Any]:
    return cast("dict[str, Any]", schema.load(given))


def _single(name: str) -> tuple[str, str]:
    texts = request.args.getlist(name)
    if len(texts) > 1:
        raise InvalidParameter(name, Sentence("given twice"))
    return name, texts[0]


def _first(messages: Any) -> str:
    """The first sentence of what marshmallow complains of."""
    while not isinstance(messages, str):
        messages = next(iter(messages.values() if isinstance(messages, Mapping) else messages))
    return messages
