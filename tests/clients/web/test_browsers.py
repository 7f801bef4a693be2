"""What the client asks of browsers: features of 2024, or newer ones with a fallback (clients/web/README.md)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from regicide_api.pages.web import FILES

SHEETS = sorted((FILES / "styles").glob("*.css"))
IMAGE_BY_SCHEME = re.compile(r"light-dark\(\s*(?:[a-z-]+-gradient|url|image-set)\(")
"""Firefox 150, not in Safari: a property with it has no value elsewhere. A gradient of `light-dark()` colours is."""
NOT_SELECTABLE = re.compile(r"(?<!-webkit-)user-select: none")
WITH_PREFIX = re.compile(r"-webkit-user-select: none; user-select: none")
"""Safari knows the property with its prefix alone."""
NEWER_METHODS = re.compile(
    r"\.(?:union|intersection|difference|isSubsetOf|isDisjointFrom|toHex|toBase64|getOrInsert|moveBefore)\("
    r"|\.(?:values|keys|entries)\(\)\s*\.(?:map|filter|some|every|find|take|drop|toArray|reduce|forEach|flatMap)\("
    r"|\b(?:Promise\.try|RegExp\.escape|Iterator\.|Temporal\.|scheduler\.|startViewTransition|navigator\.wakeLock)\b"
)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_a_style_sheet_needs_no_newer_browser(sheet: Path) -> None:
    """Menus with elements are behind `@supports`."""
    text = sheet.read_text()
    assert IMAGE_BY_SCHEME.findall(text) == []
    assert len(NOT_SELECTABLE.findall(text)) == len(WITH_PREFIX.findall(text))
    assert "base-select" not in text or text.index("@supports (appearance: base-select)") < text.index("base-select }")


def test_the_modules_need_no_newer_browser() -> None:
    """Neither iterator helpers nor methods of collections that Safari 17 and Firefox 125 do not have."""
    modules = sorted((FILES / "modules").rglob("*.js"))
    found = {str(path): NEWER_METHODS.findall(path.read_text()) for path in [*modules, FILES / "service-worker.js"]}
    assert {path: names for path, names in found.items() if names} == {}
