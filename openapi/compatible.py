"""Refuse an OpenAPI document that breaks a client of the last release.

The last release is the last tag `v…` of the repository; in a copy that has no tags it is the document that a release
has left in `released/`. A new major version may break what it likes, before 1.0 a new minor version: it is told what.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from fit import Side, referred, unfit

Document: TypeAlias = dict[str, Any]

HERE: Final = Path(__file__).parent
METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


def breaking(before: Document, after: Document) -> Iterator[str]:
    """What a client of one document may rely on, and the other one does not keep."""
    there = dict(_operations(after))
    for name, operation in _operations(before):
        if name not in there:
            yield f"{name}: is gone"
        else:
            for part in (_naming, _security, _parameters, _request, _responses):
                yield from (f"{name}: {change}" for change in part(Side(before, operation), Side(after, there[name])))


def _operations(document: Document) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each operation with the parameters of its path among its own."""
    for path, members in document["paths"].items():
        for method in members.keys() & set(METHODS):
            parameters = [*members.get("parameters", []), *members[method].get("parameters", [])]
            security = members[method].get("security", document.get("security", []))
            yield f"{method.upper()} {path}", {**members[method], "parameters": parameters, "security": security}


def _naming(before: Side, after: Side) -> Iterator[str]:
    old, new = before.given.get("operationId"), after.given.get("operationId")
    if old != new:
        yield f"operationId {old} is now {new}"


def _security(before: Side, after: Side) -> Iterator[str]:
    """Whoever was let in is let in with the same."""
    ways = [dict.fromkeys(way) for way in after.given["security"] or [{}]]
    for way in before.given["security"] or [{}]:
        if not any(other.keys() <= way.keys() for other in ways):
            yield f"security: {' and '.join(way) or 'nothing'} is not enough any more"


def _parameters(before: Side, after: Side) -> Iterator[str]:
    old, new = _named(before), _named(after)
    for name in sorted(old.keys() - new.keys()):
        yield f"parameter {name} is gone"
    for name, parameter in sorted(new.items()):
        if parameter.get("required") and not old.get(name, {}).get("required"):
            yield f"parameter {name} is now required"
        if name in old:
            inner, outer = before.beside(old[name].get("schema", {})), after.beside(parameter.get("schema", {}))
            yield from unfit(inner, outer, f"parameter {name}")


def _named(side: Side) -> dict[str, dict[str, Any]]:
    parameters = [_there(side, parameter) for parameter in side.given["parameters"]]
    return {f"{parameter['in']} {parameter['name']}": parameter for parameter in parameters}


def _request(before: Side, after: Side) -> Iterator[str]:
    old, new = (_there(side, side.given.get("requestBody", {})) for side in (before, after))
    if new.get("required") and not old.get("required"):
        yield "request: a body is now required"
    for media_type, content in old.get("content", {}).items():
        if media_type not in new.get("content", {}):
            yield f"request: {media_type} is not taken any more"
        else:
            schema = new["content"][media_type].get("schema", {})
            yield from unfit(before.beside(content.get("schema", {})), after.beside(schema), "request")


def _responses(before: Side, after: Side) -> Iterator[str]:
    for status, response in before.given["responses"].items():
        if status not in after.given["responses"]:
            yield f"{status}: is gone"
        else:
            old, new = _there(before, response), _there(after, after.given["responses"][status])
            yield from _response(before.beside(old), after.beside(new), status)


def _response(before: Side, after: Side, status: str) -> Iterator[str]:
    for kind in ("content", "headers"):
        old, new = before.given.get(kind, {}), after.given.get(kind, {})
        for name in old:
            if name not in new:
                yield f"{status}: {name} is gone"
            else:
                inner, outer = _there(after, new[name]), _there(before, old[name])
                schemas = after.beside(inner.get("schema", {})), before.beside(outer.get("schema", {}))
                yield from unfit(*schemas, f"{status} {name}")


def _there(side: Side, given: dict[str, Any]) -> dict[str, Any]:
    """A part of a document, where it is a reference the part that it points to."""
    found: dict[str, Any] = referred(side.document, given["$ref"]) if "$ref" in given else given
    return found


def may_break(before: str, after: str) -> bool:
    """Whether a version may break what an earlier one promised."""
    old, new = ([int(number) for number in version.split(".")[:2]] for version in (before, after))
    return new[0] > old[0] or (new[0] == 0 and new[1] > old[1])


def last_release() -> tuple[str, Document] | None:
    """The name and the document of the last release; None as long as there is none."""
    tag = _git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*")
    if tag:
        return tag, json.loads(_git("show", f"{tag}:openapi/openapi.json"))
    for copy in (HERE / "released").glob("*.json"):
        return copy.name, json.loads(copy.read_text())
    return None


def _git(*arguments: str) -> str:
    """What git says; nothing where it has nothing to say."""
    said = subprocess.run(["git", *arguments], cwd=HERE, check=False, capture_output=True, text=True)  # noqa: S603, S607 - our own
    return said.stdout.strip() if said.returncode == 0 else ""


def main() -> int:
    """Compare; the exit code says whether the document may go out under its version."""
    release = last_release()
    if release is None:
        _say("There is no release yet: neither a tag v… nor a document in openapi/released. Nothing to compare.")
        return 0
    name, before = release
    after = json.loads((HERE / "openapi.json").read_text())
    changes = list(breaking(before, after))
    for change in changes:
        _say(change)
    versions = before["info"]["version"], after["info"]["version"]
    allowed = may_break(*versions)
    _say(
        f"{len(changes)} breaking changes since {name}; from version {versions[0]} to {versions[1]} they are "
        f"{'' if allowed else 'not '}allowed"
    )
    return 1 if changes and not allowed else 0


def _say(line: str) -> None:
    print(line)  # noqa: T201 - a command speaks to its user


if __name__ == "__main__":
    sys.exit(main())
