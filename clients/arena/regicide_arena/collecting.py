"""How often Python looks for objects that only hold each other, in the processes that let bots play."""

from __future__ import annotations

import gc
from typing import Final

_THRESHOLDS: Final = (100_000, 20, 100)


def collect_rarely() -> None:
    """Look rarely. A search makes no such objects, and to look through all that it has made stops it for long.

    With Python's own thresholds one move in a hundred of a planner took 30 to 60 milliseconds more.
    """
    gc.set_threshold(*_THRESHOLDS)
