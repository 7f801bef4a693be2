"""Fixtures of the clients' tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def server(server_url: str) -> str:
    """The URL of a server."""
    return server_url


@pytest.fixture
def environment(server: str, tmp_path: Path) -> dict[str, str]:
    """The environment of the command `regicide`."""
    return {"PATH": os.environ["PATH"], "REGICIDE_URL": server, "XDG_STATE_HOME": str(tmp_path), "LANG": "C.UTF-8"}


@pytest.fixture
def typed(environment: dict[str, str]) -> Callable[..., tuple[int, str, str]]:
    """Runs `regicide play` with a text as its input; the exit code, the output, the errors."""

    def run(text: str, *arguments: str, **more: str) -> tuple[int, str, str]:
        command = [Path(sys.executable).parent / "regicide", "play", *arguments]
        own = environment | more
        ended = subprocess.run(command, input=text.encode(), env=own, capture_output=True, check=False, timeout=60)
        return ended.returncode, ended.stdout.decode(), ended.stderr.decode()

    return run
