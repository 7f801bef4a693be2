"""Does whatever fits one schema fit another one, too?

Asked of a request, the first schema is the old one: what clients send today has to be accepted tomorrow. Asked of an
answer, it is the new one: what the server sends tomorrow has to be what clients of today expect.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias

Schema: TypeAlias = dict[str, Any]

LEAST: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
MOST: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
SHAPES: Final = ("pattern", "format")
UNDERSTOOD: Final = {
    *(*LEAST, *MOST, *SHAPES, "type", "enum", "const", "properties", "required", "additionalProperties", "items"),
    *("anyOf", "oneOf", "allOf", "$ref"),
}
WORDS: Final = {"title", "description", "default", "example", "examples", "deprecated", "readOnly", "writeOnly"}


class Side(NamedTuple):
    """A schema, and the document that its references are into."""

    document: dict[str, Any]
    given: Schema

    def beside(self, given: Schema) -> Side:
        """Another schema of the same document."""
        return Side(self.document, given)

    @property
    def schema(self) -> Schema:
        """The schema with its references followed."""
        schema: Schema = {}
        if "$ref" in self.given:
            schema |= self.beside(referred(self.document, self.given["$ref"])).schema
        for part in self.given.get("allOf", []):
            schema |= self.beside(part).schema
        return schema | {name: member for name, member in self.given.items() if name not in {"$ref", "allOf"}}

    @property
    def alternatives(self) -> list[Side]:
        """The schemas of which a value has to fit one."""
        schema = self.schema
        return [self.beside(part) for part in schema.get("anyOf") or schema.get("oneOf") or [schema]]


def referred(document: dict[str, Any], reference: str) -> Any:
    """What a reference within a document points to."""
    found: Any = document
    for name in reference.removeprefix("#/").split("/"):
        found = found[name.replace("~1", "/").replace("~0", "~")]
    return found


def unfit(inner: Side, outer: Side, where: str, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Why some value that fits the inner schema may not fit the outer one."""
    pair = f"{inner.given.get('$ref')} in {outer.given.get('$ref')}"
    if "$ref" in inner.given and pair in seen:
        return
    for one in inner.alternatives:
        against = [list(_unfit(one.schema, other.schema, where)) for other in outer.alternatives]
        deeper = [list(_unfit_parts(one, other, where, seen | {pair})) for other in outer.alternatives]
        yield from min((first + then for first, then in zip(against, deeper, strict=True)), key=len)


def _unfit(inner: Schema, outer: Schema, where: str) -> Iterator[str]:
    """The same, for all but the parts of a schema."""
    if surplus := _types(inner) - _types(outer):
        yield f"{where}: the type {' or '.join(sorted(surplus))}"
    yield from _unfit_values(inner, outer, where)
    for name in LEAST:
        if inner.get(name, -inf) < outer.get(name, -inf):
            yield f"{where}: {name} {outer[name]}, {inner.get(name, 'none')} on the other side"
    for name in MOST:
        if inner.get(name, inf) > outer.get(name, inf):
            yield f"{where}: {name} {outer[name]}, {inner.get(name, 'none')} on the other side"
    for name in SHAPES:
        if name in outer and inner.get(name) != outer[name]:
            yield f"{where}: another {name}"
    for name in sorted((inner.keys() | outer.keys()) - UNDERSTOOD - WORDS):
        if inner.get(name) != outer.get(name):
            yield f"{where}: a change of {name}, which this comparison does not understand"


def _unfit_values(inner: Schema, outer: Schema, where: str) -> Iterator[str]:
    allowed, possible = _values(outer), _values(inner)
    if allowed is not None and possible is None:
        yield f"{where}: a list of values on one side only"
    for value in possible or []:
        if allowed is not None and value not in allowed:
            yield f"{where}: the value {value!r}"


def _unfit_parts(inner: Side, outer: Side, where: str, seen: frozenset[str]) -> Iterator[str]:
    """The same, for the items of an array and the members of an object."""
    one, other = inner.schema, outer.schema
    if "items" in other:
        yield from unfit(inner.beside(one.get("items", {})), outer.beside(other["items"]), f"{where}/*", seen)
    for name in sorted(set(other.get("required", [])) - set(one.get("required", []))):
        yield f"{where}/{name}: required on one side only"
    if _is_open(one) and not _is_open(other):
        yield f"{where}: members that are not known"
    yield from _unfit_members(inner, outer, where, seen)


def _unfit_members(inner: Side, outer: Side, where: str, seen: frozenset[str]) -> Iterator[str]:
    one, other = inner.schema.get("properties", {}), outer.schema.get("properties", {})
    for name in sorted(one.keys() | other.keys()):
        place = f"{where}/{name}"
        if name in one and name in other:
            yield from unfit(inner.beside(one[name]), outer.beside(other[name]), place, seen)
        elif name in other and _is_open(inner.schema):
            yield f"{place}: described on one side only"
        elif name in one and not _is_open(outer.schema):
            yield f"{place}: not known on one side"


def _is_open(schema: Schema) -> bool:
    """Whether an object may have members that the schema does not name."""
    return schema.get("additionalProperties", True) is not False


def _types(schema: Schema) -> set[str]:
    """The types that a value may have; a number may be an integer."""
    given = schema.get("type", ["null", "boolean", "object", "array", "number", "string"])
    types = {given} if isinstance(given, str) else set(given)
    return types | {"integer"} if "number" in types else types


def _values(schema: Schema) -> list[Any] | None:
    """The values that there can be, where they are listed."""
    listed: list[Any] | None = [schema["const"]] if "const" in schema else schema.get("enum")
    return listed
