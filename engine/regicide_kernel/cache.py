"""The folder in which compiled code is kept between runs.

numba checks only the file of each function that it has compiled, and would run stale code of a function or a constant
that another file defines. Therefore the name of the folder has the hash of all sources that are compiled, and of the
processor that they are compiled for.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from shutil import rmtree
from typing import Final

SOURCES: Final = Path(__file__).parent
ENGINE_SOURCES: Final = [files("regicide") / name for name in ("cards.py", "rulebook.py")]
"""The modules of the engine whose constants and functions become part of compiled code."""
VARIABLE: Final = "REGICIDE_KERNEL_CACHE"
"""The environment variable with another parent folder, in place of the usual ones."""
MAX_FOLDERS: Final = 5
"""The folders that are kept in one place, such as those of versions that run beside each other."""

_PREFIX: Final = "kernel-"
_MARKER: Final = "complete"
"""A file in the folder, which exists once all functions are compiled."""
_CPU_FILE: Final = Path("/proc/cpuinfo")


def cache_folder() -> Path | None:
    """Return the folder with complete code, else the first writable one; None if none is.

    The first one is in `__pycache__` beside the sources, the second one in the user's cache folder.
    """
    return complete_folder() or next(filter(_is_writable, _folders()), None)


def complete_folder() -> Path | None:
    """Return the first folder that has all functions; None if none has, or numba is not installed.

    Takes milliseconds: programs call it before they import numba.
    """
    return next(filter(_is_complete, _folders()), None)


def is_complete() -> bool:
    """Whether nothing is left to compile: all functions are kept, or numba is not installed."""
    return complete_folder() is not None or not _folders()


def mark_complete(folder: Path) -> None:
    """Note that all functions are in a folder; remove the folders that have not been completed for the longest time.

    Raises OSError.
    """
    (folder / _MARKER).touch()
    others = [each for each in folder.parent.glob(f"{_PREFIX}*-numba-*") if each != folder]
    others.sort(key=lambda each: each.stat().st_mtime, reverse=True)
    for other in others[MAX_FOLDERS - 1 :]:
        rmtree(other, ignore_errors=True)


def _folders() -> list[Path]:
    """The folders for this Python, the installed numba and these sources; none without numba."""
    try:
        versions = f"{sys.implementation.cache_tag}-numba-{version('numba')}"
    except PackageNotFoundError:
        return []
    return [parent / f"{_PREFIX}{versions}-{_source_hash()}" for parent in _parents()]


def _source_hash() -> str:
    """Return the hash of all sources and of the processor, 16 hexadecimal digits."""
    found = sha256(_processor().encode())
    for path in [*sorted(SOURCES.glob("*.py")), *ENGINE_SOURCES]:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _processor() -> str:
    """What numba compiles for: the kind of the processor and its instructions, or what the environment says instead."""
    chosen = [os.environ.get(name, "") for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")]
    with suppress(OSError):
        lines = _CPU_FILE.read_text("utf-8", errors="replace").split("\n\n")[0].splitlines()
        chosen += [line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part"))]
    return "\n".join([platform.machine(), *chosen])


def _parents() -> list[Path]:
    if chosen := os.environ.get(VARIABLE):
        return [Path(chosen)]
    folders = [SOURCES / "__pycache__"]
    with suppress(RuntimeError):  # no home folder
        folders.append(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "regicide")
    return folders


def _is_complete(folder: Path) -> bool:
    try:
        return (folder / _MARKER).exists()
    except OSError:  # a parent folder that may not be entered
        return False


def _is_writable(folder: Path) -> bool:
    """Whether files can be created in a folder, which is created where it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True
