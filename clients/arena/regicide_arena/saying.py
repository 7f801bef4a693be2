"""What the commands say to people."""

from __future__ import annotations

import sys


def complain(line: str) -> None:
    """Say in one line what keeps us from playing."""
    print(f"regicide-arena: {line}", file=sys.stderr)  # noqa: T201 - a command speaks to its user
