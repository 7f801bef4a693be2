"""Messages about errors of the user: what is missing, misspelt or cannot be read."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable
from difflib import get_close_matches


def missing_package(subject: str, package: str, extra: str) -> str:
    """Return the message that a command or option needs a package, with the command that installs its extra."""
    command = f"{shlex.quote(sys.executable)} -m pip install --editable '.[{extra}]' --editable ./clients/python"
    return f"{subject} needs {package}, which is not installed; in a copy of the repository run: {command}"


def cannot_read(file: object, error: Exception) -> str:
    """Return the message that a file cannot be read, with the reason of the system."""
    return f"cannot read {file}: {getattr(error, 'strerror', None) or error}"


def closest(name: str, names: Iterable[str]) -> str:
    """Return `did you mean 'x'?` with the nearest of the names; empty where none is near."""
    matches = get_close_matches(name, [*names], n=1)
    return f"did you mean {matches[0]!r}?" if matches else ""
