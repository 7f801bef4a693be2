"""Check the OpenAPI document for changes that break clients of the last release.

The last release is the newest tag `v…` of the repository; without tags it is the document in `released/`. Before the
first release there is neither: the command says that it has nothing to compare, and succeeds. A new major version may
break clients, and before 1.0 a new minor version: the changes are then only listed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from compatibility_rules import Known, SchemaNode, incompatibilities, resolve, without_open_values

Document: TypeAlias = dict[str, Any]

HERE: Final = Path(__file__).parent
METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


def breaking(before: Document, after: Document) -> Iterator[str]:
    """The changes that break clients of the earlier document."""
    expected = without_open_values(before)
    remaining = dict(_operations(after))
    sent: Known = {}
    received: Known = {}
    for name, operation in _operations(before):
        if name not in remaining:
            yield f"{name}: removed"
        else:
            new = SchemaNode(after, remaining[name])
            yield from (f"{name}: {change}" for change in _requests(SchemaNode(before, operation), new, sent))
            yield from (f"{name}: {change}" for change in _responses(SchemaNode(expected, operation), new, received))


def _operations(document: Document) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each operation by method and path, with the parameters of its path and the default security."""
    for path, members in document["paths"].items():
        for method in members.keys() & set(METHODS):
            parameters = [*members.get("parameters", []), *members[method].get("parameters", [])]
            security = members[method].get("security", document.get("security", []))
            yield f"{method.upper()} {path}", {**members[method], "parameters": parameters, "security": security}


def _requests(before: SchemaNode, after: SchemaNode, known: Known) -> Iterator[str]:
    yield from _operation_id(before, after)
    yield from _security(before, after)
    yield from _parameters(before, after, known)
    yield from _body(before, after, known)


def _operation_id(before: SchemaNode, after: SchemaNode) -> Iterator[str]:
    old, new = before.content.get("operationId"), after.content.get("operationId")
    if old != new:
        yield f"operationId {old} is now {new}"


def _security(before: SchemaNode, after: SchemaNode) -> Iterator[str]:
    """Each sufficient combination of credentials has to stay sufficient."""
    combinations = [dict.fromkeys(combination) for combination in after.content["security"] or [{}]]
    for combination in before.content["security"] or [{}]:
        if not any(other.keys() <= combination.keys() for other in combinations):
            yield f"security: {' and '.join(combination) or 'nothing'} is no longer sufficient"


def _parameters(before: SchemaNode, after: SchemaNode, known: Known) -> Iterator[str]:
    old, new = _parameters_by_name(before), _parameters_by_name(after)
    for name in sorted(old.keys() - new.keys()):
        yield f"parameter {name} removed"
    for name, parameter in sorted(new.items()):
        if parameter.get("required") and not old.get(name, {}).get("required"):
            yield f"parameter {name} is now required"
        if name in old:
            inner, outer = before.sibling(old[name].get("schema", {})), after.sibling(parameter.get("schema", {}))
            yield from incompatibilities(inner, outer, f"parameter {name}", known)


def _parameters_by_name(side: SchemaNode) -> dict[str, dict[str, Any]]:
    parameters = [_resolved(side, parameter) for parameter in side.content["parameters"]]
    return {f"{parameter['in']} {parameter['name']}": parameter for parameter in parameters}


def _body(before: SchemaNode, after: SchemaNode, known: Known) -> Iterator[str]:
    old, new = (_resolved(side, side.content.get("requestBody", {})) for side in (before, after))
    if new.get("required") and not old.get("required"):
        yield "request: a body is now required"
    for media_type, content in old.get("content", {}).items():
        if media_type not in new.get("content", {}):
            yield f"request: {media_type} is no longer accepted"
        else:
            inner, outer = content.get("schema", {}), new["content"][media_type].get("schema", {})
            yield from incompatibilities(before.sibling(inner), after.sibling(outer), "request", known)


def _responses(before: SchemaNode, after: SchemaNode, known: Known) -> Iterator[str]:
    for status, response in before.content["responses"].items():
        if status not in after.content["responses"]:
            yield f"{status}: removed"
        else:
            old, new = _resolved(before, response), _resolved(after, after.content["responses"][status])
            yield from _response(before.sibling(old), after.sibling(new), status, known)


def _response(before: SchemaNode, after: SchemaNode, status: str, known: Known) -> Iterator[str]:
    for kind in ("content", "headers"):
        old, new = before.content.get(kind, {}), after.content.get(kind, {})
        for name in old:
            if name not in new:
                yield f"{status}: {name} removed"
            else:
                inner, outer = _resolved(after, new[name]), _resolved(before, old[name])
                schemas = after.sibling(inner.get("schema", {})), before.sibling(outer.get("schema", {}))
                yield from incompatibilities(*schemas, f"{status} {name}", known)


def _resolved(side: SchemaNode, part: dict[str, Any]) -> dict[str, Any]:
    """An object of a document, with a reference followed."""
    found: dict[str, Any] = resolve(side.document, part["$ref"]) if "$ref" in part else part
    return found


def may_break(before: str, after: str) -> bool:
    """Whether a version may break clients of an earlier one."""
    old, new = ([int(number) for number in version.split(".")[:2]] for version in (before, after))
    return new[0] > old[0] or (new[0] == 0 and new[1] > old[1])


def last_release() -> tuple[str, Document] | None:
    """The name and the document of the last release; None before the first one."""
    tag = _git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*")
    if tag:
        return tag, json.loads(_git("show", f"{tag}:openapi/openapi.json"))
    for copy in (HERE / "released").glob("*.json"):
        return copy.name, json.loads(copy.read_text())
    return None


def _git(*arguments: str) -> str:
    """The output of a git command; empty if it fails."""
    result = subprocess.run(["git", *arguments], cwd=HERE, check=False, capture_output=True, text=True)  # noqa: S603, S607 - a fixed command
    return result.stdout.strip() if result.returncode == 0 else ""


def main() -> int:
    """List the breaking changes. Exit code 1 if the version does not allow them."""
    release = last_release()
    if release is None:
        _print("nothing to compare: found neither a tag v… nor a document in openapi/released")
        return 0
    name, before = release
    after = json.loads((HERE / "openapi.json").read_text())
    changes = list(breaking(before, after))
    for change in changes:
        _print(change)
    versions = before["info"]["version"], after["info"]["version"]
    allowed = may_break(*versions)
    _print(
        f"{len(changes)} breaking changes since {name}; from version {versions[0]} to {versions[1]} they are "
        f"{'' if allowed else 'not '}allowed"
    )
    return 1 if changes and not allowed else 0


def _print(line: str) -> None:
    print(line)  # noqa: T201 - a command's output


if __name__ == "__main__":
    sys.exit(main())
