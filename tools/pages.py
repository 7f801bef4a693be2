"""Generate what the pages of the documentation take from other files, so that they can be read in the repository.

These are two pages of the reference, on the HTTP API and on the options of the commands, and the files in blocks of all
pages: the title of such a block is the path of the file. With --check it writes nothing, and exits with 1 if a page is
not up to date.
"""

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
DOCS: Final = ROOT / "docs"
PROGRAMS: Final = Path(sys.executable).parent
COMMANDS: Final = ("regicide-server", "regicide", "regicide-arena")
DOCUMENT: Final = ROOT / "openapi" / "openapi.json"

_COMMANDS_HEAD: Final = """\
# Commands

The output of `--help` of each command. `make install` installs them with everything they need in `.venv/bin`.
[Settings](settings.md) describes the environment variables of `regicide-server`, which `make run` starts.
"""
_HTTP_HEAD: Final = """\
# HTTP API

All operations of the OpenAPI document, which is `openapi/openapi.yaml` and `openapi.json` in the repository. A server
serves it at `/openapi.yaml` and `/openapi.json`, and an interactive page at `/docs`. [Concepts](../concepts.md)
explains what all operations have in common.
"""
_FILE: Final = re.compile(
    r'(?P<head>^```\w+ title="(?P<path>[^"]+)"\n)(?P<text>.*?)(?P<end>^```$)', re.MULTILINE | re.DOTALL
)
"""A block that shows a file of the repository; its title is the path."""


def main(arguments: list[str]) -> int:
    """Generate, or check."""
    changed = {path: text for path, text in generated().items() if not is_current(path, text)}
    if "--check" not in arguments:
        for path, text in changed.items():
            path.write_text(text)
        return 0
    for path in changed:
        print(f"{path.relative_to(ROOT)} is not up to date: run `make openapi` and commit it", file=sys.stderr)
    return 1 if changed else 0


def generated() -> dict[Path, str]:
    """The text of each page with generated parts."""
    pages = {path: with_files(path.read_text()) for path in DOCS.rglob("*.md")}
    pages[DOCS / "reference/commands.md"] = "\n".join(commands_page())
    pages[DOCS / "reference/http.md"] = "\n".join(http_page(json.loads(DOCUMENT.read_text())))
    return pages


def is_current(path: Path, text: str) -> bool:
    """Whether a page has this text. The line breaks of `--help` do not count: they depend on the version of Python."""
    present = path.read_text() if path.exists() else ""
    return present == text or (path.name == "commands.md" and present.split() == text.split())


def with_files(page: str) -> str:
    """The page with the current text of each file that a block shows."""
    return _FILE.sub(
        lambda block: f"{block['head']}{(ROOT / block['path']).read_text().rstrip()}\n{block['end']}", page
    )


def commands_page() -> Iterator[str]:
    """The lines of the page of commands."""
    yield _COMMANDS_HEAD
    for command in COMMANDS:
        text = help_text(command)
        yield from section("##", command, text)
        for subcommand in re.findall(r"^    ([a-z-]+)(?:  |$)", text.partition("COMMAND\n")[2], re.MULTILINE):
            yield from section("###", f"{command} {subcommand}", help_text(command, subcommand))


def section(mark: str, title: str, text: str) -> list[str]:
    """A heading, and the output of a command."""
    return [f"{mark} {title}", "", "```text", text, "```", ""]


def help_text(command: str, *subcommand: str) -> str:
    """The output of `--help`, in lines of 90 characters."""
    environment = {"PATH": os.environ["PATH"], "COLUMNS": "90", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    ended = subprocess.run(
        [PROGRAMS / command, *subcommand, "--help"], env=environment, check=True, capture_output=True, text=True
    )
    return ended.stdout.strip()


def http_page(document: dict[str, Any]) -> Iterator[str]:
    """The lines of the page of the HTTP API: the operations by their tags, then the objects."""
    yield _HTTP_HEAD
    for tag in document["tags"]:
        yield from (f"## {tag['name'].capitalize()}", "", tag["description"], "")
        for path, operations in document["paths"].items():
            common = operations.get("parameters", [])
            for method in sorted(operations.keys() - {"parameters"}):
                if tag["name"] in operations[method]["tags"]:
                    yield from operation_lines(f"{method.upper()} {path}", operations[method], common)
    yield from ("## Objects", "")
    for name, schema in document["components"]["schemas"].items():
        yield from schema_lines(name, schema)


def operation_lines(title: str, operation: dict[str, Any], common: list[dict[str, Any]]) -> Iterator[str]:
    """An operation: parameters, request and response bodies, problems. `common` are the path's parameters."""
    yield from (f"### {operation['summary']}", "", f"`{title}`, operation `{operation['operationId']}`", "")
    yield from (operation["description"], "", *parameter_table([*common, *operation.get("parameters", [])]))
    if "requestBody" in operation:
        yield from (f"Request body: {bodies(operation['requestBody'])}.", "")
    successes = {status: response for status, response in operation["responses"].items() if status < "400"}
    yield from (f"- **{status}** {bodies(response) or 'no body'}" for status, response in successes.items())
    yield from ("", "Problems: " + ", ".join(f"`{code}`" for code in codes(operation)) + ".", "")


def parameter_table(parameters: list[dict[str, Any]]) -> list[str]:
    """A table of parameters."""
    rows = [f"| `{each['name']}` | {each['in']} | {cell(each['description'])} |" for each in parameters]
    return ["| parameter | in | |", "|---|---|---|", *rows, ""] if rows else []


def bodies(part: dict[str, Any]) -> str:
    """The objects that a body may be, by media type."""
    contents = part.get("content", {}).items()
    return ", or ".join(f"{kind(content['schema'])} as `{media}`" for media, content in contents)


def codes(operation: dict[str, Any]) -> list[str]:
    """The codes of the problems that an operation may return."""
    responses = operation["responses"].values()
    contents = [content for response in responses for content in response.get("content", {}).values()]
    return sorted({each["value"]["code"] for each in examples(contents) if "code" in each["value"]})


def examples(contents: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The named examples of contents that are objects."""
    for content in contents:
        yield from (each for each in content.get("examples", {}).values() if isinstance(each["value"], dict))


def schema_lines(name: str, schema: dict[str, Any]) -> Iterator[str]:
    """An object: its members with their types."""
    yield from (f"### {name}", "", schema.get("description", ""), "")
    if "enum" in schema:
        yield from (", ".join(f"`{value}`" for value in schema["enum"]), "")
    rows = [
        f"| `{member}` | {kind(member_schema)} | {cell(member_schema.get('description', ''))} |"
        for member, member_schema in schema.get("properties", {}).items()
    ]
    yield from (["| member | | |", "|---|---|---|", *rows, ""] if rows else [])


def kind(schema: dict[str, Any]) -> str:
    """The type of a value, with links to objects."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if several := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
        return " or ".join(map(kind, several))
    if "$ref" in (line := schema.get("x-itemSchema", {})):
        return f"lines of {kind(line)}"
    types = schema.get("type", "anything")
    listed = f"list of {kind(schema['items'])}" if "items" in schema else "list"
    return " or ".join(listed if each == "array" else each for each in ([types] if isinstance(types, str) else types))


def cell(text: str) -> str:
    """Text for a table cell."""
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
