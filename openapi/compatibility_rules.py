"""Compatibility of schemas: whether every value that is valid for one schema is valid for another one.

For a request, the inner schema is the old one: the server has to accept the requests of existing clients. For a
response, it is the new one: existing clients have to accept the responses of the new server.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias

Schema: TypeAlias = dict[str, Any]
Known: TypeAlias = dict[tuple[str, str], list[str]]
"""The incompatibilities of pairs of schemas, by the texts of both; each begins with the place below the pair."""

LOWER_BOUNDS: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER_BOUNDS: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
EXACT_KEYWORDS: Final = ("pattern", "format")
INTEGER_FORMATS: Final = {"int32", "int64"}
"""Sizes for generators; the bounds are those of the keywords."""
COMPARED: Final = {
    *LOWER_BOUNDS,
    *UPPER_BOUNDS,
    *EXACT_KEYWORDS,
    *("type", "enum", "const", "properties", "required", "additionalProperties", "items"),
    *("anyOf", "oneOf", "allOf", "$ref", "discriminator"),
    "patternProperties",  # of the member that tells the schemas of a union apart: the mapping has its values
}
OPEN_KEYWORD: Final = "x-extensible-enum"
"""Marks enumerations of responses to which later versions add values."""

ANNOTATIONS: Final = {
    *("title", "description", "default", "example", "examples", "deprecated", "readOnly", "writeOnly"),
    *(OPEN_KEYWORD, "x-enum-varnames", "contentMediaType", "contentSchema", "x-itemSchema"),
}


class SchemaNode(NamedTuple):
    """A schema (or another object) of a document, whose references point into the document."""

    document: dict[str, Any]
    content: Schema

    def sibling(self, content: Schema) -> SchemaNode:
        """Another object of the same document."""
        return SchemaNode(self.document, content)

    @property
    def schema(self) -> Schema:
        """The schema with its references and `allOf` resolved."""
        schema: Schema = {}
        if "$ref" in self.content:
            schema |= self.sibling(resolve(self.document, self.content["$ref"])).schema
        for part in self.content.get("allOf", []):
            schema |= self.sibling(part).schema
        return schema | {name: member for name, member in self.content.items() if name not in {"$ref", "allOf"}}

    @property
    def alternatives(self) -> list[SchemaNode]:
        """The schemas of `anyOf` or `oneOf`, else the schema itself."""
        schema = self.schema
        return [self.sibling(part) for part in schema.get("anyOf") or schema.get("oneOf") or [schema]]


def resolve(document: dict[str, Any], reference: str) -> Any:
    """The object that a JSON reference within a document points to."""
    found: Any = document
    for name in reference.removeprefix("#/").split("/"):
        found = found[name.replace("~1", "/").replace("~0", "~")]
    return found


def without_open_values(content: Any) -> Any:
    """A part of a document in which open enumerations are any texts, which clients have to expect in responses."""
    if isinstance(content, list):
        return [without_open_values(item) for item in content]
    if not isinstance(content, dict):
        return content
    closed = content.items() if OPEN_KEYWORD not in content else {**content, "enum": None}.items()
    return {name: without_open_values(item) for name, item in closed if item is not None or name != "enum"}


def incompatibilities(inner: SchemaNode, outer: SchemaNode, where: str, known: Known) -> Iterator[str]:
    """The reasons why a value that is valid for the inner schema may be invalid for the outer one.

    Each pair of schemas is compared once for all places that have it: `known` belongs to one pair of documents. The
    comparison of schemas that contain themselves assumes that the inner occurrences are compatible.
    """
    pair = repr(inner.content), repr(outer.content)
    if pair not in known:
        known[pair] = []
        known[pair] = list(_incompatibilities(inner, outer, known))
    yield from (f"{where}{reason}" for reason in known[pair])


def _incompatibilities(inner: SchemaNode, outer: SchemaNode, known: Known) -> Iterator[str]:
    """The incompatibilities of one pair of schemas: for each alternative, those with the nearest counterpart."""
    for one in inner.alternatives:
        others = _counterparts(one, inner, outer)
        keywords = [list(_keyword_incompatibilities(one.schema, other.schema)) for other in others]
        parts = [list(_part_incompatibilities(one, other, known)) for other in others]
        found = (one_level + deeper for one_level, deeper in zip(keywords, parts, strict=True))
        yield from min(found, key=len, default=())


def _counterparts(one: SchemaNode, inner: SchemaNode, outer: SchemaNode) -> list[SchemaNode]:
    """The schemas that a value of one may fit: in a union, those of the same types.

    There is none for a type that the other union does not list: unions are open.
    """
    known, given = _mapping(outer), _mapping(inner)
    if not (known and given):
        return outer.alternatives
    types = [value for value, reference in given.items() if reference == one.content.get("$ref")]
    return [outer.sibling({"$ref": name}) for name in dict.fromkeys(known[value] for value in types if value in known)]


def _mapping(side: SchemaNode) -> dict[str, str]:
    """The references of a union by the value of its discriminator."""
    mapping: dict[str, str] = side.schema.get("discriminator", {}).get("mapping", {})
    return mapping


def _keyword_incompatibilities(inner: Schema, outer: Schema) -> Iterator[str]:
    """The incompatibilities of the keywords of two schemas."""
    if surplus := _types(inner) - _types(outer):
        yield f": the type {' or '.join(sorted(surplus))}"
    yield from _value_incompatibilities(inner, outer)
    for name in LOWER_BOUNDS:
        if inner.get(name, -inf) < outer.get(name, -inf):
            yield f": {name} {outer[name]}, {inner.get(name, 'none')} on the other side"
    for name in UPPER_BOUNDS:
        if inner.get(name, inf) > outer.get(name, inf):
            yield f": {name} {outer[name]}, {inner.get(name, 'none')} on the other side"
    for name in EXACT_KEYWORDS:
        if name in outer and inner.get(name) != outer[name] and outer[name] not in INTEGER_FORMATS:
            yield f": another {name}"
    for name in sorted((inner.keys() | outer.keys()) - COMPARED - ANNOTATIONS):
        if inner.get(name) != outer.get(name):
            yield f": a change of {name}, which this comparison does not support"


def _value_incompatibilities(inner: Schema, outer: Schema) -> Iterator[str]:
    allowed, possible = _values(outer), _values(inner)
    if allowed is not None and possible is None:
        yield ": a list of values on one side only"
    for value in possible or []:
        if allowed is not None and value not in allowed:
            yield f": the value {value!r}"


def _part_incompatibilities(inner: SchemaNode, outer: SchemaNode, known: Known) -> Iterator[str]:
    """The incompatibilities of array items and object members."""
    one, other = inner.schema, outer.schema
    if "items" in other:
        items = inner.sibling(one.get("items", {})), outer.sibling(other["items"])
        yield from incompatibilities(*items, "/*", known)
    for name in sorted(set(other.get("required", [])) - set(one.get("required", []))):
        yield f"/{name}: required on one side only"
    if _is_open(one) and not _is_open(other):
        yield ": members that are not known"
    yield from _member_incompatibilities(inner, outer, known)


def _member_incompatibilities(inner: SchemaNode, outer: SchemaNode, known: Known) -> Iterator[str]:
    one, other = inner.schema.get("properties", {}), outer.schema.get("properties", {})
    for name in sorted(one.keys() | other.keys()):
        place = f"/{name}"
        if name in one and name in other:
            yield from incompatibilities(inner.sibling(one[name]), outer.sibling(other[name]), place, known)
        elif name in other and _is_open(inner.schema):
            yield f"{place}: described on one side only"
        elif name in one and not _is_open(outer.schema):
            yield f"{place}: not known on one side"


def _is_open(schema: Schema) -> bool:
    """Whether an object may have members that the schema does not list."""
    return schema.get("additionalProperties", True) is not False


def _types(schema: Schema) -> set[str]:
    """The types of valid values; an integer is a number, too."""
    given = schema.get("type", ["null", "boolean", "object", "array", "number", "string"])
    types = {given} if isinstance(given, str) else set(given)
    return types | {"integer"} if "number" in types else types


def _values(schema: Schema) -> list[Any] | None:
    """The valid values, if the schema lists them."""
    if schema.get("type") == "null":
        return [None]
    listed: list[Any] | None = [schema["const"]] if "const" in schema else schema.get("enum")
    return listed
