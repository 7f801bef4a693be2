"""A generator of clients that is not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

import generators


def test_a_generator_that_is_not_installed_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the command that installs it."""
    monkeypatch.setattr(generators, "PROGRAM", tmp_path / "openapi-generator-cli")
    assert generators.main(["go", str(tmp_path / "client")]) == 2
    assert capsys.readouterr().err == (
        "generators.py: openapi-generator-cli is not installed: "
        "run `.venv/bin/python -m pip install -r requirements/long.txt`\n"
    )
