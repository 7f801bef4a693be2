"""Generate what the pages of the documentation take from other files, so that they can be read in the repository.

These are the pages with a template in `tools/pages`, on the rules of the game, the environments of learners, the HTTP
API, the settings and the commands, and the files in blocks of all pages: the title of such a block is the path of the
file. With --check it writes nothing, and exits with 1 if a page is not up to date.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader

import regicide
from regicide_api.config import Settings
from regicide_api.languages import ENGLISH
from regicide_api.pages.service import resolved
from regicide_api.reference.rules import sections
from regicide_arena.protocol import bot_process, messages, player
from regicide_arena.protocol.messages import Choose, Hello, NewGame, Over, Stop
from regicide_arena.protocol.programs import ADAPTER
from regicide_arena.runtime import guard_program
from regicide_kernel import numbered_moves, observations

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
TEMPLATES: Final = Path(__file__).with_suffix("")
PROTOCOL_SCHEMA: Final = ROOT / "clients" / "arena" / "regicide_arena" / "protocol" / "schema.json"
PROGRAMS: Final = Path(sys.executable).parent
COMMANDS: Final = ("regicide-server", "regicide", "regicide-arena", "regicide-mcp")
_FILE: Final = re.compile(
    r'(?P<head>^```\w+ title="(?P<path>[^"]+)"\n)(?P<text>.*?)(?P<end>^```$)', re.MULTILINE | re.DOTALL
)
"""A block that shows a file of the repository; its title is the path."""
_RANGES: Final = (
    ("minimum", "maximum", ""),
    ("minLength", "maxLength", " characters"),
    ("minItems", "maxItems", " items"),
    ("minProperties", "maxProperties", " members"),
)
"""The keywords of a lower and an upper limit in a schema, and their unit."""

Schema = Mapping[str, Any]


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
    markdown = Environment(loader=FileSystemLoader(TEMPLATES), trim_blocks=True, lstrip_blocks=True)  # noqa: S701 - not HTML
    markdown.filters |= {each.__name__: each for each in (cell, codes, described, kind, limits, link)}
    subjects: dict[Path, dict[str, Any]] = {
        DOCS / "rules.md": {"sections": sections(ENGLISH)},
        DOCS / "environments.md": {
            "actions": numbered_moves.NUMBERS,
            "length": observations.NUMBERS,
            "blocks": observations.BLOCKS,
            "starts": observations.STARTS,
        },
        DOCS / "reference" / "commands.md": {"commands": help_texts()},
        DOCS / "reference" / "bot-protocol.md": {
            "schemas": messages.schema()["$defs"],
            "transcript": bot_transcript(),
            "limits_of": {**vars(messages), **vars(guard_program), **vars(bot_process), **vars(player)},
        },
        DOCS / "reference" / "settings.md": {"variables": Settings.variables()},
        DOCS / "reference" / "http.md": {"document": resolved()},
    }
    texts = {page: markdown.get_template(f"{page.name}.jinja").render(subject) for page, subject in subjects.items()}
    pages = {page: with_files(f"{text.rstrip()}\n") for page, text in texts.items()}
    pages[PROTOCOL_SCHEMA] = f"{json.dumps(messages.schema(), indent=2)}\n"
    return {path: with_files(path.read_text()) for path in DOCS.rglob("*.md")} | pages


def is_current(path: Path, text: str) -> bool:
    """Whether a page has this text. The line breaks of `--help` do not count: they depend on the version of Python."""
    present = path.read_text() if path.exists() else ""
    return present == text or (path.name == "commands.md" and present.split() == text.split())


def with_files(page: str) -> str:
    """The page with the current text of each file that a block shows."""
    return _FILE.sub(
        lambda block: f"{block['head']}{(ROOT / block['path']).read_text().rstrip()}\n{block['end']}", page
    )


def help_texts() -> dict[str, str]:
    """The output of `--help` of each command and subcommand."""
    texts: dict[str, str] = {}
    for command in COMMANDS:
        texts[command] = _help_text(command)
        for subcommand in re.findall(r"^    ([a-z-]+)(?:  |$)", texts[command].partition("COMMAND\n")[2], re.MULTILINE):
            texts[f"{command} {subcommand}"] = _help_text(command, subcommand)
    return texts


def _help_text(command: str, *subcommand: str) -> str:
    """The output of `--help`, in lines of 90 characters."""
    environment = {"PATH": os.environ["PATH"], "COLUMNS": "90", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    ended = subprocess.run(
        [PROGRAMS / command, *subcommand, "--help"], env=environment, check=True, capture_output=True, text=True
    )
    return ended.stdout.strip()


def bot_transcript() -> list[str]:
    """The messages of a short game with a bot of the documentation: read by it after `> `, and written after `< `."""
    view = regicide.observe(regicide.Position.new("north", 2), 0)
    asked = (Hello([messages.VERSION], ["play"], 10.0), NewGame("g7", 0, 2, "7f3c"), Choose("g7", view, 10.0))
    questions = [messages.encode(each) for each in (*asked, Over("g7"), Stop())]
    command = [sys.executable, "-m", ADAPTER, "my_bot.py:choose"]
    folder = DOCS / "examples"
    ended = subprocess.run(command, cwd=folder, input=b"\n".join(questions), check=True, capture_output=True)
    pairs = itertools.zip_longest(questions, ended.stdout.splitlines())
    lines = [(mark, line) for pair in pairs for mark, line in zip("><", pair, strict=True) if line]
    return [f"{mark} {json.dumps(json.loads(line))}" for mark, line in lines]


def codes(operation: Mapping[str, Any]) -> list[str]:
    """The codes of the problems that an operation may return, which their examples have."""
    responses = [response for status, response in operation["responses"].items() if status >= "400"]
    contents = [content for response in responses for content in response.get("content", {}).values()]
    values = [example["value"] for content in contents for example in content.get("examples", {}).values()]
    return sorted({value["code"] for value in values})


def described(schema: Schema, description: str = "") -> str:
    """A description with the limits of the value."""
    bounds = limits(schema)
    return f"{description} ({bounds})" if description and bounds else description or bounds


def limits(schema: Schema) -> str:
    """The limits of a value: `1 to 64 characters, matches ^[a-z]+$, default 20`. Empty without one."""
    ranges = [_range(schema.get(low), schema.get(high), unit) for low, high, unit in _RANGES]
    pattern = f"matches `{schema['pattern']}`" if "pattern" in schema else ""
    default = "" if schema.get("default") in (None, "") else f"default `{json.dumps(schema['default'])}`"
    items = limits(schema["items"]) if "items" in schema else ""
    several = map(limits, schema.get("anyOf", ()))
    return ", ".join(filter(None, [*ranges, *several, pattern, default, f"each {items}" if items else ""]))


def _range(low: float | None, high: float | None, unit: str) -> str:
    if low is None and high is None:
        return ""
    low, high = (int(each) if each is not None and each == int(each) else each for each in (low, high))
    if high is None:
        return f"at least {low:,}{unit.removesuffix('s') if low == 1 else unit}"
    if low is None:
        return f"at most {high:,}{unit}"
    return f"{low:,}{unit}" if low == high else f"{low:,} to {high:,}{unit}"


def kind(schema: Schema) -> str:
    """The type of a value, with links to objects."""
    if "$ref" in schema:
        return link(schema["$ref"])
    if several := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
        return " or ".join(map(kind, several))
    if "items" in (content := schema.get("contentSchema", {})):
        return f"lines of {kind(content['items'])}"
    if "enum" in schema and "type" not in schema:
        return " or ".join(f"`{each}`" for each in schema["enum"])
    types = schema.get("type", "anything")
    listed = f"list of {kind(schema['items'])}" if "items" in schema else "list"
    return " or ".join(listed if each == "array" else each for each in ([types] if isinstance(types, str) else types))


def link(reference: str) -> str:
    """A link to a schema."""
    name = reference.rpartition("/")[2]
    return f"[{name}](#{name.lower()})"


def cell(text: str) -> str:
    """Text for a table cell."""
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
