"""Imports point inward: clients talk HTTP, the API imports the engine, the engine imports the standard library."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [path for folder in ("engine", "api", "clients") for path in sorted((ROOT / folder).rglob("*.py"))]

FORBIDDEN = {"api": {"regicide_arena", "regicide_client"}, "clients": {"regicide_api", "regicide"}}

KNOW_THE_RULES = ("arena", "terminal")
"""The clients that may import the engine: to look ahead, to check a record offline."""

GENERATED = "generated"
"""A folder whose files are as their generator likes them."""


def imported(path: Path) -> Iterator[str]:
    """The top-level packages that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 or GENERATED in path.parts, f"{path}: imports are absolute"
            yield str(node.module).partition(".")[0] if node.level == 0 else "."


def test_there_are_sources() -> None:
    """The other tests look at something."""
    assert {path.relative_to(ROOT).parts[0] for path in SOURCES} == {"engine", "api", "clients"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_inward(path: Path) -> None:
    """No file imports what lies further out than itself."""
    inside = path.relative_to(ROOT)
    layer, packages = inside.parts[0], set(imported(path))
    allowed = {"regicide"} if inside.parts[1] in KNOW_THE_RULES else set()
    if layer == "engine":
        assert packages <= sys.stdlib_module_names | {"regicide"}
    else:
        assert not packages & (FORBIDDEN[layer] - allowed)
