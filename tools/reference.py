"""Generate the reference pages of the HTTP API, from the OpenAPI document, and of the commands, from their `--help`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = ROOT / "docs" / "reference"
PROGRAMS: Final = Path(sys.executable).parent
COMMANDS: Final = ("regicide-server", "regicide", "regicide-arena")
DOCUMENT: Final = ROOT / "openapi" / "openapi.json"

_COMMANDS_HEAD: Final = """\
# Commands

The output of `--help` of each command. `make` installs the commands in `.venv/bin`; `make run` starts
`regicide-server`, whose [settings](../deployment.md#settings) are described in Deployment.
"""
_HTTP_HEAD: Final = """\
# HTTP API

All operations, from the OpenAPI document, which is available [as YAML](openapi.yaml) and [as JSON](openapi.json). A
server publishes it at `/openapi.yaml` and `/openapi.json`, and an interactive page at `/docs`.
[Concepts](../concepts.md) explains what all operations have in common.
"""


def main() -> None:
    """Write all pages, and copy the document beside them."""
    (PAGES / "commands.md").write_text("\n".join(commands_page()))
    document = json.loads(DOCUMENT.read_text())
    (PAGES / "http.md").write_text("\n".join(http_page(document)))
    for name in ("openapi.json", "openapi.yaml"):
        (PAGES / name).write_bytes((DOCUMENT.parent / name).read_bytes())


def commands_page() -> Iterator[str]:
    """The lines of the page of commands."""
    yield _COMMANDS_HEAD
    for command in COMMANDS:
        text = help_text(command)
        yield from section("##", command, text)
        for subcommand in re.findall(
            r"^    ([a-z]+(?:-[a-z]+)*)(?:  |$)", text.partition("COMMAND\n")[2], re.MULTILINE
        ):
            yield from section("###", f"{command} {subcommand}", help_text(command, subcommand))


def section(mark: str, title: str, text: str) -> list[str]:
    """A heading and a block of text."""
    return [f"{mark} {title}", "", "```text", text, "```", ""]


def help_text(command: str, *subcommand: str) -> str:
    """The output of `--help`, 90 columns wide."""
    environment = os.environ | {"COLUMNS": "90", "NO_COLOR": "1"}
    completed = subprocess.run(
        [PROGRAMS / command, *subcommand, "--help"], env=environment, check=True, capture_output=True, text=True
    )
    return completed.stdout.strip()


def http_page(document: dict[str, Any]) -> Iterator[str]:
    """The lines of the page of the HTTP API: the operations by their tags, then the objects."""
    yield _HTTP_HEAD
    for tag in document["tags"]:
        yield from (f"## {tag['name'].capitalize()}", "", tag["description"], "")
        for path, operations in document["paths"].items():
            common = operations.get("parameters", [])
            for method in sorted(operations.keys() - {"parameters"}):
                if tag["name"] in operations[method]["tags"]:
                    yield from operation_section(f"{method.upper()} {path}", operations[method], common)
    yield from ("## Objects", "")
    for name, schema in document["components"]["schemas"].items():
        yield from schema_section(name, schema)


def operation_section(where: str, operation: dict[str, Any], common: list[dict[str, Any]]) -> Iterator[str]:
    """An operation: description, parameters, body, responses and problems. `common` are the parameters of its path."""
    yield from (f"### {operation['summary']} {{ #{operation['operationId']} }}", "", f"`{where}`", "")
    yield from (operation["description"], "", *parameter_table([*common, *operation.get("parameters", [])]))
    if "requestBody" in operation:
        yield from (f"Body: {bodies(operation['requestBody'])}.", "")
    good = {status: answer for status, answer in operation["responses"].items() if status < "400"}
    yield from (f"- **{status}** {bodies(answer) or 'without a body'}" for status, answer in good.items())
    yield from ("", "Problems: " + ", ".join(f"`{code}`" for code in codes(operation)) + ".", "")


def parameter_table(parameters: list[dict[str, Any]]) -> list[str]:
    """The table of parameters; empty without any."""
    rows = [f"| `{each['name']}` | {each['in']} | {cell(each['description'])} |" for each in parameters]
    return ["| parameter | in | |", "|---|---|---|", *rows, ""] if rows else []


def bodies(part: dict[str, Any]) -> str:
    """The schemas of a body, by media type."""
    contents = part.get("content", {}).items()
    return ", or ".join(f"{kind(content['schema'])} as `{media}`" for media, content in contents)


def codes(operation: dict[str, Any]) -> list[str]:
    """The codes of the problems of an operation."""
    answers = operation["responses"].values()
    contents = [content for answer in answers for content in answer.get("content", {}).values()]
    return sorted({each["value"]["code"] for each in examples(contents) if "code" in each["value"]})


def examples(contents: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The named examples whose values are objects."""
    for content in contents:
        yield from (each for each in content.get("examples", {}).values() if isinstance(each["value"], dict))


def schema_section(name: str, schema: dict[str, Any]) -> Iterator[str]:
    """A schema: its members with their types."""
    yield from (f"### {name} {{ #{name.lower()} }}", "", schema.get("description", ""), "")
    if "enum" in schema:
        yield from (", ".join(f"`{value}`" for value in schema["enum"]), "")
    rows = [
        f"| `{member}` | {kind(part)} | {cell(part.get('description', ''))} |"
        for member, part in schema.get("properties", {}).items()
    ]
    yield from (["| member | | |", "|---|---|---|", *rows, ""] if rows else [])


def kind(schema: dict[str, Any]) -> str:
    """The type of a value."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if several := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
        return " or ".join(map(kind, several))
    types = schema.get("type", "anything")
    listed = f"list of {kind(schema['items'])}" if "items" in schema else "list"
    return " or ".join(listed if each == "array" else each for each in ([types] if isinstance(types, str) else types))


def cell(text: str) -> str:
    """A text escaped for a table cell."""
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    main()
