"""Times, and the turn clock of a game: the time for each action, and the consequence of a timeout.

Times are integers: milliseconds since 1970-01-01T00:00:00Z. Clients get them in the format of RFC 3339.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

FORFEIT: Final = "forfeit"
BOT_PREFIX: Final = "bot:"
MAX_TURN_S: Final = 24 * 60 * 60


class Clock(NamedTuple):
    """The seconds for each action, and the agent that stands in after a timeout (None: the game is lost).

    The fields are stored in this order: it never changes, and a new field comes last, with a default.
    """

    seconds: int
    stand_in: str | None = None

    @property
    def on_timeout(self) -> str:
        """The consequence of a timeout as text: `forfeit` or `bot:NAME`."""
        return f"{BOT_PREFIX}{self.stand_in}" if self.stand_in else FORFEIT

    def to_json(self) -> dict[str, Any]:
        """The members of its JSON, which a view has, too."""
        return {"turn_seconds": self.seconds, "on_timeout": self.on_timeout}

    def deadline(self, now: int) -> int:
        """The deadline of an action whose time starts now. Both are milliseconds since 1970."""
        return now + 1000 * self.seconds


def parse_stand_in(on_timeout: str) -> str | None:
    """The agent named by `forfeit` or `bot:NAME`; None for a forfeit."""
    return on_timeout.removeprefix(BOT_PREFIX) if on_timeout.startswith(BOT_PREFIX) else None


def now_ms() -> int:
    """The current time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def format_timestamp(time_ms: int) -> str:
    """A time in UTC in the format of RFC 3339, with milliseconds: `2026-01-31T12:00:00.000Z`."""
    return f"{_format_second(time_ms // 1000)}.{time_ms % 1000:03d}Z"


def format_now() -> str:
    """The current time in the same format."""
    return format_timestamp(now_ms())


@lru_cache(maxsize=4096)
def _format_second(time_s: int) -> str:
    return datetime.fromtimestamp(time_s, UTC).isoformat().removesuffix("+00:00")
