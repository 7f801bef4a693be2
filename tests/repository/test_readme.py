"""The README's examples run unchanged, and its links lead to files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from shells import LOCAL_URL, SHELLS, run_in_shell, shell_blocks

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def test_the_readme_is_short() -> None:
    """Everything else is in docs."""
    assert len(README.splitlines()) <= 120


@pytest.mark.parametrize("shell", SHELLS)
def test_the_first_request_runs(shell: str, server_url: str, tmp_path: Path) -> None:
    """In bash and zsh; the first legal action is applied, and the view is the one after it."""
    ended = run_in_shell(shell, "\n".join(shell_blocks(README)), server_url, tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    created, after, view = (
        json.loads((tmp_path / name).read_text()) for name in ("created.json", "after.json", "view.json")
    )
    assert (created["game"]["version"], after["version"], view["version"]) == (1, 2, 2)
    assert ended.stdout.strip() == str(view["enemy"])


def test_the_python_program_plays_a_game_to_its_end(server_url: str) -> None:
    """Against another port."""
    program = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[0]
    here = program.replace(LOCAL_URL, server_url)
    ended = subprocess.run([sys.executable, "-c", here], check=True, capture_output=True, text=True)
    assert "'outcome': " in ended.stdout.splitlines()[-1]


def test_every_link_leads_to_a_file() -> None:
    """Or to a folder of the repository."""
    assert [path for path in re.findall(r"\]\(([^):#]+)\)", README) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("players", ["1", "4"])
@pytest.mark.costly
def test_the_demo_plays_to_the_end(players: str, tmp_path: Path, server_url: str) -> None:
    """For the smallest number of players with a server of its own, for the largest with the configured one.

    The server compiles nothing for house bots, which would say so on standard error.
    """
    demo = [sys.executable, ROOT / "clients/examples/demo.py"]
    cold = {"REGICIDE_KERNEL_CACHE": str(tmp_path / "kernel")}
    environment = {"PATH": os.environ["PATH"], "PLAYERS": players, "TMPDIR": str(tmp_path), **cold}
    configured = {"REGICIDE_URL": server_url} if players == "4" else {}
    ended = subprocess.run(demo, env=environment | configured, check=True, capture_output=True, text=True)
    assert "the commitment holds" in ended.stdout
    assert ended.stderr == ""
