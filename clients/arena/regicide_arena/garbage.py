"""Sparing the collector of garbage what is there to stay: modules, above all, and those of statistics are large."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_depth = 0


@contextmanager
def left_alone() -> Iterator[None]:
    """What is there when this begins is not looked at by the collector; may be nested."""
    global _depth  # noqa: PLW0603 - there is one collector, and it does not nest
    if not _depth:
        gc.freeze()
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if not _depth:
            gc.unfreeze()
