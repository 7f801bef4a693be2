"""The engine under test is compiled if and only if `make compiled` runs the tests."""

import importlib
import os
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
HOOK = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
COMPILED = [module for module in HOOK["hooks"]["custom"]["modules"] if module.startswith("regicide/")]


def is_compiled(path):
    """Whether a module, given by its path in the wheel, is an extension module."""
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    return module.__file__.endswith(".so")


@pytest.mark.parametrize("path", COMPILED)
def test_a_module_is_compiled_if_and_only_if_requested(path):
    """`make compiled` sets COMPILED."""
    assert is_compiled(path) == ("COMPILED" in os.environ)
