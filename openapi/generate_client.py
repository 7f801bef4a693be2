"""Generate `clients/python/regicide_client/generated` from the OpenAPI document, by openapi-python-client.

With --check it writes nothing, and exits with 1 if the client is not up to date.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from merged_unions import write_merged

HERE = Path(__file__).parent
ROOT = HERE.parent
CLIENT = ROOT / "clients" / "python" / "regicide_client" / "generated"
BIN = Path(sys.executable).parent


def generate(folder: Path) -> None:
    """Generate into a folder, with the tools of this environment."""
    program: list[str | Path] = [BIN / "openapi-python-client", "generate", "--meta", "none", "--fail-on-warning"]
    document = write_merged(folder.parent)
    sources: list[str | Path] = ["--path", document, "--config", HERE / "client" / "settings.yaml"]
    templates: list[str | Path] = ["--custom-template-path", HERE / "client" / "templates"]
    environment = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}
    command = [*program, *sources, *templates, "--output-path", folder]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)  # noqa: S603 - a fixed command


def contents(folder: Path) -> dict[Path, bytes]:
    """The files of a folder by relative path."""
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
            print(f"{where} is not up to date: run `make openapi` and commit it", file=sys.stderr)  # noqa: T201 - a command's output
            return 1
        shutil.rmtree(CLIENT, ignore_errors=True)
        shutil.copytree(fresh, CLIENT)
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
