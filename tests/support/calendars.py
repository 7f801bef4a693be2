"""The clock of the deals of days, which tests set."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest


class Calendar:
    """The clock of the deals of days, first at the noon of a day."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self.set("2031-05-05T12:00")

    def set(self, text: str) -> None:
        """Let it be this time (RFC 3339, without zone: UTC)."""
        self.today = text[:10]
        time_ms = 1000 * int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())
        self._patch.setattr("regicide_api.domain.daily_deal.now_ms", lambda: time_ms)
