"""The modules that these tests see: plain ones, or compiled ones where `make compiled` asks for them."""

import importlib
import os
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
HOOK = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
COMPILED = [module for module in HOOK["hooks"]["custom"]["modules"] if module.startswith("regicide/")]


def is_compiled(path):
    """Whether the module at this path of the wheel has been imported from a library of machine code."""
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    return module.__file__.endswith(".so")


@pytest.mark.parametrize("path", COMPILED)
def test_a_module_is_compiled_if_and_only_if_that_was_asked_for(path):
    """So that the tests are known to run both ways."""
    assert is_compiled(path) == ("COMPILED" in os.environ)
