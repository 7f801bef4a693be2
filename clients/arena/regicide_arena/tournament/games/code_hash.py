"""The hash of a bot's code, by which a tournament finds that a bot has changed since it began, or differs elsewhere."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from regicide_arena.bots.loader import BotFactory

PACKAGE: Final = Path(__file__).parents[2]
SOURCES: Final = ("bots/*.py", "bots/tuned/*.json", "kernel/*.py")
"""The files on which the choices of the built-in bots depend, with the tuned numbers of the planners."""


def hash_code(factory: BotFactory, package: Path = PACKAGE) -> str | None:
    """Return the SHA-256 of a bot's source file; None without one. The bot's further imports are not covered.

    A bot of this package, or whose file names it, is hashed together with the sources of all built-in bots.
    """
    if (file := factory.source_file) is None:
        return None
    code = file.read_bytes()
    if file.is_relative_to(PACKAGE) or PACKAGE.name.encode() in code:
        code += _hash_sources(package)
    return sha256(code).hexdigest()


@cache
def _hash_sources(package: Path) -> bytes:
    """Return the SHA-256 of the names, sizes and contents of the sources."""
    found = sha256()
    for file in sorted(file for pattern in SOURCES for file in package.glob(pattern)):
        contents = file.read_bytes()
        found.update(f"{file.relative_to(package).as_posix()} {len(contents)}\n".encode())
        found.update(contents)
    return found.digest()
