"""Base classes and fields of the schemas: requests are closed and strict, responses open to new members."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, final

from marshmallow import Schema, ValidationError
from marshmallow.fields import Boolean, Field, Float, Integer, List, Nested
from marshmallow.validate import Length, Predicate, Range, Regexp
from webargs.fields import DelimitedList

from regicide import Message
from regicide_api.core.work import in_parts
from regicide_api.domain import player_name
from regicide_api.domain.agent import INVITATION_PATTERN, MAX_DESCRIPTION_LENGTH
from regicide_api.domain.player_name import AGENT_NAME_PATTERN, MAX_EXPANSION
from regicide_api.schemas.combinations import NOT_FALSE
from regicide_api.schemas.values import (
    ACTION,
    ANY_TEXT,
    LABEL_PATTERN,
    MAX_BODY_BYTES,
    MAX_PLAYERS,
    MAX_VERSION,
    MAX_WAIT_S,
    NamedSchema,
    NamedString,
    Text,
)


class RequestSchema(Schema):
    """Base of request bodies and queries: unknown members are errors, and every field has a bound.

    `KEYWORDS` are JSON Schema keywords to add to the document.
    """

    KEYWORDS: ClassVar[dict[str, Any]] = {}

    @final
    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:
        """Raises TypeError, when the operation with the schema is defined, for a field that reads without a bound."""
        if not _is_bounded(field_obj):
            raise TypeError(f"{field_name}: expected one of the fields in FIELDS of {__name__}, with its bound")

    def load(self, data: Any, **options: Any) -> Any:
        """The loaded data. Raises ValidationError: for unknown members, or else for invalid values."""
        if isinstance(data, dict) and not data.keys() <= self.fields.keys():
            fault = [self.error_messages["unknown"]]
            raise ValidationError({name: fault for name in data if name not in self.fields})
        return super().load(data, **options)


class FullMatch(Regexp):
    """A pattern that the whole text matches; `$` alone also matches before a final line feed."""

    def __call__(self, value: Any) -> Any:
        """Return the text. Raises ValidationError."""
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
        return value


# Custom fields override `_deserialize`, as marshmallow documents.


INTEGER_FAULT: Final = Message("expected an integer without a sign, of at most 10 digits")
NUMBER_FAULT: Final = Message("expected a number")
BOOLEAN_FAULT: Final = Message("expected true or false")


class QueryInteger(Integer):
    """A query parameter of 1 to 10 decimal digits: no sign, no white space, no underscores."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> int:
        if not (len(value) <= 10 and value.isascii() and value.isdigit()):
            raise ValidationError(INTEGER_FAULT)
        return super()._deserialize(value, attr, data, **options)


class StrictBoolean(Boolean):
    """true or false; marshmallow's own accepts "yes" and 1."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError(BOOLEAN_FAULT)
        return super()._deserialize(value, attr, data, **options)


class StrictNumber(Float):
    """A number within bounds; marshmallow's own accepts "1" and true."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValidationError(NUMBER_FAULT)
        return super()._deserialize(value, attr, data, **options)


class BoundedList(List[Any]):
    """A list whose number of items is validated before they are loaded, in parts: a longer one takes no time."""

    def __init__(self, inner: Field[Any], *, most: int, least: int | None = None, **options: Any) -> None:
        super().__init__(inner, validate=Length(least, most), **options)
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> list[Any]:
        if isinstance(value, list):
            self._validate(value)
            value = in_parts(value)
        return super()._deserialize(value, attr, data, **options)


class QueryList(DelimitedList, BoundedList):
    """A query parameter with several values between commas."""


class Name(Text):
    """The name of a player, in Unicode normalization form C."""

    SPELLINGS = MAX_EXPANSION

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        name = player_name.normalize(super()._deserialize(value, attr, data, **options))
        if fault := player_name.validate(name):
            raise ValidationError(fault)
        return name


class Description(Text):
    """What an agent says about itself, in Unicode normalization form C: visible characters in one line."""

    SPELLINGS = MAX_EXPANSION

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        said = player_name.normalize(super()._deserialize(value, attr, data, **options))
        if not 1 <= len(said) <= MAX_DESCRIPTION_LENGTH or player_name.character_fault(said):
            raise ValidationError(
                Message(
                    "expected 1 to {longest} visible characters in one line, without white space at the ends",
                    longest=MAX_DESCRIPTION_LENGTH,
                )
            )
        return said


class QueryBoolean(Boolean):
    """A query parameter: `true` or `false`; marshmallow's own accepts "yes" and "1"."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> bool:
        if value not in {"true", "false"}:
            raise ValidationError(BOOLEAN_FAULT)
        return super()._deserialize(value, attr, data, **options)


def _has_range(field: Field[Any]) -> bool:
    return any(isinstance(each, Range) and None not in {each.min, each.max} for each in field.validators)


FIELDS: Final[Mapping[type[Field[Any]], Callable[[Any], bool]]] = {
    Nested: lambda field: isinstance(field.schema, RequestSchema) and not field.schema.many,
    **dict.fromkeys((BoundedList, QueryList), lambda field: field.most <= MAX_BODY_BYTES and _is_bounded(field.inner)),
    **dict.fromkeys((Text, NamedString, Name, Description), lambda field: 0 < field.longest <= MAX_BODY_BYTES),
    **dict.fromkeys((StrictBoolean, QueryBoolean), lambda _: True),
    Integer: lambda field: field.strict and _has_range(field),
    **dict.fromkeys((QueryInteger, StrictNumber), _has_range),
}
"""The fields of requests, none derived from them, and whether one has the bound that it checks before anything else."""


def _is_bounded(field: Field[Any]) -> bool:
    return not field.pre_load and FIELDS.get(type(field), lambda _: False)(field)


def integer(minimum: int, maximum: int, description: str, **options: Any) -> Integer:
    """An integer within bounds."""
    metadata = {"description": description}
    return Integer(strict=True, validate=Range(minimum, maximum), metadata=metadata, **options)


def number(minimum: int, maximum: int, description: str, *, allow_none: bool = False) -> StrictNumber:
    """A number within bounds."""
    return StrictNumber(
        required=True,
        allow_none=allow_none,
        validate=Range(minimum, maximum),
        metadata={"description": description},
    )


def query_integer(minimum: int, maximum: int, description: str, **options: Any) -> QueryInteger:
    """A query parameter that is an integer within bounds."""
    return QueryInteger(validate=Range(minimum, maximum), metadata={"description": description}, **options)


def wait(description: str) -> QueryInteger:
    """The seconds that a request may wait."""
    return query_integer(0, MAX_WAIT_S, description)


def boolean(description: str, **options: Any) -> StrictBoolean:
    """True or false."""
    return StrictBoolean(metadata={"description": description}, **options)


def true(description: str, fault: Message) -> StrictBoolean:
    """true, if it is given; `fault` says why it is not false."""
    return StrictBoolean(
        validate=Predicate("__bool__", error=fault),
        metadata={"description": f"true: {description} false is refused.", **NOT_FALSE},
    )


def items(of: type[RequestSchema] | Field[Any], most: int, description: str, **options: Any) -> BoundedList:
    """A list of objects of a schema, or of values."""
    inner = of if isinstance(of, Field) else Nested(of)
    return BoundedList(inner, most=most, metadata={"description": description}, **options)


def version(description: str, minimum: int = 1, **options: Any) -> Integer:
    """A version of a game."""
    return integer(minimum, MAX_VERSION, description, **options)


def text(description: str, shape: Mapping[str, Any] = ANY_TEXT, **options: Any) -> Text:
    """A string; `shape` is its documented pattern, format and length, of which `maxLength` is validated."""
    return Text(metadata={"description": description, **shape}, **options)


def named(component: NamedSchema, description: str, **options: Any) -> NamedString:
    """A string whose schema is a component of the document, and validated if that lists the values."""
    return NamedString(component, metadata={"description": description}, **options)


def query_enum(enumeration: NamedSchema, description: str, values: str) -> QueryList:
    """A query parameter with values of an enumeration, each of them described as `values`."""
    most = len(enumeration.values)
    return QueryList(named(enumeration, values), least=1, most=most, metadata={"description": description})


def seat(description: str, **options: Any) -> Integer:
    """The number of a seat."""
    return integer(0, MAX_PLAYERS - 1, description, **options)


def action(description: str, **options: Any) -> NamedString:
    """The text of an action."""
    return named(ACTION, description, **options)


def matching(description: str, pattern: str, longest: int, fault: Message | None = None, **options: Any) -> Text:
    """A text that a pattern has to match as a whole, which is validated. Messages do not quote it."""
    shape = {"maxLength": longest, "pattern": pattern}
    return text(description, shape, validate=FullMatch(pattern, error=fault), **options)


def label(description: str, **options: Any) -> Text:
    """A label that an owner gives to games, validated."""
    fault = Message("expected 1 to 64 letters, digits and the characters - . _ ~ : /")
    return matching(description, LABEL_PATTERN, 64, fault, **options)


def agent(description: str, **options: Any) -> Text:
    """The name of an agent, validated."""
    fault = Message("expected 2 to 39 lowercase letters, digits and hyphens, not starting with a hyphen")
    return matching(description, AGENT_NAME_PATTERN, 39, fault, **options)


def invitation(description: str, **options: Any) -> Text:
    """The invitation of an agent, validated."""
    fault = Message("expected 16 to 128 printable ASCII characters without spaces")
    return matching(description, INVITATION_PATTERN, 128, fault, **options)
