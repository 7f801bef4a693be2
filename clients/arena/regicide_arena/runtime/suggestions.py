"""Suggestions for misspelt names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def closest(name: str, names: Iterable[str]) -> str:
    """Return `did you mean 'x'?` with the nearest of the names; empty where none is near."""
    matches = get_close_matches(name, [*names], n=1)
    return f"did you mean {matches[0]!r}?" if matches else ""
