"""Isolation of the processes that run bots: their environment, and a sandbox of bubblewrap (bwrap(1)) on Linux."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from regicide_arena.runtime.messages import CommandError

SANDBOX_PROGRAM: Final = "bwrap"
PROBE_TIMEOUT_S: Final = 10
KEPT_VARIABLES: Final = frozenset({
    *("PATH", "LANG", "LC_ALL", "TZ", "PYTHONPATH", "PYTHONHASHSEED"),
    *("REGICIDE_KERNEL", "REGICIDE_KERNEL_CACHE", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"),
})  # fmt: skip
"""Environment variables that an isolated process has; others may hold secrets."""
KERNEL_SETTINGS: Final = "/proc/sys"
"""What root may write also in a namespace of its own, such as the program that gets all core files."""
_PRIVATE: Final = ("/home", "/root", "/tmp", "/var/tmp", "/run", "/dev/shm")  # noqa: S108 - hidden, not used
"""Folders that are empty in the sandbox, beside the home folder."""
FOLDER_BYTES: Final = 256 * 1024**2
"""The size of what a process may write to each of them, which is in memory."""


class Isolation(StrEnum):
    """How the processes that run bots are isolated."""

    NONE = "none"
    LIMITS = "limits"
    """Memory, sizes of files, open files, processes and core files are limited."""
    SANDBOX = "sandbox"
    """As `LIMITS`, and without network, other processes and private files; the file system is read-only."""


class Exposure(NamedTuple):
    """What the sandbox shows of the private files and of the environment, beside what every process needs."""

    folders: Sequence[Path] = ()
    variables: Mapping[str, str] = MappingProxyType({})


NOTHING: Final = Exposure()


class IsolationUnavailable(CommandError):
    """The sandbox does not exist here; the message says why, and what to do."""


def require_sandbox() -> None:
    """Raise IsolationUnavailable if no sandbox can be created."""
    program = shutil.which(SANDBOX_PROGRAM)
    if program is None:
        raise IsolationUnavailable(
            "--isolation sandbox needs bwrap, which is not installed: install the package bubblewrap of your Linux "
            "distribution, or choose --isolation limits"
        )
    if reason := _refusal(program):
        raise IsolationUnavailable(
            f"bwrap cannot create a sandbox here ({reason}): allow unprivileged user namespaces for bubblewrap 0.7 or "
            "newer, or choose --isolation limits"
        )


def _refusal(program: str) -> str:
    """Return why the program cannot create a sandbox; empty if it can."""
    files = ("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", *_empty("/dev/shm"))  # noqa: S108 - hidden
    probe = [program, "--unshare-all", *files, "true"]
    try:
        ended = subprocess.run(probe, capture_output=True, text=True, timeout=PROBE_TIMEOUT_S, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        return f"no sandbox within {PROBE_TIMEOUT_S} seconds"
    except OSError as error:
        return str(error.strerror)
    return (" ".join(ended.stderr.split()) or f"exit code {ended.returncode}") if ended.returncode else ""


def sandboxed(
    command: Sequence[str], exposure: Exposure, hidden: Iterable[Path] = (), folder: Path = Path()
) -> list[str]:
    """Return the command that runs another one in the sandbox, in this working directory.

    The file system is read-only. Private folders are empty, except for the interpreter, its packages, the working
    directory and the folders of the exposure; the hidden folders are empty even there.
    """
    private = [part for each in _private() for part in _empty(each)]
    bound = [part for each in _needed([folder, *exposure.folders]) for part in ("--ro-bind", each, each)]
    emptied = [part for each in hidden if each.is_dir() for part in _empty(str(each.resolve()))]
    return [
        *(SANDBOX_PROGRAM, "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/"),
        *("--dev", "/dev", "--remount-ro", "/dev"),
        *("--proc", "/proc", "--ro-bind", KERNEL_SETTINGS, KERNEL_SETTINGS),
        *(*private, *bound, *emptied),
        *("--setenv", "HOME", "/tmp", "--chdir", str(folder.resolve()), "--", *command),  # noqa: S108 - a private one
    ]


def kept_environment(environment: Mapping[str, str], isolation: Isolation) -> dict[str, str]:
    """Return the variables that an isolated process has: others may hold secrets."""
    if isolation is Isolation.NONE:
        return dict(environment)
    return {name: value for name, value in environment.items() if name in KEPT_VARIABLES | {"HOME"}}


def _private() -> list[str]:
    folders = {*_PRIVATE, str(Path.home())}
    return sorted(folder for folder in folders if Path(folder).is_dir() and not Path(folder).is_symlink())


def _empty(folder: str) -> tuple[str, ...]:
    return ("--size", str(FOLDER_BYTES), "--tmpfs", folder)


def _needed(readable: Iterable[Path]) -> Iterator[str]:
    """Yield the folders to make visible again, outer ones first."""
    interpreter = map(Path, (sys.prefix, sys.base_prefix, sys.executable, *filter(None, sys.path)))
    paths = (*interpreter, *readable)
    yield from sorted({str(path.resolve()) for path in paths if path.exists()})
