"""Bounds that several programs have: from which cost a move of a review is costly, and from which a blunder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PROGRAMS: Final = (
    "clients/arena/regicide_arena/review/review.py",
    "clients/terminal/regicide_terminal/render/review.py",
    "clients/web/modules/replay/chances.ts",
)


@pytest.mark.parametrize(("name", "bound"), [("COSTLY", "0.01"), ("BLUNDER_POINTS", "10")])
def test_all_programs_have_the_same_bounds(name: str, bound: str) -> None:
    """The pages say so, too: one percentage point, and ten."""
    found = {path: re.findall(rf"\b{name}(?:: Final)? = ([\d.]+)", (ROOT / path).read_text()) for path in PROGRAMS}
    assert found == {path: [bound] for path in PROGRAMS}


@pytest.mark.parametrize("page", ["docs/review.md", "docs/study.md"])
def test_the_pages_say_what_a_blunder_is(page: str) -> None:
    """In percentage points of the chance to win."""
    text = (ROOT / page).read_text()
    assert re.search(r"10 (percentage )?points or\s+more", text)
    assert "blunder" in text
