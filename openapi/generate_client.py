"""Generate `clients/python/regicide_client/generated` from the OpenAPI document, by openapi-python-client.

With --check nothing is written; the exit code says whether the files are what would be generated now.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
CLIENT = ROOT / "clients" / "python" / "regicide_client" / "generated"
PROGRAMS = Path(sys.executable).parent


def generate(folder: Path) -> None:
    """Generate into a folder. The tools are those of this environment, whatever else is installed."""
    program: list[str | Path] = [PROGRAMS / "openapi-python-client", "generate", "--meta", "none", "--fail-on-warning"]
    sources: list[str | Path] = ["--path", HERE / "openapi.json", "--config", HERE / "client" / "settings.yaml"]
    templates: list[str | Path] = ["--custom-template-path", HERE / "client" / "templates"]
    own = os.environ | {"PATH": f"{PROGRAMS}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}
    command = [*program, *sources, *templates, "--output-path", folder]
    subprocess.run(command, env=own, check=True, stdout=subprocess.PIPE)  # noqa: S603 - our own words


def contents(folder: Path) -> dict[Path, bytes]:
    """The files of a folder, by their paths in it."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder): path.read_bytes() for path in files}


def main(arguments: list[str]) -> int:
    """Generate, or check."""
    with tempfile.TemporaryDirectory() as directory:
        fresh = Path(directory) / CLIENT.name
        generate(fresh)
        if contents(fresh) == contents(CLIENT):
            return 0
        if "--check" in arguments:
            where = CLIENT.relative_to(ROOT)
            print(f"{where} is not up to date: run `make openapi` and commit it", file=sys.stderr)  # noqa: T201 - a command speaks to its user
            return 1
        shutil.rmtree(CLIENT, ignore_errors=True)
        shutil.copytree(fresh, CLIENT)
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
