"""Access to Redis: the only package that knows its commands and keys."""

from regicide_api.storage.client import MAX_CONNECTIONS
from regicide_api.storage.game_store import CHANNEL, Commit, Creation, Snapshot, Store
from regicide_api.storage.memory import StoreMemory
from regicide_api.storage.question_store import Asker, NewQuestion, QuestionKey, question_topic, waiting_set
from regicide_api.storage.reservations import Capacity, Reservation, Reserved
from regicide_api.storage.sightings import Sighting
from regicide_api.storage.sorted_sets import Entry

__all__ = [
    "CHANNEL",
    "MAX_CONNECTIONS",
    "Asker",
    "Capacity",
    "Commit",
    "Creation",
    "Entry",
    "NewQuestion",
    "QuestionKey",
    "Reservation",
    "Reserved",
    "Sighting",
    "Snapshot",
    "Store",
    "StoreMemory",
    "question_topic",
    "waiting_set",
]
