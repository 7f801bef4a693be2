"""Unions of schemas that the value of one member tells apart, which is the discriminator of OpenAPI.

The schemas of a union are flat: each lists all of its members. The discriminator refers to an enumeration, and has the
value of the schema as `const`. Generators that do not read `const` beside a reference follow the mapping of the union.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from marshmallow import Schema
from marshmallow.fields import Field

from regicide_api.schemas.enums import Enumeration
from regicide_api.schemas.fields import NamedString


class Tag(NamedString):
    """The discriminator of a schema: the value of an enumeration that belongs to it.

    Without a value the schema covers all values of no other schema of the union.
    """

    def __init__(self, enumeration: Enumeration, value: str | None, description: str) -> None:
        super().__init__(enumeration.component, required=True, metadata={"description": description})
        self.value = value and str(value)


class Union(NamedTuple):
    """A component of the document that is one of several schemas, each of which has a tag under the same name."""

    name: str
    description: str
    member: str
    variants: tuple[type[Schema], ...]

    def tag(self, variant: type[Schema]) -> Tag:
        """The tag of one of its schemas."""
        return cast("Tag", variant().fields[self.member])

    @property
    def values(self) -> tuple[str, ...]:
        """The values of all tags."""
        return tuple(value for variant in self.variants if (value := self.tag(variant).value))


class OneOf(Field[Any]):
    """An object that is one of the schemas of a union."""

    def __init__(self, union: Union, **options: Any) -> None:
        super().__init__(**options)
        self.union = union
