"""The example of a tournament, as it is played by whoever tries it out."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from regicide_arena.cli import main

EXAMPLE = Path(__file__).parents[3] / "clients" / "examples" / "cup.toml"


def test_the_example_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whole; and its games hold."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLE, tmp_path)
    assert main(["tournament", EXAMPLE.name, "--workers", "1"]) == 0
    assert capsys.readouterr().out.startswith("cup: All deals were played.")
    facts = json.loads(Path("cup", "standings.json").read_text())["facts"]
    assert facts["deals"] == {"1": 10, "2": 10}
    assert main(["verify", "cup"]) == 0
    assert capsys.readouterr().out.startswith("120 games of 12 lineups hold; ")
