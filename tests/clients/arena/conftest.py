"""Fixtures of the arena's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from commands import Ended

from regicide_arena.bots.warm_up import warm_up
from regicide_arena.cli import main
from regicide_client import Session


@pytest.fixture(scope="session", autouse=True)
def _warm_kernel() -> None:
    """Compile the kernel, so that no test does."""
    warm_up(["planner"])


@pytest.fixture
def session(server: str) -> Iterator[Session]:
    """A session with the server."""
    with Session(server) as session:
        yield session


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Runs a command in this process: the exit code, the output and the messages."""

    def run(*arguments: str | Path) -> Ended:
        capsys.readouterr()
        try:
            code = main([*map(str, arguments)])
        except SystemExit as ended:
            code = int(ended.code or 0)
        return Ended(code, *capsys.readouterr())

    return run


@pytest.fixture
def bots(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the bots of the module in the file `bots.py`."""
    (tmp_path / "bots.py").write_text(request.module.BOTS)
    monkeypatch.chdir(tmp_path)
    return tmp_path
