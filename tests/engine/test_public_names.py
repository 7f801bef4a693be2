"""The public names of the engine: documented, and the only ones that the rest of the project imports."""

import ast
import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import regicide

ROOT = Path(__file__).parents[2]
MODULES = {f"regicide.{module.name}" for module in pkgutil.iter_modules(regicide.__path__)}
PUBLIC_MODULES = ("regicide.cards", "regicide.combos", "regicide.effects", "regicide.rulebook")
PUBLIC = {module: set(importlib.import_module(module).__all__) for module in ("regicide", *PUBLIC_MODULES)}
USERS = [
    path
    for folder in ("api", "clients", "tests", "benchmarks", "tools", "docs", "languages", "openapi")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not {"node_modules", "generated"} & set(path.parts) and Path(__file__).parent not in path.parents
]


def engine_names(path):
    """The modules and names of the engine that a file imports or uses as attributes of `regicide`."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "regicide":
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names if alias.name.partition(".")[0] == "regicide")
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "regicide":
            yield "regicide", node.attr


def is_public(module, name):
    """Whether a module, or a name in it, is public."""
    if name is None or f"{module}.{name}" in MODULES:
        return (module if name is None else f"{module}.{name}") in PUBLIC
    return name in PUBLIC.get(module, ())


@pytest.fixture(scope="module")
def names_used():
    """The names of the engine that each file uses; files that do not mention the engine use none."""
    texts = {path: path.read_text("utf-8") for path in USERS}
    return {str(path.relative_to(ROOT)): list(engine_names(path)) for path, text in texts.items() if "regicide" in text}


def test_there_are_users(names_used):
    """The check below examines files."""
    assert sum(1 for names in names_used.values() if names) > 50


def test_only_public_names_are_used(names_used):
    """Outside the engine and its tests, only names in `__all__` of the public modules are imported."""
    private = {path: [name for name in names if not is_public(*name)] for path, names in names_used.items()}
    assert {path: names for path, names in private.items() if names} == {}


def test_every_public_name_is_documented():
    """The reference contains each public name once; a submodule's only if `regicide` does not export it.

    The effects are documented as the members of their module.
    """
    documented = re.findall(r"^::: (\S+)$", (ROOT / "docs/reference/engine.md").read_text("utf-8"), re.MULTILINE)
    documented.remove("regicide.effects")
    documented += [f"regicide.effects.{name}" for name in PUBLIC["regicide.effects"] - PUBLIC["regicide"]]
    exported = {f"regicide.{name}" for name in PUBLIC["regicide"]}
    further = {f"{module}.{name}" for module in PUBLIC_MODULES for name in PUBLIC[module] - PUBLIC["regicide"]}
    assert sorted(documented) == sorted(exported | further)


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_exists(module):
    """`__all__` lists what a module has."""
    assert [name for name in PUBLIC[module] if not hasattr(importlib.import_module(module), name)] == []


def test_no_name_shadows_a_module():
    """`import regicide.x` binds a module, and `regicide.x` is that module."""
    assert [name for name in PUBLIC["regicide"] if f"regicide.{name}" in MODULES] == []


@pytest.mark.parametrize("module", ["regicide", *sorted(MODULES)])
def test_the_examples_in_docstrings_hold(module):
    """Docstrings contain doctests."""
    assert doctest.testmod(importlib.import_module(module)).failed == 0
