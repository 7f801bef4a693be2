"""The layers of the web client: which folder of its modules imports which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

import pytest

MODULES: Final = Path(__file__).parents[2] / "clients/web/modules"

LAYERS: Final[dict[str, set[str]]] = {
    "types": set(),
    "effects": set(),
    "storage": set(),
    "server": {"storage"},
    "words": {"effects", "server", "storage"},
    "ui": {"server", "storage", "words"},
    "cards": {"ui", "words"},
    "bots": {"cards", "server", "storage", "ui", "words"},
    "notice": {"storage", "ui", "words"},
    "rules": {"cards", "server", "storage", "ui", "words"},
    "theatre": {"cards", "effects", "storage", "ui", "words"},
    "story": {"cards", "effects", "storage", "ui", "words"},
    "today": {"effects", "server", "storage", "story", "ui", "words"},
    "tutorial": {"bots", "cards", "server", "storage", "ui", "words"},
    "history": {"server", "storage", "story", "tutorial", "words"},
    "lobby": {"bots", "cards", "server", "storage", "today", "ui", "words"},
    "table": {"bots", "cards", "rules", "server", "storage", "story", "today", "ui", "words"},
    "replay": {"bots", "cards", "effects", "server", "table", "theatre", "ui", "words"},
    "element": {"effects", "replay", "server", "storage", "table", "theatre", "ui", "words"},
    "pages": {
        *("bots", "cards", "effects", "history", "lobby", "notice", "replay", "rules", "server", "storage"),
        *("story", "table", "theatre", "today", "tutorial", "ui", "words"),
    },
    "main": {"notice", "pages", "server", "storage", "ui", "words"},
}
"""The folders and modules, from the inside, and the other ones that each may import."""

IMPORT: Final = re.compile(
    r"""(?:^import(?! type)|^export) [^"';]*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)""", re.MULTILINE
)


def imports(path: Path) -> Iterator[str]:
    """The modules that a module imports, at once or on demand; types alone are not imported."""
    name = path.relative_to(MODULES).as_posix()
    for found in IMPORT.finditer(path.read_text()):
        target = next(filter(None, found.groups()))
        if target.startswith(".") and target.endswith(".ts"):
            yield normpath(join(dirname(name), target))


@cache
def graph() -> dict[str, set[str]]:
    """The modules that each module imports, as paths in the folder of the modules."""
    return {path.relative_to(MODULES).as_posix(): {*imports(path)} for path in MODULES.rglob("*.ts")}


def part_of(module: str) -> str:
    """The folder of a module, or the name of one without a folder."""
    return module.partition("/")[0].removesuffix(".ts")


def imported_by(part: str) -> set[str]:
    """The other folders that the modules of a folder import."""
    found = {part_of(name) for module, names in graph().items() if part_of(module) == part for name in names}
    return found - {part}


def test_the_graph_has_edges() -> None:
    """Imports at once and on demand; not of types alone."""
    assert "ui/dom.ts" in graph()["table/attendance.ts"]
    assert "types.ts" not in graph()["server/session.ts"]
    assert "pages/pages.ts" in graph()["main.ts"]
    assert {module for names in graph().values() for module in names} <= {*graph()}


def test_every_folder_is_in_the_table() -> None:
    """Each folder has a row, and each row a folder."""
    assert {part_of(module) for module in graph()} == LAYERS.keys()


@pytest.mark.parametrize("part", LAYERS)
def test_a_folder_imports_only_what_its_row_allows(part: str) -> None:
    """Every import between folders stands in the table, and every entry of the table is in use."""
    assert imported_by(part) == LAYERS[part]


def test_a_folder_imports_only_folders_further_in() -> None:
    """No folders import each other in a circle: the rows of the table are in the order of the layers."""
    order = [*LAYERS]
    outward = {part: wanted - {*order[: order.index(part)]} for part, wanted in LAYERS.items()}
    assert {part: wanted for part, wanted in outward.items() if wanted} == {}
