"""The folder in which numba keeps compiled code between runs.

numba checks only the file of each function that it has compiled, and would run stale code of a function that another
file defines. Therefore the name of the folder has the hash of all sources of the kernel.
"""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import mkdtemp
from typing import Final

SOURCES: Final = Path(__file__).parent
VARIABLE: Final = "REGICIDE_KERNEL_CACHE"
"""The environment variable with another parent folder, in place of the usual ones."""
MARKER: Final = "complete"
"""A file in the folder, which exists once all functions are compiled."""


def cache_folder(numba_version: str) -> Path | None:
    """Return the folder for this Python and a version of numba; None if no folder can be written.

    It is in `__pycache__` beside the sources, or else in the user's cache folder. Compiled code in a folder that this
    process cannot write is copied to a temporary one, because numba reads only from folders that it can write.
    """
    name = _folder_name(numba_version)
    parents = _parents()
    for parent in parents:
        if _is_writable(parent / name):
            _remove_others(parent, name)
            return parent / name
    with suppress(OSError):
        temporary = Path(mkdtemp(prefix="regicide-kernel-"))
        atexit.register(rmtree, temporary, ignore_errors=True)
        for compiled in (parent / name for parent in parents if (parent / name).is_dir()):
            copytree(compiled, temporary, dirs_exist_ok=True)
        return temporary
    return None


def is_complete() -> bool:
    """Whether all compiled code is kept already, or numba is not installed; takes milliseconds."""
    try:
        name = _folder_name(version("numba"))
    except PackageNotFoundError:
        return True
    return any((parent / name / MARKER).exists() for parent in _parents())


def _folder_name(numba_version: str) -> str:
    return f"kernel-{sys.implementation.cache_tag}-numba-{numba_version}-{_source_hash()}"


def _source_hash() -> str:
    """Return the hash of all sources of the kernel, 16 hexadecimal digits."""
    found = sha256()
    for path in sorted(SOURCES.glob("*.py")):
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


def _remove_others(parent: Path, name: str) -> None:
    """Remove the folders of other sources for the same versions of Python and numba."""
    for folder in parent.glob(f"{name.rpartition('-')[0]}-*"):
        if folder.name != name:
            rmtree(folder, ignore_errors=True)
