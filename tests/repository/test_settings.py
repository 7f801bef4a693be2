"""The settings: each has an effect."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path

from regicide_api.config import Settings

ROOT = Path(__file__).parents[2]


def test_every_setting_is_read() -> None:
    """By a module other than the one of the settings."""
    read = set()
    for path in (ROOT / "api").rglob("*.py"):
        if path.name != "config.py":
            read |= {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
    assert {field.name for field in fields(Settings)} - read == set()
