"""Turn clocks that run out without waiting: the deadline of a turn moves to the present."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask

from regicide_api.domain.clock import now_ms
from regicide_api.endpoints.services import services_of
from regicide_api.services.repository import Transition


def exceed_deadline(app: Flask, game_id: str) -> None:
    """Store a game with a deadline that is over now, with its index entries; the version and the events stay."""
    services_of(app).repository.update(game_id, lambda game, _: Transition(replace(game, deadline=now_ms())))
