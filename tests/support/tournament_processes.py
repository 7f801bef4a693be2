"""Folders and processes of tournaments in tests: every process is marked by a variable of its environment."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from arenas import await_true
from servers import PROGRAMS


def start_tournament(folder: Path, *arguments: str, **options: object) -> subprocess.Popen[str]:
    """Start the command `tournament` in this folder."""
    command = [PROGRAMS / "regicide-arena", "tournament", *arguments]
    environment = os.environ | {"MARK": str(folder)}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True, start_new_session=True, **options
    )  # type: ignore[call-overload]


def marked_processes(folder: Path) -> list[int]:
    """List the processes whose environment has the mark of this folder; zombies have no environment."""
    mark, found = f"MARK={folder}\0".encode(), []
    for place in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in place.read_bytes():
                found.append(int(place.parent.name))
        except OSError:  # the process has ended
            continue
    return found


def await_no_processes(folder: Path) -> None:
    """Wait until all processes with the mark of this folder have ended."""
    await_true(lambda: not marked_processes(folder))
