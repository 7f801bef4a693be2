"""All operations."""

from __future__ import annotations

from typing import Final

from regicide_api.endpoints.agents import players
from regicide_api.endpoints.games import games
from regicide_api.endpoints.lobby import lobby
from regicide_api.endpoints.reference import reference

CONTRACTS: Final = (players, games, lobby, reference)
