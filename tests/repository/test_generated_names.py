"""The names of the document in generated clients."""

from __future__ import annotations

import builtins
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from published import DOCUMENT, document

RESERVED = {
    "C#": "Action Array Attribute Boolean Buffer Char Convert Delegate Enum Environment Exception Func Guid Index Lazy "
    "Math Nullable Object Predicate Progress Random Range String Task Thread Tuple Type Uri Version",
    "Go": "Any Error String Time",
    "Java": "Boolean Byte Character Class Double Enum Error Exception Float Integer Iterable Long Math Module Number "
    "Object Override Package Process Readable Record Runtime Short String System Thread Void",
    "Kotlin": "Any Array Boolean Comparable Error Exception List Map Nothing Number Pair Result Sequence Set Unit",
    "PHP": "Array Attribute Class Closure Countable Error Exception Generator Iterator List Mixed Object Stringable",
    "Rust": "Box Clone Copy Default Drop Eq Err Fn From Into Iterator None Ok Option Ord Result Self Some String Vec",
    "Swift": "Any Array Character Codable Data Decoder Dictionary Error Optional Protocol Result Sequence Set Type",
    "TypeScript": "Array Blob Cache Date Error Event Exclude Extract File Function Map Object Omit Partial Pick "
    "Promise Proxy Readonly Record Request Required Response Set Symbol Text",
}
"""Names of the standard libraries that need no import, or that every generated client imports."""

SCHEMAS = document()["components"]["schemas"]


def lists(schema: Any) -> Iterator[list[str]]:
    """All lists of values in a part of a document, without those in a keyword that generators ignore."""
    if isinstance(schema, dict):
        yield from ([schema["enum"]] if isinstance(schema.get("enum"), list) else [])
        schema = [part for keyword, part in schema.items() if keyword != "dependentSchemas"]
    if isinstance(schema, list):
        for part in schema:
            yield from lists(part)


@pytest.mark.parametrize("language", RESERVED)
def test_no_schema_has_the_name_of_a_standard_class(language: str) -> None:
    """A generated class would hide it, or not compile."""
    assert SCHEMAS.keys().isdisjoint(RESERVED[language].split())


def test_no_schema_has_the_name_of_a_python_builtin() -> None:
    """Neither of a class nor of an exception."""
    assert SCHEMAS.keys().isdisjoint(vars(builtins))


def test_names_of_schemas_are_classes_in_every_language() -> None:
    """Letters and digits, and different ones even in lower case, as files of generated clients are."""
    assert all(re.fullmatch("[A-Z][A-Za-z0-9]*", name) for name in SCHEMAS)
    assert len({name.lower() for name in SCHEMAS}) == len(SCHEMAS)


def test_every_enumeration_is_a_schema_of_its_own() -> None:
    """No list of values stands anywhere else."""
    named = [schema["enum"] for schema in SCHEMAS.values() if "enum" in schema]
    excluded = SCHEMAS["PlainProblem"]["patternProperties"]["^code$"]["not"]["enum"]
    assert sorted(map(str, lists(json.loads(DOCUMENT.read_text())))) == sorted(map(str, [*named, excluded]))
    assert len({str(sorted(values)) for values in named}) == len(named)


def test_no_schema_has_parts_without_names() -> None:
    """Generators make classes of them, with names such as `CreateGameRequestNotAnyOf7`."""
    assert {name for name, schema in SCHEMAS.items() if schema.keys() & {"not", "allOf", "anyOf", "if"}} == set()


def test_enumerations_of_responses_are_open() -> None:
    """The keyword repeats their values; only those that requests alone contain are closed."""
    marked = {name: schema.get("x-extensible-enum") for name, schema in SCHEMAS.items() if "enum" in schema}
    assert {name for name, values in marked.items() if values is None} == {
        "GameGroup",
        "PartOfRules",
        "PartOfView",
        "SharedDeal",
    }
    assert all(values in (None, SCHEMAS[name]["enum"]) for name, values in marked.items())
