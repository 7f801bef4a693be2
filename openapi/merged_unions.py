"""Unions as one schema each, for generators that cannot read discriminators: those of Python and Rust.

openapi-python-client tries the schemas of a union one after another, writes this out wherever the union occurs, and
raises an error for a type that it does not know. As one schema with the members of all, a union is one class, which
also accepts the types of later versions. In Rust, the discriminator is removed before the schema that requires it is
read.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, TypeAlias

Schema: TypeAlias = dict[str, Any]

DOCUMENT: Final = Path(__file__).parent / "openapi.json"


def write_merged(folder: Path) -> Path:
    """Write the document with merged unions into a folder. Returns its path."""
    path = folder / DOCUMENT.name
    path.write_text(json.dumps(with_merged_unions(json.loads(DOCUMENT.read_text()))))
    return path


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
    schema = {
        keyword: value for keyword, value in next(iter(found.values())).items() if keyword not in {"const", "not"}
    }
    texts: dict[str, list[str]] = {}
    for values, member in found.items():
        texts.setdefault(member.get("description", ""), []).append(values)
    described = "; ".join(f"{', '.join(values)}: {text.rstrip('.')}" for text, values in texts.items())
    return schema if is_common or not described else schema | {"description": f"{described}."}


def _name(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]
