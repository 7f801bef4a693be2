"""Generate `clients/python/regicide_client/generated`: requests and models from the OpenAPI document, by
openapi-python-client, and the blocking session from the asynchronous one.

With --check it writes nothing, and exits with 1 if the client is not up to date.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from merged_unions import with_merged_unions

HERE = Path(__file__).parent
ROOT = HERE.parent
PACKAGE = ROOT / "clients" / "python" / "regicide_client"
CLIENT = PACKAGE / "generated"
BIN = Path(sys.executable).parent

UNUSED: Final = ("client.py", "errors.py")
"""What openapi-python-client adds for sending requests: sessions send them."""

BLOCKING: Final = (
    (r"\basync (def|with|for) ", r"\1 "),
    (r"\bawait ", ""),
    (r"\basyncio\b", "time"),
    (r"\b__a(enter|exit)__", r"__\1__"),
    (r"\ba(close|read|iter_bytes)\(", r"\1("),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\bregicide_client\.async_", "regicide_client.generated."),
    ("An asynchronous", "A blocking"),
    ("A session belongs to one event loop", "Threads may share a session"),
)
"""What turns an asynchronous module into a blocking one."""


def generate(folder: Path) -> None:
    """Generate into a folder, with the tools of this environment."""
    program: list[str | Path] = [BIN / "openapi-python-client", "generate", "--meta", "none", "--fail-on-warning"]
    document = folder.with_suffix(".json")
    document.write_text(json.dumps(with_merged_unions(json.loads((HERE / "openapi.json").read_text()))))
    sources: list[str | Path] = ["--path", document, "--config", HERE / "client" / "settings.yaml"]
    templates: list[str | Path] = ["--custom-template-path", HERE / "client" / "templates"]
    environment = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}
    command = [*program, *sources, *templates, "--output-path", folder]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)  # noqa: S603 - a fixed command
    for name in UNUSED:
        (folder / name).unlink()
    operations = sorted(path for path in (folder / "api").glob("*/*.py") if path.name != "__init__.py")
    imports = "".join(
        f"from .{path.parent.name}.{path.stem} import {path.stem} as {path.stem}\n" for path in operations
    )
    (folder / "api" / "__init__.py").write_text(f'"""The operations of the API."""\n\n{imports}')
    (folder / "__init__.py").write_text(
        '"""What is generated from the OpenAPI document and the asynchronous session."""\n'
    )
    for source in PACKAGE.glob("async_*.py"):
        blocking(source, folder / source.name.removeprefix("async_"))


def blocking(source: Path, target: Path) -> None:
    """Write the blocking module that corresponds to an asynchronous one."""
    text = source.read_text()
    for pattern, replacement in BLOCKING:
        text = re.sub(pattern, replacement, text)
    target.write_text(text)
    command: list[str | Path] = [BIN / "ruff", "--config", ROOT / "pyproject.toml", "--no-cache", "--quiet"]
    subprocess.run([BIN / "ruff", "check", "--select", "I", "--fix", *command[1:], target], check=True)  # noqa: S603 - a fixed command
    subprocess.run([BIN / "ruff", "format", *command[1:], target], check=True)  # noqa: S603 - a fixed command


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
