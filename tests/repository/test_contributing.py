"""CONTRIBUTING names the folders of the repository, and for each task the files to change."""

from __future__ import annotations

import ast
import re
import subprocess
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from regicide_api.config import Settings

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "CONTRIBUTING.md").read_text()
TRACKED: Final = subprocess.run(
    ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
).stdout.splitlines()
NO_SOURCES: Final = (
    "/generated/",
    *("docs/reference/http.md", "docs/reference/commands.md", "docs/reference/bot-protocol.md"),
    "docs/performance.md",
)
"""Generated files, and the figures of measurements."""
SOURCES: Final = [
    path
    for path in TRACKED
    if re.fullmatch(r"(api|clients|docs|engine)/.*\.(py|md)|clients/web/modules/.*\.ts", path)
    and not any(part in path for part in NO_SOURCES)
]


MAX_FILES: Final = 8
"""The most files of a task. Lower it when the longest one gets shorter."""


class Task(NamedTuple):
    """A task: the names of its example, and the files that it names, with and without those in parentheses.

    Of the files in its `folders`, a compiler names those that lack the example.
    """

    title: str
    names: list[str]
    files: list[str]
    example: list[str]
    folders: tuple[str, ...]


def tasks() -> list[Task]:
    """The sections with an example."""
    sections = re.findall(r"^### (.+): (`.+)\n\n((?:[- ].*\n)+)", PAGE, re.MULTILINE)
    return [
        Task(
            title,
            re.findall(r"`(.+?)`", names),
            files(items),
            [path for path in files(re.sub(r"\(.*?\)", "", items, flags=re.DOTALL)) if path in SOURCES],
            tuple(re.findall(r"`(clients/web/modules/\w+/)`", items)),
        )
        for title, names, items in sections
    ]


def files(items: str) -> list[str]:
    """The files that the items of a list name; an item may begin with their folder."""
    found = []
    for item in re.split(r"^- ", items, flags=re.MULTILINE):
        folder = re.match(r"`([\w/]+/)`:", item)
        names = re.findall(r"`([\w./-]+\.(?:py|ts|md))`", item)
        found += [f"{folder[1]}{name}" if folder and f"{folder[1]}{name}" in TRACKED else name for name in names]
    return found


@cache
def text(path: str) -> str:
    """The content of a file."""
    return (ROOT / path).read_text()


def mentions(path: str, names: list[str]) -> bool:
    """Whether a file contains one of the names."""
    return any(name in text(path) and re.search(rf"\b{re.escape(name)}\b", text(path)) for name in names)


def test_there_are_eleven_tasks() -> None:
    """The tests below examine them."""
    assert [task.title for task in tasks()] == [
        "Add a field to the view",
        "Add a bot",
        "Add a kind of question",
        "Add an answer to a kind of question",
        "Add a field to a preview",
        "Add a type of effect",
        "Add an event type",
        "Add an operation",
        "Add a problem",
        "Add a command",
        "Add a check of bots",
    ]


@pytest.mark.parametrize("task", tasks(), ids=lambda task: task.title)
def test_every_named_file_exists(task: Task) -> None:
    """In the folder with which its item begins, or at the root."""
    assert {*task.files} - {*TRACKED} == set()


@pytest.mark.parametrize("task", tasks(), ids=lambda task: task.title)
def test_every_listed_file_has_the_example(task: Task) -> None:
    """No list names a file that the task does not concern, except in parentheses."""
    assert [path for path in task.example if not mentions(path, task.names)] == []


@pytest.mark.parametrize("task", tasks(), ids=lambda task: task.title)
def test_every_source_with_the_example_is_listed(task: Task) -> None:
    """No list lacks a file."""
    found = {path for path in SOURCES if mentions(path, task.names) and not path.startswith(task.folders)}
    assert found <= {*task.example}


def test_every_constant_of_a_row_is_in_a_file_of_the_row() -> None:
    """The rows of the other changes."""
    rows = re.findall(r"^\| .+ \|$", PAGE, re.MULTILINE)
    named = [(re.findall(r"`([A-Z_]{3,})`", row), re.findall(r"`([\w./-]+\.\w+)`", row)) for row in rows]
    assert sum(bool(constants) for constants, _ in named) >= 4
    missing = [
        constant
        for constants, files in named
        for constant in constants
        if not any(mentions(path, [constant]) for path in files if (ROOT / path).is_file())
    ]
    assert missing == []


def test_every_path_exists() -> None:
    """All paths that begin at the root of the repository."""
    paths = re.findall(r"[`(]((?:api|clients|docs|engine|tests)/[\w./-]*)[`)]", PAGE)
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_tree_has_all_folders_of_two_levels() -> None:
    """And no others; folders whose names begin with a full stop are left out."""
    tree = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert tree
    rows = [re.findall(r"(\w[\w/]*)/(?!\w)", row) for row in re.split(r"\n(?=\w)", tree[1])]
    shown = {
        folder
        for first, *inside in rows
        for folder in (first.split("/")[0], first, *(f"{first}/{name}" for name in inside))
    }
    folders = [path.split("/")[:-1] for path in TRACKED if not path.startswith(".")]
    assert shown == {"/".join(parts[:depth]) for parts in folders for depth in (1, 2) if len(parts) >= depth}


def test_the_web_client_names_its_folders() -> None:
    """Each folder of modules has a row of the table in its README."""
    client = "clients/web"
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / client / "README.md").read_text(), re.MULTILINE)
    named = {folder for row in rows for folder in re.findall(r"`(\w+)/`", row)}
    inside = [path.removeprefix(f"{client}/modules/") for path in TRACKED if path.startswith(f"{client}/modules/")]
    assert named == {path.split("/")[0] for path in inside if "/" in path}


@pytest.mark.parametrize("task", tasks(), ids=lambda task: task.title)
def test_a_task_takes_few_files(task: Task) -> None:
    """A task that needs more shows that one thing is said in several places."""
    assert len({*task.files}) <= MAX_FILES


def test_every_setting_is_read() -> None:
    """As an attribute of the settings."""
    parsed = [ast.parse(path.read_text()) for path in (ROOT / "api").rglob("*.py")]
    read = {node.attr for tree in parsed for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert {field.name for field in fields(Settings)} - read == set()


TARGETS: Final = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_there_are_at_most_17_targets() -> None:
    """A command with options of its own, such as `regicide-arena tune`, needs no target."""
    assert len(TARGETS) <= 17


def test_every_named_target_exists() -> None:
    """In the form `make TARGET`, with variables before or after it."""
    found = subprocess.run(
        ["git", "grep", "-IohE", r"`([A-Z_]+=\S+ )*make [a-z-]+"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    assert {line.split()[-1] for line in found.splitlines()} - {*TARGETS} == set()
