"""The Makefile has few targets, and pages, messages and comments name no others."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
TARGETS: Final = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_there_are_at_most_16() -> None:
    """A command with options of its own, such as `regicide-arena tune`, needs no target."""
    assert len(TARGETS) <= 16


def test_every_named_target_exists() -> None:
    """In the form `make TARGET`, with variables before or after it."""
    found = subprocess.run(
        ["git", "grep", "-IohE", r"`([A-Z_]+=\S+ )*make [a-z-]+"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    assert {line.split()[-1] for line in found.splitlines()} - {*TARGETS} == set()
