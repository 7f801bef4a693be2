"""All operations."""

from __future__ import annotations

from typing import Final

from regicide_api.operations.agents import players
from regicide_api.operations.games import games
from regicide_api.operations.lobby import lobby
from regicide_api.operations.reference import reference

CONTRACTS: Final = (players, games, lobby, reference)
