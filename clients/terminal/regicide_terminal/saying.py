"""Saying something in one line, whatever the terminal can show and whatever is quoted in it."""

from __future__ import annotations

from typing import Final, TextIO

LONGEST: Final = 1000
"""Characters of the line: what is quoted in it may be of any length."""


def say(line: str, stream: TextIO) -> None:
    """Write one line."""
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    shown = shown if len(shown) <= LONGEST else f"{shown[:LONGEST]} …"
    encoding = stream.encoding or "utf-8"
    print(shown.encode(encoding, "backslashreplace").decode(encoding), file=stream)
