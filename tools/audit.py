"""Check all locked packages for known vulnerabilities in the OSV database.

If the database cannot be reached, the check is skipped with a message. `OSV_URL` names another one with the same API.
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


class DatabaseUnreachable(Exception):
    """The database cannot be reached; the message is the last error of pip-audit."""


def main() -> int:
    """Check the named lock files, or all of them, and print the vulnerabilities. Returns 1 if there are any."""
    files = [Path(name) for name in sys.argv[1:]] or sorted((ROOT / "requirements").glob("*.txt"))
    try:
        found = sorted({line for file in files for line in vulnerabilities(audit(file))})
    except DatabaseUnreachable as error:
        print(f"skipped: cannot reach the vulnerability database ({error})")
        return 0
    print("\n".join(found) or f"no known vulnerability in {', '.join(file.name for file in files)}")
    return 1 if found else 0


def audit(file: Path) -> list[dict[str, Any]]:
    """The report of pip-audit on each package of a lock file.

    Raises DatabaseUnreachable, and CalledProcessError for any other failure.
    """
    source = ["--vulnerability-service", "osv"] + (["--osv-url", url] if (url := os.environ.get("OSV_URL")) else [])
    output = ["--format", "json", "--desc", "off", "--progress-spinner", "off", "--timeout", "10"]
    command = [str(PROGRAM), "--disable-pip", "--require-hashes", "--requirement", str(file), *source, *output]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    if ended.stdout:
        packages: list[dict[str, Any]] = json.loads(ended.stdout)["dependencies"]
        return packages
    *_, last = ["", *ended.stderr.splitlines()]
    if any(name in ended.stderr for name in UNREACHABLE):
        raise DatabaseUnreachable(last)
    raise subprocess.CalledProcessError(ended.returncode, command, stderr=ended.stderr)


def vulnerabilities(packages: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each known vulnerability, and for each package that could not be checked."""
    for package in packages:
        if reason := package.get("skip_reason"):
            yield f"{package['name']}: not checked: {reason}"
        for vulnerability in package.get("vulns", []):
            fixed = ", ".join(vulnerability["fix_versions"]) or "no version yet"
            yield f"{package['name']} {package['version']}: {vulnerability['id']}, fixed in {fixed}"


if __name__ == "__main__":
    sys.exit(main())
