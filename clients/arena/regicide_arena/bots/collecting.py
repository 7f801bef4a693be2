"""When Python looks for objects that only hold each other."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Let Python not look for a while.

    A search makes no such objects, but tens of thousands of others, and each look through all of them stops it: without
    this, one move in a hundred of a planner takes 30 to 60 milliseconds more.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
