"""Run the shell commands of a page as they stand, in the shells that readers use."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import TIMEOUT_S

SHELLS = ("bash", "zsh")
LOCAL_URL = "http://127.0.0.1:8000"


def shell_blocks(page: str) -> list[str]:
    """The `sh` blocks of a page. None has a comment: an interactive zsh would run it as a command."""
    blocks = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    assert not [line for block in blocks for line in block.splitlines() if line.lstrip().startswith("#")]
    return blocks


def run_in_shell(shell: str, program: str, url: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program against the server at `url`, in strict mode and without start-up files.

    Skips the test where the shell is not installed, but not in CI.
    """
    if shutil.which(shell) is None:
        assert "CI" not in os.environ, f"CI installs {shell}: tools/install-system-packages"
        pytest.skip(f"{shell} is not installed")
    quiet = {"bash": ["--noprofile", "--norc"], "zsh": ["-f"]}[shell]
    strict = "set -euo pipefail\n" + program.replace(LOCAL_URL, url)
    own = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", **environment}
    return subprocess.run(
        [shell, *quiet, "-c", strict], cwd=cwd, env=own, check=False, capture_output=True, text=True, timeout=TIMEOUT_S
    )
