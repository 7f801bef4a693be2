"""The log of a run can be read and checked again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from history.log import (
    AgentGames,
    Attempt,
    Entry,
    Event,
    Fault,
    Final,
    Inbox,
    Log,
    Observation,
    Owned,
    Run,
    SeatState,
    SeenEvent,
    read,
)

SUPPORT = Path(__file__).parents[1] / "support"
LINES: list[Entry] = [
    Run("7", 1, "always", "valkey-server"),
    Attempt("c", "act", 1.25, 2.5, 200, None, "a", 0, 1, "AD"),
    Observation("c", 1.25, 2.5, "a", 2, None, "0123456789ab", (SeatState(True, "robot"),)),
    SeenEvent("c", 3.5, "a", 2, "action", 0, "AD", stream="s"),
    Fault("kill-store", 1.0, 2.0, down_from=1.5, down_until=1.75),
    Final("a", "deal", 1, 200, 2, "active", ("robot",), (Event(2, "action", 0, "AD"),), seats=(SeatState(True),)),
    Inbox("robot", ("a",)),
    AgentGames("robot", ("a",), ()),
    Owned("owner", ("a", "b"), ("a",), ()),
]


def written(path: Path, *lines: Entry) -> Path:
    """A log with these entries."""
    with Log(path) as log:
        for line in lines:
            log.write(line)
    return path


def checked(path: Path) -> subprocess.CompletedProcess[str]:
    """The output of the command for a log."""
    command = [sys.executable, "-m", "history", path]
    environment = {"PYTHONPATH": str(SUPPORT)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_entries_survive_a_round_trip(tmp_path: Path) -> None:
    """Every type of entry."""
    assert list(read(written(tmp_path / "log", *LINES))) == LINES


@pytest.mark.parametrize("text", ["[]", "nonsense", '["Nothing", 1]', '["Run", 1, 2, 3, 4, 5, 6]', "17"])
def test_an_invalid_line_is_rejected(tmp_path: Path, text: str) -> None:
    """The error has its number."""
    (tmp_path / "log").write_text(f"{text}\n")
    with pytest.raises(ValueError, match="line 1: invalid log entry"):
        list(read(tmp_path / "log"))


def test_the_command_checks_a_log(tmp_path: Path) -> None:
    """It prints the parameters of the run and the violations."""
    good = checked(written(tmp_path / "good", LINES[0]))
    bad = checked(written(tmp_path / "bad", LINES[0], LINES[5]._replace(version=3)))
    assert (good.returncode, good.stdout.splitlines()[0]) == (0, str(LINES[0]))
    assert bad.returncode == 1
    assert "versions_have_no_gap: game a is at version 3" in bad.stdout
