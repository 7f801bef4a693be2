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


def node(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Node.js in the directory of the documentation's examples. Skips the test without Node.js, but not in CI."""
    program = shutil.which("node")
    if program is None:
        assert "CI" not in os.environ, "CI installs Node.js before it runs the tests"
        pytest.skip("Node.js is not installed: tools/install-system-packages")
    command, known = [program, *arguments], os.environ | environment
    return subprocess.run(
        command, cwd=EXAMPLES, env=known, check=False, capture_output=True, text=True, timeout=TIMEOUT_S
    )


def computed(program: str, *arguments: str) -> Any:
    """The JSON output of a module."""
    ended = node("--input-type=module", "--eval", program, *arguments)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)
