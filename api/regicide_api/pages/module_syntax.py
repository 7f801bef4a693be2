"""Checks of JavaScript modules that are joined: what would join to a file that does not run is refused."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Final

IMPORT: Final = re.compile(r'^import\s+(?:\*\s+as\s+(\w+)|(\{[^}]*\}))\s+from\s+"(\.[^"]+)";$', re.MULTILINE)
ON_DEMAND: Final = re.compile(r'=>\s+import\("(\.[^"]+)"\)')
EXPORT: Final = re.compile(r"^export ((?:(?:async )?function|class|const) (\w+))", re.MULTILINE)

_COMMENT: Final = re.compile(r"/\*.*?\*/|^[ \t]*//[^\n]*|(?<=[;,{)] )//[^\n]*", re.MULTILINE | re.DOTALL)
_STATEMENT: Final = re.compile(r"^[^\s})\]].*(?:\n(?:[ \t})\]].*)?)*", re.MULTILINE)
"""A statement of a module: a line that is not indented, and its indented ones."""

_QUOTED: Final = re.compile(
    r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`|(?<=[=(,:] )/(?:\\.|[^/\\\n])+/'
)
_BRACKETS: Final = re.compile(r"\([^()]*\)|\[[^][]*\]|\{[^{}]*\}")
_UNNAMED: Final = re.compile(r"""\bimport\(\s*["'`]""")


class ModuleSyntaxError(ValueError):
    """A module in a form that the joined files cannot have."""

    def __init__(self, path: str, line: str, expected: str) -> None:
        super().__init__(f"{path}: invalid line {line!r}: expected {expected}")


def check(texts: Mapping[str, str], variables: Mapping[str, str]) -> None:
    """Raises ModuleSyntaxError for modules that cannot be joined; `variables` are their names in joined files."""
    paths: dict[str, str] = {}
    for path, variable in variables.items():
        if (other := paths.setdefault(variable, path)) != path:
            raise ModuleSyntaxError(path, variable, f"another name of the file: {other} has the same one when joined")
    exports = {path: {found[2] for found in EXPORT.finditer(text)} for path, text in texts.items()}
    for path, text in texts.items():
        _check_imports(path, text, exports)
        _check_statements(path, _COMMENT.sub("", text))


def _check_imports(path: str, text: str, exports: Mapping[str, set[str]]) -> None:
    for found in IMPORT.finditer(text):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[3]))
        wanted = {name.split(" as ")[0].strip() for name in (found[2] or "").strip("{}").split(",")} - {""}
        if missing := sorted(wanted - exports.get(target, wanted)):
            raise ModuleSyntaxError(path, found[0], f"names that {target} exports, not {', '.join(missing)}")


def _check_statements(path: str, text: str) -> None:
    for found in _STATEMENT.finditer(text):
        for line, expected in _faults(found[0]):
            raise ModuleSyntaxError(path, line, expected)


def _faults(statement: str) -> Iterator[tuple[str, str]]:
    """The lines of a statement that cannot be joined, each with what is expected instead."""
    first = statement.partition("\n")[0]
    if EXPORT.match(statement) and first.startswith("export const") and "," in _outline(statement):
        yield first, "one constant for each export"
    before, is_awaiting, _ = re.sub(r"\bawait\b", "\0", _QUOTED.sub('""', statement)).partition("\0")
    if is_awaiting and not re.search(r"\basync\b", before):
        yield first, "await in an async function alone"
    for line in ON_DEMAND.sub("", statement).splitlines():
        if _UNNAMED.search(line):
            yield line.strip(), 'an import on demand of the form () => import("./page.js")'


def _outline(statement: str) -> str:
    """A statement to its semicolon, without strings and what is in brackets."""
    text, count = _QUOTED.sub('""', statement), 1
    while count:
        text, count = _BRACKETS.subn("", text)
    return text.partition(";")[0]
