"""What the client asks of browsers: features of 2024, or newer ones with a fallback (clients/web/README.md)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from web_modules import CLIENT, MODULES

SHEETS = sorted((CLIENT / "styles").glob("*.css"))
IMAGE_BY_SCHEME = re.compile(r"light-dark\(\s*(?:[a-z-]+-gradient|url|image-set)\(")
"""Firefox 150, not in Safari: a property with it has no value elsewhere. A gradient of `light-dark()` colours is."""
NEWER_METHODS = re.compile(r"\b(?:moveBefore|scheduler|startViewTransition|wakeLock)\b")
"""Of the browser; the compiler refuses those of the language that are newer than its library (`tsconfig.json`)."""
FALLBACK = re.compile(r"if \(!document\.(\w+)\b")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_a_style_sheet_needs_no_newer_browser(sheet: Path) -> None:
    """Menus with elements are behind `@supports`."""
    text = sheet.read_text()
    assert IMAGE_BY_SCHEME.findall(text) == []
    assert "base-select" not in text or text.index("@supports (appearance: base-select)") < text.index("base-select }")


def test_the_modules_need_no_newer_browser() -> None:
    """Neither methods that Safari 17 and Firefox 125 do not have, unless the module has another way without them."""
    sources = {str(path): path.read_text() for path in (*MODULES.rglob("*.ts"), CLIENT / "service-worker.ts")}
    found = {path: {*NEWER_METHODS.findall(text)} - {*FALLBACK.findall(text)} for path, text in sources.items()}
    assert {path: names for path, names in found.items() if names} == {}
