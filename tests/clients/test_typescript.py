"""The TypeScript types and the program that shows their use."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from invented import later_server

pytestmark = pytest.mark.costly

CLIENT = Path(__file__).parents[2] / "clients" / "javascript"


@pytest.fixture(scope="module")
def program() -> Path:
    """The compiled example. Without npm, or the client's packages, its tests are skipped, but not in CI."""
    npm = shutil.which("npm")
    if npm is None or not (CLIENT / "node_modules").exists():
        assert "CI" not in os.environ, "CI installs npm, and `make lint` the client's packages"
        pytest.skip("no npm here, or no packages: tools/install-system-packages and make lint")
    built = subprocess.run([npm, "run", "--silent", "build"], cwd=CLIENT, check=False, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    return CLIENT / "dist" / "play.js"


def played(program: Path, url: str, **settings: str) -> list[str]:
    """The lines that the example prints."""
    environment = os.environ | {"REGICIDE_URL": url} | settings
    ended = subprocess.run(["node", program], env=environment, check=False, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout.splitlines()


def test_the_example_is_compiled_and_plays_a_whole_game(program: Path, server_url: str) -> None:
    """By the strict rules of TypeScript, with the types that the document gives, and under Node.js."""
    assert "of 12 enemies defeated" in played(program, server_url, PLAYERS="3")[-1]


def test_the_example_plays_a_game_with_unknown_values(program: Path) -> None:
    """It ends when the status is one that it does not know."""
    with later_server() as url:
        assert len(played(program, url)) == 2
