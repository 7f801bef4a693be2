"""Limits on the resources of a process that runs a bot, by setrlimit(2); the processes that it starts inherit them."""

from __future__ import annotations

import os
import resource
from pathlib import Path
from typing import Final

MEMORY_BYTES: Final = 4 * 1024**3
"""Private memory of each process."""
FILE_BYTES: Final = 64 * 1024**2
"""Size of each file that is written."""
OPEN_FILES: Final = 256
FURTHER_PROCESSES: Final = 1024
"""Processes and threads of the user, beside those that exist; the kernel does not limit root."""


def limit_resources() -> None:
    """Limit this process and those that it starts. Lower limits stay; core files are not written."""
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_DATA, MEMORY_BYTES)
    _lower(resource.RLIMIT_FSIZE, FILE_BYTES)
    _lower(resource.RLIMIT_NOFILE, OPEN_FILES)
    _lower(resource.RLIMIT_NPROC, _own_tasks() + FURTHER_PROCESSES)


def _lower(kind: int, limit: int) -> None:
    soft, hard = (limit if each == resource.RLIM_INFINITY else min(each, limit) for each in resource.getrlimit(kind))
    resource.setrlimit(kind, (soft, hard))


def _own_tasks() -> int:
    """Count the threads of this user, from proc(5); 0 without that file system."""
    return sum(_tasks(process) for process in Path("/proc").glob("[0-9]*"))


def _tasks(process: Path) -> int:
    try:
        return (process / "task").stat().st_nlink - 2 if process.stat().st_uid == os.getuid() else 0
    except OSError:  # it has ended
        return 0
