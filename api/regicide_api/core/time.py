"""Times are integers: milliseconds since 1970-01-01T00:00:00Z. Clients see them in the format of RFC 3339."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def now_ms() -> int:
    """The current time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def format_timestamp(time_ms: int) -> str:
    """A time in UTC in the format of RFC 3339, with milliseconds: `2026-01-31T12:00:00.000Z`."""
    moment = datetime.fromtimestamp(time_ms / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
