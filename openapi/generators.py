"""Clients of other languages, by openapi-generator: the options that each language needs, and why.

`python openapi/generators.py go FOLDER` generates one; `docs/generated-clients.md` describes them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent
PROGRAM: Final = Path(sys.executable).parent / "openapi-generator-cli"

TOLERANT: Final = "enumUnknownDefaultCase=true"
"""An enumeration gets one more member for values of later versions, which otherwise are errors."""

WARNING: Final = re.compile(r"\b(?:WARN|ERROR)\b.* - (.*)")
IGNORED: Final = (
    "OpenAPI 3.1 support is still in beta",
    "Ignoring complex example on request body",  # Java: the example of a request is an object
    *("Failed to get the schema name: null", "Default to typing.Any"),  # Python: unknown members are of any type
    "include (reserved word)",  # PHP: a parameter, not a class
    "cannot be used as a",  # Rust: the member `type` is a keyword, and ranks are digits, which x-enum-varnames names
)


class Generator(NamedTuple):
    """The options of openapi-generator for a language, and the document that it reads best."""

    arguments: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    document: str = "openapi-merged.json"


GENERATORS: Final = {
    "go": Generator(("--package-name=regicide",)),
    "java": Generator(
        ("--library=native", "--parameter-name-mappings=wait=waitSeconds"),
        (
            *("containerDefaultToNull=true", "openApiNullable=false", "useSingleRequestParameter=true"),
            *("invokerPackage=regicide", "apiPackage=regicide.api", "modelPackage=regicide.model"),
        ),
    ),
    "csharp": Generator(properties=("packageName=Regicide",)),
    "dart": Generator(),
    "python": Generator(("--package-name=generated",)),
    "php": Generator(("--invoker-package=Regicide",)),
    "kotlin": Generator(properties=("serializationLibrary=kotlinx_serialization", "serializableModel=true")),
    "rust": Generator(properties=("packageName=regicide",)),
    "swift6": Generator(),
    "typescript-fetch": Generator((), (TOLERANT, "importFileExtension=.js"), "openapi.json"),
}


def generate(name: str, folder: Path) -> list[str]:
    """Generate the client of a language into a folder. Returns the generator's warnings."""
    generator = GENERATORS[name]
    command: list[str | Path] = [PROGRAM, "generate", "-g", name, "-i", HERE / generator.document, "-o", folder]
    options = [*generator.arguments, *(f"--additional-properties={each}" for each in generator.properties)]
    ended = subprocess.run([*command, *options], check=False, capture_output=True, text=True)  # noqa: S603 - a fixed command
    if ended.returncode:
        raise RuntimeError(f"openapi-generator failed:\n{ended.stdout}{ended.stderr}")
    found = (match[1] for match in WARNING.finditer(ended.stdout + ended.stderr))
    return [text for text in found if not any(ignored in text for ignored in IGNORED)]


def main(arguments: list[str]) -> int:
    """Generate one client: the name of a language, and a folder."""
    if len(arguments) != 2 or arguments[0] not in GENERATORS:
        print(f"usage: generators.py {{{','.join(GENERATORS)}}} FOLDER", file=sys.stderr)  # noqa: T201 - a command's output
        return 2
    if not PROGRAM.exists():
        install = "run `.venv/bin/python -m pip install -r requirements/long.txt`"
        print(f"generators.py: {PROGRAM.name} is not installed: {install}", file=sys.stderr)  # noqa: T201 - a command's output
        return 2
    for warning in generate(arguments[0], Path(arguments[1])):
        print(warning, file=sys.stderr)  # noqa: T201 - a command's output
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
