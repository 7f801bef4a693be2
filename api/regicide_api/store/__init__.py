"""All that knows Redis."""

from regicide_api.store.games import (
    CHANNEL,
    CONNECT_TIMEOUT,
    MOST_CONNECTIONS,
    Change,
    Store,
    Stored,
)
from regicide_api.store.lists import Line

__all__ = [
    "CHANNEL",
    "CONNECT_TIMEOUT",
    "MOST_CONNECTIONS",
    "Change",
    "Line",
    "Store",
    "Stored",
]
