"""Generate what the pages of the documentation take from other files, so that they can be read in the repository.

These are the rules of the game, three pages of the reference, on the HTTP API, the settings and the commands, and the
files in blocks of all pages: the title of such a block is the path of the file. With --check it writes nothing, and
exits with 1 if a page is not up to date.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from schema_tables import cell, described, kind, schema_lines

from regicide_api.config import Settings
from regicide_api.languages import ENGLISH
from regicide_api.reference.rules import sections

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
_SETTINGS_HEAD: Final = """\
# Settings

All settings are environment variables. `regicide-server --help` prints a summary.

| variable | default | meaning |
|---|---|---|
| `REGICIDE_URL` | `http://127.0.0.1:8000` | URL of the server for `bots` processes, `regicide` and `regicide-arena` |\
"""
LINE_WIDTH: Final = 120
"""Of text that the pages take from code, in characters."""
_RULES_HEAD: Final = """\
# Rules of the game

For one to four players. The web client shows this text beside the table, `regicide rules` prints it, and
`GET /v1/rules?include=sections` returns it, in four languages. [Rulings](reference/rulings.md) lists what the rulebook
leaves open.
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
    pages[DOCS / "rules.md"] = "\n".join(rules_page())
    pages[DOCS / "reference/commands.md"] = "\n".join(commands_page())
    pages[DOCS / "reference/settings.md"] = "\n".join(settings_page())
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


def rules_page() -> Iterator[str]:
    """The lines of the page of the rules, with the texts of the API."""
    yield _RULES_HEAD
    for each in sections(ENGLISH):
        paragraphs = (textwrap.fill(paragraph, LINE_WIDTH) for paragraph in each["paragraphs"])
        yield from (f"## {each['title']} {{ #{each['id']} }}", "", "\n\n".join(paragraphs), "")


def commands_page() -> Iterator[str]:
    """The lines of the page of commands."""
    yield _COMMANDS_HEAD
    for command in COMMANDS:
        text = help_text(command)
        yield from section("##", command, text)
        for subcommand in re.findall(r"^    ([a-z-]+)(?:  |$)", text.partition("COMMAND\n")[2], re.MULTILINE):
            yield from section("###", f"{command} {subcommand}", help_text(command, subcommand))


def settings_page() -> Iterator[str]:
    """The lines of the page of settings."""
    yield _SETTINGS_HEAD
    for each in Settings.variables():
        default = str(each.default) if isinstance(each.default, int) else f"`{each.default}`"
        yield f"| `{each.name}` | {'-' if each.default is None else default} | {each.meaning} |"
    yield ""


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
    rows = [f"| `{each['name']}` | {each['in']} | {_parameter(each)} |" for each in parameters]
    return ["| parameter | in | |", "|---|---|---|", *rows, ""] if rows else []


def _parameter(parameter: dict[str, Any]) -> str:
    """The description of a parameter, with its limits."""
    schema = {**parameter["schema"], "description": parameter["description"]}
    return cell(f"{'Required. ' if parameter.get('required') else ''}{described(schema)}")


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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
