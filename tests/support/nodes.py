"""JavaScript programs, run by Node.js."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from commands import TIMEOUT_S

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def node(
    *arguments: str, program: str = "", folder: Path = EXAMPLES, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Node.js, by default in the directory of the documentation's examples, with a program on its standard input.

    Skips the test without Node.js, but not in CI.
    """
    if not (path := shutil.which("node")):
        assert "CI" not in os.environ, "CI installs Node.js before it runs the tests"
        pytest.skip("Node.js is not installed: tools/install-system-packages")
    command, known = [path, *arguments], os.environ | environment
    return subprocess.run(
        command, cwd=folder, env=known, input=program, check=False, capture_output=True, text=True, timeout=TIMEOUT_S
    )


def computed(program: str, *arguments: str, folder: Path = EXAMPLES) -> Any:
    """The JSON output of a module, whose arguments begin at the third of `process.argv`."""
    ended = node("--input-type=module", "-", *arguments, program=program, folder=folder)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)
