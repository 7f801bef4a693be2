"""The example tournament, clients/examples/tournament.toml."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from results import standings

from regicide_arena.cli import main

pytestmark = pytest.mark.costly

EXAMPLE = Path(__file__).parents[3] / "clients" / "examples" / "tournament.toml"


def test_the_example_is_played_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ends with all deals played, and its games are valid."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLE, tmp_path)
    assert main(["tournament", EXAMPLE.name, "--workers", "1"]) == 0
    assert capsys.readouterr().out.startswith("tournament: All deals were played.")
    assert standings()["facts"]["deals"] == {"1": 10, "2": 10}
    assert main(["verify-tournament", "tournament"]) == 0
    assert capsys.readouterr().out.startswith("120 games of 12 lineups are valid; ")
