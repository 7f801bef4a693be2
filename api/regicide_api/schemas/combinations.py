"""Rules across the members of a request, in JSON Schema.

They stand in `dependentRequired` and `dependentSchemas`, which generators of clients ignore. Schemas in `oneOf` and
`not` would become classes, for which a client has no use. The schemas of requests check the same rules, with messages
for people; `tests/api/test_invalid_requests.py` compares both.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Keywords: TypeAlias = dict[str, Any]

NOT_FALSE: Final = {"not": {"const": False}}
"""A boolean that is true; generators make a class of its own of `const: true`."""


def having(*names: str, **values: Keywords) -> Keywords:
    """The objects that have all of these members, some of them with values that fit a schema."""
    members = {name: values.get(name, {}) for name in (*names, *values)}
    return {"required": [*members], "properties": members}  # linters want each required member among the properties


def lacking(name: str) -> Keywords:
    """The objects without a member."""
    return {"not": having(name)}


def none_of(*excluded: Keywords) -> Keywords:
    """The objects that fit none of these schemas."""
    return {"not": {"anyOf": [*excluded]}}


def excluding(*names: str) -> Keywords:
    """The objects that have none of these members."""
    return {"propertyNames": {"not": {"enum": [*names]}}}


def holder() -> Keywords:
    """The holders of seats: objects with `name`, or with `open`, `agent` or both; `invitation` comes with `agent`."""
    return {
        "minProperties": 1,
        "dependentRequired": {"invitation": ["agent"]},
        "dependentSchemas": {"name": excluding("open", "agent")},
    }


def one_of(*names: str, beside: tuple[str, str]) -> Keywords:
    """The objects that have one of these members, and the first member of `beside` only with the second one."""
    other, required = beside
    return {
        "minProperties": 1,
        "maxProperties": 2,
        "dependentRequired": {other: [required]},
        "dependentSchemas": {name: excluding(*names[n:]) for n, name in enumerate(names[:-1], 1)},
    }
