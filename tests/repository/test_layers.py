"""Imports follow the layers: clients talk HTTP, the API imports the engine, the engine the standard library."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]

SOURCE_ROOTS: Final = {
    "regicide": ROOT / "engine",
    "regicide_api": ROOT / "api",
    "regicide_arena": ROOT / "clients/arena",
    "regicide_client": ROOT / "clients/python",
    "regicide_terminal": ROOT / "clients/terminal",
}

DISTRIBUTIONS: Final = {
    "regicide": set(),
    "regicide_api": {"regicide"},
    "regicide_arena": {"regicide", "regicide_client"},
    "regicide_client": set(),
    "regicide_terminal": {"regicide", "regicide_client"},
}
"""The import packages of this project that each of them may import."""

LAYERS: Final[Mapping[str, Mapping[str, set[str]]]] = {
    "regicide_api": {
        "core": set(),
        "domain": {"core"},
        "storage": {"core"},
    },
}
"""The parts (packages, or modules of the top level) that each part of a package may import, beside itself."""


def module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES: Final = {
    module_name(path, root): path for name, root in SOURCE_ROOTS.items() for path in sorted((root / name).rglob("*.py"))
}


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports anywhere: inside functions and under TYPE_CHECKING, too."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            name = node.module or ""
            if node.level:
                base = module_name(path, next(r for r in SOURCE_ROOTS.values() if path.is_relative_to(r))).split(".")
                keep = len(base) - node.level + (path.stem == "__init__")
                name = ".".join([*base[:keep], *([name] if name else [])])
            submodules = [f"{name}.{alias.name}" for alias in node.names if f"{name}.{alias.name}" in MODULES]
            yield from submodules
            if len(submodules) < len(node.names):
                yield name


GRAPH: Final = {name: set(imports(path)) - {name} for name, path in MODULES.items()}


def part_of(module: str) -> str:
    """The part of its package that a module belongs to: `http` for regicide_api.http.auth."""
    return (module.split(".") + [""])[1]


def test_the_graph_has_edges() -> None:
    """The other tests examine imports."""
    assert "regicide_api.core.errors" in GRAPH["regicide_api.problems.registry"]


@pytest.mark.parametrize("package", SOURCE_ROOTS)
def test_a_package_imports_only_packages_further_in(package: str) -> None:
    """No package imports one that lies further out; the engine imports the standard library alone."""
    imported = {
        name.partition(".")[0] for m, names in GRAPH.items() if m.partition(".")[0] == package for name in names
    }
    assert imported & SOURCE_ROOTS.keys() <= DISTRIBUTIONS[package] | {package}
    if package == "regicide":
        assert imported <= sys.stdlib_module_names | {"regicide"}


@pytest.mark.parametrize("package", LAYERS)
def test_every_part_is_in_the_table(package: str) -> None:
    """A new part needs a row, and a part that goes takes its row with it."""
    assert {part_of(m) for m in GRAPH if m.startswith(package + ".")} == LAYERS[package].keys()


ROWS: Final = [(package, part) for package, parts in LAYERS.items() for part in parts]


@pytest.mark.parametrize(("package", "part"), ROWS)
def test_a_part_imports_only_what_its_row_allows(package: str, part: str) -> None:
    """Every import between the parts of a package stands in the table, and every entry of the table is in use."""
    used = {
        part_of(name)
        for module, names in GRAPH.items()
        if module.partition(".")[0] == package and part_of(module) == part
        for name in names
        if name.partition(".")[0] == package
    }
    assert used - {part} == LAYERS[package][part]


def test_no_modules_import_each_other_in_a_circle() -> None:
    """The graph of all modules has a topological order."""
    graph = {module: {name for name in names if name in MODULES} for module, names in GRAPH.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))
