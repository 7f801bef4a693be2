"""Components of fields: an enumeration, a pattern or a union is one component, to which all of its fields refer."""

from __future__ import annotations

from typing import Any, Final, cast

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema
from marshmallow.fields import Field

from regicide_api.problems.registry import PROBLEMS
from regicide_api.schemas.enums import PROBLEM_CODE, NamedSchema
from regicide_api.schemas.fields import NamedString
from regicide_api.schemas.problem import PROBLEM
from regicide_api.schemas.responses import OneOf, Tag, Union

CODES: Final = tuple(sorted({problem.code for problem in PROBLEMS}))

_PREFIX: Final = "#/components/schemas/"


class NamedSchemaPlugin(MarshmallowPlugin):
    """apispec's plugin for marshmallow, with components for fields, and the keywords of schemas of requests."""

    def init_spec(self, spec: APISpec) -> None:
        """Make the converter of a specification refer to components."""
        super().init_spec(spec)
        converter = cast("OpenAPIConverter", self.converter)
        converter.add_attribute_function(_refer)  # type: ignore[no-untyped-call]

    def schema_helper(self, name: Any, _: Any, schema: Any = None, **options: Any) -> Any:  # type: ignore[override] # as its base
        """The definition of a component."""
        definition = super().schema_helper(name, _, schema, **options)  # type: ignore[no-untyped-call]
        return definition and definition | getattr(schema, "KEYWORDS", {})


def _refer(converter: OpenAPIConverter, field: Field[Any], ret: dict[str, Any]) -> dict[str, Any]:
    """The schema of a field as a reference to a component, with its description; integers have 32 bits."""
    match field:
        case NamedString(component=component):
            reference = _string(converter.spec, component) | _const(field)
        case OneOf(union=union):
            reference = add_union(converter, union)
        case _:
            return {"format": "int32"} if "integer" in ret.get("type", ()) else {}
    description = {name: ret[name] for name in ("description",) if name in ret}
    ret.clear()
    return ({"anyOf": [reference, {"type": "null"}]} if field.allow_none else reference) | description


def _string(spec: APISpec, component: NamedSchema) -> dict[str, Any]:
    """A reference to the component of a string, which is added to the specification if it is new."""
    if component.name not in spec.components.schemas:
        named = PROBLEM_CODE._replace(values=CODES).component if component.name == PROBLEM_CODE.name else component
        spec.components.schema(component.name, dict(named.schema))
    return {"$ref": _PREFIX + component.name}


def _const(field: NamedString) -> dict[str, Any]:
    """The value of a tag, or the values that it cannot have, beside the reference to its enumeration."""
    if not isinstance(field, Tag):
        return {}
    return {"const": field.value} if field.value else {"not": {"enum": [*PROBLEM.values]}}


def add_union(converter: OpenAPIConverter, union: Union) -> dict[str, Any]:
    """A reference to the component of a union, which is added to the specification if it is new."""
    spec = converter.spec
    if union.name not in spec.components.schemas:
        spec.components.schema(union.name, {})  # a place in the order before its schemas
        spec.components.schemas[union.name] = _union(converter, union)
    return {"$ref": _PREFIX + union.name}


def _union(converter: OpenAPIConverter, union: Union) -> dict[str, Any]:
    references = {variant: _schema(converter, variant) for variant in union.schemas}
    mapping = {value: name for variant, name in references.items() for value in _values(union, variant)}
    return {
        "description": union.description,
        "oneOf": [{"$ref": name} for name in references.values()],
        "discriminator": {"propertyName": union.member, "mapping": mapping},
    }


def _schema(converter: OpenAPIConverter, schema: type[Schema]) -> str:
    """The reference to the component of a schema."""
    return str(converter.resolve_nested_schema(schema)["$ref"])  # type: ignore[no-untyped-call]


def _values(union: Union, variant: type[Schema]) -> list[str]:
    """The values of the discriminator that belong to a schema."""
    value = union.tag(variant).value
    return [value] if value else [code for code in CODES if code not in union.values]
