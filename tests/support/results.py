"""The results folders of tournaments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def games(folder: str | Path = "tournament") -> list[dict[str, Any]]:
    """Read the games of a results folder."""
    return [json.loads(line) for line in Path(folder, "games.jsonl").read_text().splitlines()]


def standings(folder: str | Path = "tournament") -> dict[str, Any]:
    """Read the standings of a results folder."""
    found: dict[str, Any] = json.loads(Path(folder, "standings.json").read_text())
    return found


def times(folder: str | Path = "tournament") -> list[dict[str, Any]]:
    """Read the times of actions in a results folder."""
    found: list[dict[str, Any]] = json.loads(Path(folder, "times.json").read_text())
    return found
