"""The command that installs the packages of an extra into this environment."""

from __future__ import annotations

import json
import shlex
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec


def missing_package(subject: str, package: str, extra: str) -> str:
    """Return the message that a command or option needs a package, with the command that installs it."""
    command = install_command(extra)
    return f"{subject} needs {package}, which is not installed; in a copy of the repository run: {command}"


def install_command(extra: str) -> str:
    """Return the command for this interpreter's pip; an editable installation stays editable."""
    editable = "--editable " if is_editable() else ""
    client = "" if _is_importable("regicide_client") else " ./clients/python"
    return f"{shlex.quote(sys.executable)} -m pip install {editable}'.[{extra}]'{client}"


def is_editable() -> bool:
    """Return whether the distribution `regicide` is installed in editable mode (PEP 610)."""
    try:
        origin = json.loads(distribution("regicide").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return False
    return bool(origin.get("dir_info", {}).get("editable"))


def _is_importable(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ValueError:  # the module is loaded without a specification, or blocked
        return False
