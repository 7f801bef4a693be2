"""The schemas of responses, made of typed definitions, and unions of them.

A definition is a TypedDict, of this package or of the engine. What the document says about a member stands in its
`Annotated`: the description, a range or a keyword of JSON Schema, and the enumeration or the other named string that it
is, or the name of one. `None` is null, and a member that may be absent is `NotRequired`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    NamedTuple,
    NotRequired,
    TypeAlias,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)
from typing import Union as TypeUnion

from marshmallow import INCLUDE, Schema
from marshmallow.fields import Boolean, Field, Float, Integer, List, Nested
from marshmallow.validate import Range

from regicide.cards import CARD_NAMES
from regicide_api.core.errors import code_of
from regicide_api.domain import player_name
from regicide_api.schemas import enums, values
from regicide_api.schemas.values import ACTION, CARD, NamedSchema, NamedString, Text


class Keywords(dict[str, Any]):
    """Keywords of JSON Schema, with a hash, which notes of a type need that may be None."""

    __hash__ = object.__hash__  # type: ignore[assignment]


Card: TypeAlias = Annotated[str, CARD, "A card."]
Cards: TypeAlias = Annotated[list[Card], range(len(CARD_NAMES) + 1)]
ActionText: TypeAlias = Annotated[str, ACTION, "An action."]
Seat: TypeAlias = Annotated[int, range(values.MAX_PLAYERS), "A seat."]
Seats: TypeAlias = Annotated[list[Seat], range(values.MAX_PLAYERS + 1)]
Version: TypeAlias = Annotated[int, Range(1, values.MAX_VERSION)]
NextVersion: TypeAlias = Annotated[int, Range(2, values.MAX_VERSION)]
Time: TypeAlias = Annotated[str, Keywords(format="date-time")]
GameId: TypeAlias = Annotated[str, Keywords(pattern="^[0-9a-f]{20}$")]
PlayerName: TypeAlias = Annotated[str, Keywords(maxLength=player_name.MAX_LENGTH)]
AgentName: TypeAlias = Annotated[str, Keywords(maxLength=39)]
Token: TypeAlias = Annotated[
    str, "To be sent as `Authorization: Bearer …`. The server stores only a hash: it cannot be retrieved later."
]

_NAMED: Final[dict[str, NamedSchema]] = {
    each.name: each for each in (CARD, ACTION, *vars(enums).values()) if isinstance(each, NamedSchema)
}
"""The components of strings by name, the name of an enumeration of the engine."""

_KINDS: Final[Mapping[Any, type[Field[Any]]]] = {str: Text, int: Integer, float: Float, bool: Boolean}


class ResponseSchema(Schema):
    """Base of response bodies, which it documents: clients ignore unknown members."""

    class Meta:
        unknown = INCLUDE


class Tag(NamedString):
    """The discriminator of a schema: the value of an enumeration that belongs to it.

    Without a value the schema covers all values of no other schema of the union.
    """

    def __init__(self, component: NamedSchema, value: str | None, **options: Any) -> None:
        super().__init__(component, **options)
        self.value = value and str(value)


class Union(NamedTuple):
    """A component of the document that is one of several flat schemas, each of which has a tag under the same name.

    A variant is a schema, or a definition whose name has the value of its tag: `seat-taken` for SeatTakenEvent.
    """

    name: str
    description: str
    member: str
    variants: tuple[Any, ...]

    @property
    def schemas(self) -> tuple[type[Schema], ...]:
        """The schemas of the variants."""
        return tuple(_variant(self.member, each) for each in self.variants)

    def tag(self, schema: type[Schema]) -> Tag:
        """The tag of one of its schemas."""
        return cast("Tag", schema().fields[self.member])

    @property
    def values(self) -> tuple[str, ...]:
        """The values of all tags."""
        return tuple(value for schema in self.schemas if (value := self.tag(schema).value))


class OneOf(Field[Any]):
    """An object that is one of the schemas of a union."""

    def __init__(self, union: Union, **options: Any) -> None:
        super().__init__(**options)
        self.union = union


@cache
def _variant(member: str, definition: Any) -> type[Schema]:
    """The schema of a variant of a union, in which a member is the tag."""
    if issubclass(definition, Schema):
        return cast("type[Schema]", definition)
    schema, name = schema_of(definition), definition.__name__
    enumeration = cast("NamedString", schema().fields[member])
    tag = Tag(enumeration.component, code_of(name).rpartition("-")[0], required=True, metadata=enumeration.metadata)
    return type(name, (schema,), {member: tag})


@cache
def schema_of(definition: Any) -> type[Schema]:
    """The schema of a typed definition; a schema is its own."""
    if issubclass(definition, Schema):
        return cast("type[Schema]", definition)
    hints = get_type_hints(definition, include_extras=True)
    members = {name: field_of(hint) for name, hint in hints.items()}
    return type(definition.__name__, (ResponseSchema,), members)


def field_of(hint: Any, description: str | None = None) -> Field[Any]:
    """The field of a member with this type, and perhaps a description."""
    is_required = get_origin(hint) is not NotRequired
    kind, notes, is_nullable = _parts(hint if is_required else get_args(hint)[0])
    texts = [note for note in notes if isinstance(note, str)] + ([description] if description else [])
    metadata: dict[str, Any] = {"description": texts[-1]} if texts else {}
    for note in notes:
        metadata |= note if isinstance(note, Mapping) else {}
    options = {"required": is_required, "allow_none": is_nullable, "metadata": metadata}
    return _field(kind, notes, options)


def _parts(hint: Any) -> tuple[Any, list[Any], bool]:
    """A type without its notes and without None, its notes, the outer ones last, and whether it may be None."""
    if get_origin(hint) is Annotated:
        inner, *outer = get_args(hint)
        kind, notes, is_nullable = _parts(inner)
        return kind, [*notes, *outer], is_nullable
    if get_origin(hint) in {TypeUnion, UnionType}:
        [inner] = [each for each in get_args(hint) if each is not NoneType]
        return *_parts(inner)[:2], True
    return hint, [], False


def _field(kind: Any, notes: list[Any], options: dict[str, Any]) -> Field[Any]:
    for note in notes:
        if isinstance(note, Union):
            return OneOf(note, **options)
    component = next((found for note in notes if (found := _component(note))), None)
    if component:
        return NamedString(component, **options)
    if get_origin(kind) is list:
        lengths = [note for note in notes if isinstance(note, range)]
        options["metadata"] |= {"maxItems": lengths[-1].stop - 1} if lengths else {}
        return List(field_of(get_args(kind)[0]), **options)
    if kind in _KINDS:
        return _KINDS[kind](validate=[_range(note) for note in notes if isinstance(note, range | Range)], **options)
    return Nested(schema_of(kind), **options)


def _component(note: Any) -> NamedSchema | None:
    """The named string that a note is, or that it names."""
    return note if isinstance(note, NamedSchema) else _NAMED.get(getattr(note, "__name__", ""))


def _range(note: Any) -> Range:
    return Range(note.start, note.stop - 1) if isinstance(note, range) else note
