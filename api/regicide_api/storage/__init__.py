"""Access to Redis: the only package that knows its commands and keys."""

from regicide_api.storage.agent_events import Announced, Announcement, LostPlace, agent_topic
from regicide_api.storage.client import MAX_CONNECTIONS, refuses_writes
from regicide_api.storage.fair_queues import FairQueue, Leaving, Waiting
from regicide_api.storage.game_store import Commit, Creation, Snapshot, Store
from regicide_api.storage.memory import StoreMemory
from regicide_api.storage.question_store import NewQuestion, QuestionKey, question_topic
from regicide_api.storage.reservations import Capacity, Reservation, Reserved
from regicide_api.storage.sightings import Sighting
from regicide_api.storage.sorted_sets import Entry, Range, Writable

__all__ = [
    "MAX_CONNECTIONS",
    "Announced",
    "Announcement",
    "Capacity",
    "Commit",
    "Creation",
    "Entry",
    "FairQueue",
    "Leaving",
    "LostPlace",
    "NewQuestion",
    "QuestionKey",
    "Range",
    "Reservation",
    "Reserved",
    "Sighting",
    "Snapshot",
    "Store",
    "StoreMemory",
    "Waiting",
    "Writable",
    "agent_topic",
    "question_topic",
    "refuses_writes",
]
