"""The joining of texts that are hashed: each is preceded by its length, so that no two lists have the same result."""

from __future__ import annotations

from typing import Final

_LENGTH_BYTES: Final = 8


def join(*parts: bytes) -> bytes:
    """The parts, each preceded by its length in bytes (8 bytes, the most significant first)."""
    return b"".join(len(part).to_bytes(_LENGTH_BYTES) + part for part in parts)
