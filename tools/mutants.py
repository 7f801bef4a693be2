"""Mutants: copies of a source file with one small fault each, for Python and for the store's Lua scripts.

The operators for Python are those of Cosmic Ray (https://cosmic-ray.readthedocs.io).
"""

from __future__ import annotations

import ast
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

LUA_TOKENS: Final = {
    "==": "~=",
    "~=": "==",
    "'EX'": "'PX'",
    ", 'NX')": ")",
    "if not ": "if ",
    "'1'": "'0'",
    "''": "'x'",
    "#ARGV": "#ARGV - 1",
    "-1)": "-2)",
    "'EXPIRE'": "'PERSIST'",
}
"""Tokens of the scripts, and what replaces each."""

NOT_USED: Final = {"core/NoOp", "core/VariableInserter", "core/VariableReplacer"}
"""Operators of Cosmic Ray that change nothing or need arguments."""

_NUMBER: Final = re.compile(r"(?<![\w'-])\d+(?![\w'])")
_STATEMENT: Final = re.compile(r"^\s*(?:redis\.call\(.*\)|return .*)$")


@dataclass(frozen=True)
class Mutant:
    """A faulty version of a file."""

    path: Path
    line: int
    fault: str
    source: str


def python_mutants(paths: list[Path], rng: random.Random) -> Iterator[Mutant]:
    """Mutants of modules in random order, one for each position where an operator applies.

    An operator that only changes annotations or docstrings makes no mutant: it does not change what the module does.
    """
    places = [(path, line, options) for path in paths for line, options in _options(path.read_text())]
    for path, line, options in rng.sample(places, len(places)):
        if mutant := _python_mutant(path, line, rng.sample(options, len(options))):
            yield mutant


def lua_mutants(path: Path) -> list[Mutant]:
    """All mutants of a script: a token replaced, a number increased, a statement deleted."""
    lines = path.read_text().splitlines(keepends=True)
    return [
        Mutant(
            path,
            number,
            f"{line.strip()}  ->  {faulty.strip()}",
            "".join([*lines[: number - 1], faulty, *lines[number:]]),
        )
        for number, line in enumerate(lines, 1)
        if not line.startswith("--")
        for faulty in _faulty_lines(line)
    ]


def _options(source: str) -> list[tuple[int, list[tuple[str, int]]]]:
    """The line of each position where operators apply, with these operators and their occurrences."""
    nodes = list(_walk(get_ast(source)))
    options = defaultdict(list)
    for name in sorted(set(operator_names()) - NOT_USED):
        operator = get_operator(name)()
        starts = [start for node in nodes for start, _ in operator.mutation_positions(node)]
        for occurrence, start in enumerate(starts):
            options[start].append((name, occurrence))
    return [(line, options[line, column]) for line, column in sorted(options)]


def _walk(node: Any) -> Iterator[Any]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _walk(child)


def _python_mutant(path: Path, line: int, options: list[tuple[str, int]]) -> Mutant | None:
    source = path.read_text()
    for name, occurrence in options:
        mutated = mutate_code(source, get_operator(name)(), occurrence)
        if mutated and _effective(mutated) not in {None, _effective(source)}:
            return Mutant(path, line, name.removeprefix("core/"), mutated)
    return None


def _effective(source: str) -> str | None:
    """A module's syntax tree without annotations and docstrings. None if the module cannot be parsed."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign() | ast.arg():
                node.annotation = ast.Constant(None)
            case ast.FunctionDef():
                node.returns = None
            case ast.Expr(value=ast.Constant()):
                node.value = ast.Constant(None)
    return ast.dump(tree)


def _faulty_lines(line: str) -> Iterator[str]:
    for token, other in LUA_TOKENS.items():
        if token in line:
            yield line.replace(token, other, 1)
    for found in _NUMBER.finditer(line):
        yield f"{line[: found.start()]}{int(found[0]) + 1}{line[found.end() :]}"
    if _STATEMENT.match(line):
        yield "\n"
