"""All that knows Redis."""

from regicide_api.storage.client import MOST_CONNECTIONS
from regicide_api.storage.game_store import (
    CHANNEL,
    Change,
    Store,
    Stored,
)
from regicide_api.storage.sorted_sets import Line

__all__ = [
    "CHANNEL",
    "MOST_CONNECTIONS",
    "Change",
    "Line",
    "Store",
    "Stored",
]
