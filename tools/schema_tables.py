"""Schemas of the OpenAPI document as Markdown: members with their types and limits, and the schemas of unions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

_RANGES: Final = (
    ("minimum", "maximum", ""),
    ("minLength", "maxLength", " characters"),
    ("minItems", "maxItems", " items"),
    ("minProperties", "maxProperties", " members"),
)
"""The keywords of a lower and an upper limit, and their unit."""


def schema_lines(name: str, schema: dict[str, Any]) -> Iterator[str]:
    """An object: its members with their types, or the values of an enumeration, or the schemas of a union."""
    yield from (f"### {name}", "", schema.get("description", ""), "")
    if "enum" in schema:
        yield from (", ".join(f"`{value}`" for value in schema["enum"]), "")
    elif text := limits(schema):
        yield from (f"Limits: {text}.", "")
    if union := schema.get("discriminator"):
        rows = [f"| `{value}` | {link(target)} |" for value, target in union["mapping"].items()]
        yield from (f"| `{union['propertyName']}` | schema |", "|---|---|", *rows, "")
    required = schema.get("required", [])
    members = [_member_row(name, member, name in required) for name, member in schema.get("properties", {}).items()]
    yield from (["| member | | |", "|---|---|---|", *members, ""] if members else [])


def _member_row(name: str, schema: dict[str, Any], is_required: bool) -> str:
    kinds = f"{kind(schema)}{', required' if is_required else ''}"
    return f"| `{name}` | {kinds} | {cell(described(schema))} |"


def described(schema: dict[str, Any]) -> str:
    """The description of a value, with its limits."""
    text, bounds = schema.get("description", ""), limits(schema)
    return f"{text} ({bounds})" if text and bounds else text or bounds


def limits(schema: dict[str, Any]) -> str:
    """The limits of a value: `1 to 64 characters, matches ^[a-z]+$, default 20`. Empty without one."""
    ranges = [_range(schema.get(low), schema.get(high), unit) for low, high, unit in _RANGES]
    pattern = f"matches `{schema['pattern']}`" if "pattern" in schema else ""
    default = "" if schema.get("default") in (None, "") else f"default `{json.dumps(schema['default'])}`"
    items = limits(schema["items"]) if "items" in schema else ""
    return ", ".join(filter(None, [*ranges, pattern, default, f"each {items}" if items else ""]))


def _range(low: float | None, high: float | None, unit: str) -> str:
    if low is None and high is None:
        return ""
    low, high = (int(each) if each is not None and each == int(each) else each for each in (low, high))
    if high is None:
        return f"at least {low:,}{unit.removesuffix('s') if low == 1 else unit}"
    if low is None:
        return f"at most {high:,}{unit}"
    return f"{low:,}{unit}" if low == high else f"{low:,} to {high:,}{unit}"


def kind(schema: dict[str, Any]) -> str:
    """The type of a value, with links to objects."""
    if "$ref" in schema:
        return link(schema["$ref"])
    if several := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
        return " or ".join(map(kind, several))
    if "items" in (content := schema.get("contentSchema", {})):
        return f"lines of {kind(content['items'])}"
    types = schema.get("type", "anything")
    listed = f"list of {kind(schema['items'])}" if "items" in schema else "list"
    return " or ".join(listed if each == "array" else each for each in ([types] if isinstance(types, str) else types))


def link(reference: str) -> str:
    """A link to a schema."""
    name = reference.rpartition("/")[2]
    return f"[{name}](#{name.lower()})"


def cell(text: str) -> str:
    """Text for a table cell."""
    return " ".join(text.split()).replace("|", "\\|")
