"""Folders and processes of tournaments in tests: each is marked by a variable of its environment, or by its folder."""

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
    """List the other processes whose environment has the mark of this folder, or that work in it; zombies do not."""
    mark, found = f"MARK={folder}\0".encode(), []
    for place in {*Path("/proc").glob("[0-9]*")} - {Path("/proc", str(os.getpid()))}:
        try:
            if mark in (place / "environ").read_bytes() or (place / "cwd").readlink() == folder.resolve():
                found.append(int(place.name))
        except OSError:  # the process has ended
            continue
    return found


def await_no_processes(folder: Path) -> None:
    """Wait until all processes with the mark of this folder have ended."""
    await_true(lambda: not marked_processes(folder))
