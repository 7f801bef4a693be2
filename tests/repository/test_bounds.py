"""Bounds that several programs have: from which cost a move of a review is costly, and from which a blunder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PROGRAMS: Final = (
    ("clients/arena/regicide_arena/review/review.py",),
    ("clients/terminal/regicide_terminal/render/review.py",),
    ("clients/web/modules/replay/chances.ts", "clients/web/modules/words/reasons.ts"),
)
"""The modules of each program."""


@pytest.mark.parametrize(("name", "bound"), [("COSTLY", "0.01"), ("NOISE", "0.4"), ("BLUNDER_POINTS", "10")])
def test_all_programs_have_the_same_bounds(name: str, bound: str) -> None:
    """The pages say so, too: one percentage point, and ten."""
    for paths in PROGRAMS:
        text = "".join((ROOT / path).read_text() for path in paths)
        assert (paths, re.findall(rf"\b{name}(?:: Final)? = ([\d.]+)", text)) == (paths, [bound])


@pytest.mark.parametrize("page", ["docs/review.md", "docs/study.md"])
def test_the_pages_say_what_a_blunder_is(page: str) -> None:
    """In points or per cent of the chance to win."""
    text = (ROOT / page).read_text()
    assert re.search(r"10 (points|%) or\s+more", text)
    assert "blunder" in text
