"""Look for known faults in all locked packages, in the database of OSV.

Where the database cannot be reached that is said, and is no fault: `OSV_URL` names another one of the same interface.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
PROGRAM: Final = Path(sys.executable).with_name("pip-audit")
UNREACHABLE: Final = ("ConnectionError", "ConnectTimeout", "ReadTimeout", "Max retries exceeded", "HTTPError")


class NoDatabase(Exception):
    """The database cannot be reached; the message says how it was tried."""


def main() -> int:
    """Look at every file of locked packages; what is found is printed, and 1 comes back."""
    files = [Path(name) for name in sys.argv[1:]] or sorted(ROOT.glob("requirements*.txt"))
    try:
        found = sorted({line for file in files for line in faults(audited(file))})
    except NoDatabase as error:
        print(f"skipped: no database of known faults can be reached ({error})")
        return 0
    print("\n".join(found) or f"no known fault in {', '.join(file.name for file in files)}")
    return 1 if found else 0


def audited(file: Path) -> list[dict[str, Any]]:
    """What is known of each package in a file of locked ones.

    Raises NoDatabase, and CalledProcessError for whatever else goes wrong.
    """
    source = ["--vulnerability-service", "osv"] + (["--osv-url", url] if (url := os.environ.get("OSV_URL")) else [])
    told = ["--format", "json", "--desc", "off", "--progress-spinner", "off", "--timeout", "10"]
    command = [str(PROGRAM), "--disable-pip", "--require-hashes", "--requirement", str(file), *source, *told]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    if ended.stdout:
        packages: list[dict[str, Any]] = json.loads(ended.stdout)["dependencies"]
        return packages
    *_, last = ["", *ended.stderr.splitlines()]
    if any(name in ended.stderr for name in UNREACHABLE):
        raise NoDatabase(last)
    raise subprocess.CalledProcessError(ended.returncode, command, stderr=ended.stderr)


def faults(packages: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each known fault, and for each package of which nothing could be found out."""
    for package in packages:
        if reason := package.get("skip_reason"):
            yield f"{package['name']}: not looked at: {reason}"
        for fault in package.get("vulns", []):
            repaired = ", ".join(fault["fix_versions"]) or "no version yet"
            yield f"{package['name']} {package['version']}: {fault['id']}, repaired in {repaired}"


if __name__ == "__main__":
    sys.exit(main())
