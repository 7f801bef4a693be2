"""The TypeScript types and the program that shows their use."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from invented import later_server

CLIENT = Path(__file__).parents[2] / "clients" / "typescript"


@pytest.fixture
def npm() -> str:
    """npm, with the client's packages installed. Without them the test is skipped, but not in CI."""
    program = shutil.which("npm")
    if program is None or not (CLIENT / "node_modules").exists():
        assert "CI" not in os.environ, "CI installs npm, and `make generated` the client's packages"
        pytest.skip("no npm here, or no packages: tools/install-system-packages and make generated")
    return program


@pytest.mark.timeout(300)
def test_the_example_plays_a_game_with_unknown_values(npm: str) -> None:
    """It ends when the status is one that it does not know."""
    subprocess.run([npm, "run", "--silent", "build"], cwd=CLIENT, check=True, capture_output=True)
    with later_server() as url:
        environment = os.environ | {"REGICIDE_URL": url}
        command = ["node", "dist/play.js"]
        played = subprocess.run(command, cwd=CLIENT, env=environment, check=False, capture_output=True, text=True)
    assert (played.returncode, played.stderr) == (0, "")


@pytest.mark.timeout(300)
def test_the_example_is_compiled_and_plays_a_whole_game(npm: str, server_url: str) -> None:
    """By the strict rules of TypeScript, with the types that the document gives, and under Node.js."""
    environment = os.environ | {"REGICIDE_URL": server_url, "PLAYERS": "3"}
    played = subprocess.run(
        [npm, "run", "--silent", "play"], cwd=CLIENT, env=environment, check=False, capture_output=True, text=True
    )
    assert played.returncode == 0, played.stdout + played.stderr
    assert "of 12 enemies defeated" in played.stdout.splitlines()[-1]
