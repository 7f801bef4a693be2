"""All that knows Redis."""

from regicide_api.store.games import CHANNEL, Change, Store, Stored
from regicide_api.store.lists import Line
from regicide_api.store.server import MOST_CONNECTIONS

__all__ = [
    "CHANNEL",
    "MOST_CONNECTIONS",
    "Change",
    "Line",
    "Store",
    "Stored",
]
