"""The folder in which numba keeps compiled code between runs.

numba checks only the file of each function that it has compiled, and would run stale code of a function or a constant
that another file defines. Therefore the name of the folder has the hash of all sources that are compiled.
"""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree
from tempfile import mkdtemp
from typing import Final

import regicide

SOURCES: Final = Path(__file__).parent
ENGINE_SOURCES: Final = [Path(regicide.__file__).with_name(name) for name in ("cards.py", "rulebook.py")]
"""The modules of the engine whose constants and functions become part of compiled code."""
VARIABLE: Final = "REGICIDE_KERNEL_CACHE"
"""The environment variable with another parent folder, in place of the usual ones."""
_PREFIX: Final = "kernel-"
MARKER: Final = "complete"
"""A file in the folder, which exists once all functions are compiled."""
MAX_FOLDERS: Final = 5
"""The folders of different sources that are kept in one place, such as those of versions that run beside each other."""


def cache_folder(numba_version: str) -> Path | None:
    """Return the folder for this Python and a version of numba; None if no folder can be written.

    It is in `__pycache__` beside the sources, or else in the user's cache folder, or else a temporary one, because
    numba reads only from folders that it can write. Code that is complete in one of the others is copied.
    """
    folders = [parent / _folder_name(numba_version) for parent in _parents()]
    kept = next(filter(_is_writable, folders), None)
    if kept:
        _remove_oldest(kept)
    folder = kept or _temporary_folder()
    if folder and not (folder / MARKER).exists():
        for complete in (each for each in folders if (each / MARKER).exists()):
            _copy(complete, folder)
    return folder


def is_complete() -> bool:
    """Whether all compiled code is kept already, or numba is not installed; takes milliseconds."""
    return find_spec("numba") is None or complete_folder() is not None


def complete_folder() -> Path | None:
    """Return the folder that has all compiled code; None without one, or without numba."""
    try:
        name = _folder_name(version("numba"))
    except PackageNotFoundError:
        return None
    return next((parent / name for parent in _parents() if (parent / name / MARKER).exists()), None)


def _folder_name(numba_version: str) -> str:
    return f"{_PREFIX}{sys.implementation.cache_tag}-numba-{numba_version}-{_source_hash()}"


def _source_hash() -> str:
    """Return the hash of all sources, 16 hexadecimal digits."""
    found = sha256()
    for path in [*sorted(SOURCES.glob("*.py")), *ENGINE_SOURCES]:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _parents() -> list[Path]:
    if chosen := os.environ.get(VARIABLE):
        return [Path(chosen)]
    folders = [SOURCES / "__pycache__"]
    with suppress(RuntimeError):  # no home folder
        folders.append(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "regicide")
    return folders


def _is_writable(folder: Path) -> bool:
    """Whether files can be created in a folder, which is created where it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def _temporary_folder() -> Path | None:
    """A folder that is removed when the process ends."""
    with suppress(OSError):
        folder = Path(mkdtemp(prefix="regicide-kernel-"))
        atexit.register(rmtree, folder, ignore_errors=True)
        return folder
    return None


def _copy(source: Path, folder: Path) -> None:
    """Copy compiled code into a folder that is empty, at once for other processes."""
    copied = folder.with_name(f"{folder.name}-{os.getpid()}")
    try:
        copytree(source, copied, ignore=ignore_patterns(".*", "lock"))
        copied.rename(folder)
    except OSError:  # no space, or another process has begun to use the folder
        rmtree(copied, ignore_errors=True)


def _remove_oldest(folder: Path) -> None:
    """Mark a folder as used now; remove those of other sources that have not been used for the longest time."""
    with suppress(OSError):
        os.utime(folder)
        others = [each for each in folder.parent.glob(f"{_PREFIX}*-numba-*") if each != folder]
        others.sort(key=lambda each: each.stat().st_mtime, reverse=True)
        for other in others[MAX_FOLDERS - 1 :]:
            rmtree(other, ignore_errors=True)
