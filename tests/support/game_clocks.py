"""The clocks of turns and of deals."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from flask import Flask

from regicide_api.domain.clock import now_ms
from regicide_api.endpoints.services import services_of
from regicide_api.services.repository import Transition


def exceed_deadline(app: Flask, game_id: str) -> None:
    """Store a game with a deadline that is over now, with its index entries; the version and the events stay."""
    services_of(app).repository.update(game_id, lambda game, _: Transition(replace(game, deadline=now_ms())))


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
