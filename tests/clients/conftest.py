"""Fixtures of the clients' tests."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import run_command


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
        own = environment | more
        return run_command("regicide_terminal.cli", ["play", *arguments], stdin=text.encode(), environment=own)

    return run
