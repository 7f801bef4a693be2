"""The document without unions, for generators that read discriminators wrongly, or fail for types of later versions.

As one schema with the members of all, a union is one class, which also accepts the types of later versions. The
published form has texts in place of open enumerations, too: most generators make enumerations that accept no other
value. The Python client is made of a form with enumerations, which its templates open.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from compatibility_rules import OPEN_KEYWORD, without_open_values

Schema: TypeAlias = dict[str, Any]


def merged(document: dict[str, Any]) -> dict[str, Any]:
    """The published form: without unions, with texts in place of open enumerations."""
    content: dict[str, Any] = without_open_values(with_merged_unions(document))
    for schema in content["components"]["schemas"].values():
        if OPEN_KEYWORD in schema:
            schema.pop("x-enum-varnames", None)
    return content


def with_merged_unions(document: dict[str, Any]) -> dict[str, Any]:
    """A document whose unions are merged, without the schemas that they consisted of."""
    schemas = document["components"]["schemas"]
    unions = {name: schema for name, schema in schemas.items() if "discriminator" in schema}
    merged = {name: _merged(union, schemas) for name, union in unions.items()}
    parts = {_name(part) for union in unions.values() for part in union["oneOf"]}
    kept = {name: schema for name, schema in (schemas | merged).items() if name not in parts}
    return document | {"components": document["components"] | {"schemas": kept}}


def _merged(union: Schema, schemas: dict[str, Schema]) -> Schema:
    """One schema with the members of all; those that not all of them require are optional."""
    values: dict[str, list[str]] = {}
    for value, reference in union["discriminator"]["mapping"].items():
        values.setdefault(reference, []).append(value)
    parts = {", ".join(values[part["$ref"]]): schemas[_name(part)] for part in union["oneOf"]}
    required = set.intersection(*(set(part["required"]) for part in parts.values()))
    names = dict.fromkeys(name for part in parts.values() for name in part["properties"])
    return {
        "type": "object",
        "description": union["description"],
        "properties": {name: _member(name, parts, is_common=name in required) for name in names},
        "required": sorted(required),
        "additionalProperties": True,
    }


def _member(name: str, parts: dict[str, Schema], *, is_common: bool) -> Schema:
    """The schema of a member; its description names the types that have it."""
    found = {values: part["properties"][name] for values, part in parts.items() if name in part["properties"]}
    schema: Schema = max(found.values(), key=lambda each: "null" in each.get("type", ()))  # the first, or one with null
    texts: dict[str, list[str]] = {}
    for values, member in found.items():
        texts.setdefault(member.get("description", ""), []).append(values)
    described = "; ".join(f"{', '.join(values)}: {text.rstrip('.')}" for text, values in texts.items())
    return schema if is_common or not described else schema | {"description": f"{described}."}


def _name(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]
