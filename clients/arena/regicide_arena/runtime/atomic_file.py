"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Yield the path of a temporary file that replaces `path` on success. Raises OSError."""
    new = path.with_name(f".{path.name}.new")
    yield new
    os.replace(new, path)  # noqa: PTH105 - Path.replace is the same
