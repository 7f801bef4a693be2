"""The quick start keeps its word."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from players import BOTS_KEY
from servers import regicide_server

PAGE = (Path(__file__).parents[2] / "docs" / "quick-start.md").read_text()
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
HERE = "http://127.0.0.1:8000"


@pytest.fixture(scope="module")
def folder(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where all commands of the page have been run, one after the other, in one shell."""
    there = tmp_path_factory.mktemp("quick-start")
    with regicide_server(REDIS_URL=valkey_url, BOTS_KEY=BOTS_KEY) as url:
        program = "set -euo pipefail\n" + "\n".join(BLOCKS).replace(HERE, url)
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        ended = subprocess.run(
            ["bash", "-c", program],
            cwd=there,
            env={"PATH": path},
            check=False,
            capture_output=True,
            text=True,
            timeout=100,
        )
        (there / "said").write_text(ended.stdout)
        assert ended.returncode == 0, ended.stderr
        yield there


def test_the_game_is_played_to_its_end(folder: Path) -> None:
    """And its record has what was done."""
    record = json.loads((folder / "record.json").read_text())
    assert record["result"]["outcome"] in {"won", "lost"}
    assert record["events"]


def test_the_record_holds(folder: Path) -> None:
    """By the command of the page."""
    assert "record.json: holds: 1 player," in (folder / "said").read_text()


def test_the_bot_sits_at_the_table(folder: Path) -> None:
    """In the second game."""
    created = json.loads((folder / "created.json").read_text())
    assert [seat["agent"] for seat in created["game"]["seats"]] == [None, "greedy"]


def test_the_events_are_streamed(folder: Path) -> None:
    """The first is the player's own action."""
    first = re.findall(r"^data: (.*)", (folder / "said").read_text(), re.MULTILINE)[0]
    assert (json.loads(first)["version"], json.loads(first)["seat"]) == (2, 0)
