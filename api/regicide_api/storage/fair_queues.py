"""Fair queues of agents: names that wait for an agent, in a fair order over their sources, and questions.

A queue is served in rounds, as by start-time fair queueing (Goyal, Vin and Cheng 1996): each round has one name of each
source. A new name enters the round after the last name of its source, and no earlier round than the first name that
waits. So a name waits for at most one name of each other source in every round, however many they have and in whatever
order they are served, and a source that was not served for a while does not save rounds. The last round of a source
counts at most as the last one of the queue: names that were not served leave nothing behind. The place of a name is the
number of its round, and in a round the order in which names came; no two names ever have the same place.

A queue is three sorted sets on one node of a cluster. It may be stale: readers check what a name stands for. A name
that enters again gets another place, so that a reader removes it at the place that it has seen, or not at all.

A question has a record that expires, on the node of the queue in which it waits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

from regicide_api.storage.channels import inbox_topic, publication, question_topic
from regicide_api.storage.client import StorePart, load_script
from regicide_api.storage.connections import Command
from regicide_api.storage.sorted_sets import sorted_set_key

_ENTER: Final = load_script("enter_queue", "fair_queue")
_LEAVE: Final = load_script("leave_queue", "fair_queue")


class FairQueue(NamedTuple):
    """A queue of an agent, by its kind."""

    kind: str
    agent: str

    @property
    def set_name(self) -> str:
        """The name of the sorted set of the names, by place. In a cluster the braces put all sets on one node."""
        return f"{self.kind}:{{{self.agent}}}"

    @property
    def keys(self) -> list[str]:
        """The keys of the sets of the names by place, of the names by expiry, and of the sources."""
        others = (f"{self.kind}-{part}:{{{self.agent}}}" for part in ("expiry", "sources"))
        return [*map(sorted_set_key, (self.set_name, *others))]


class Waiting(NamedTuple):
    """A name that enters a queue at a time in milliseconds since 1970, or gets a new place there.

    It expires after `ttl_s`. A name that waits stays in its round, so that a repeat costs its source nothing; with
    `keeps_place` it keeps its place.
    """

    queue: FairQueue
    name: str
    source: str
    at_ms: int
    ttl_s: int
    keeps_place: bool = False

    @property
    def commands(self) -> list[Command]:
        """The command that enters the name."""
        queue, name, source, at_ms, ttl_s, keeps_place = self
        return [_ENTER.call(queue.keys, name, source, at_ms, ttl_s, int(keeps_place))]


class Leaving(NamedTuple):
    """A name that leaves a queue, or was served and waits there again, for a source."""

    queue: FairQueue
    name: str
    source: str = ""

    @property
    def place_command(self) -> Command:
        """The command that reads its place."""
        return ("ZSCORE", self.queue.keys[0], self.name)

    def command(self, place: float) -> Command:
        """The command by which it leaves a place."""
        return _leave(self.queue, {self.name: int(place)}, source=self.source)


class FairQueues(StorePart):
    """The fair queues in a store. Every method is one round trip, and raises RedisError."""

    def remove(self, queue: FairQueue, places: Mapping[str, int], expire_by_ms: int | None = None) -> None:
        """Remove names from their places in a queue, except names that expire after a time."""
        self._redis.command(*_leave(queue, places, expire_by_ms))


def _leave(queue: FairQueue, places: Mapping[str, int], expire_by_ms: int | None = None, source: str = "") -> Command:
    members = [text for member in places.items() for text in member]
    return _LEAVE.call(queue.keys, "+inf" if expire_by_ms is None else expire_by_ms, source, *members)


_ASK: Final = load_script("ask_question", "fair_queue", "publish")
_ANSWER: Final = load_script("answer_question", "fair_queue", "publish")
_FULL: Final = 0


class QuestionStore(StorePart):
    """The questions in a store. On a single server, every method is one round trip. All raise RedisError."""

    def ask(self, new: Waiting, record: bytes, most: int) -> bytes | None:
        """Store the record of a question that waits for an agent, unless it exists, and publish the agent's inbox.

        Returns its record, or the one that it has already; None, without a change, if `most` wait in its queue.
        """
        queue, name, asker, at_ms, ttl_s, _ = new
        published = publication(self._redis, inbox_topic(queue.agent))
        ask = _ASK.call(_keys(queue, name), record, ttl_s, name, at_ms, most, asker, *published)
        found = self._redis.command(*ask)
        return None if found == _FULL else cast("bytes", found)

    def has_room(self, queue: FairQueue, name: str, at_ms: int, most: int) -> bool:
        """Whether a question exists, or fewer than `most` wait in its queue that expire after a time."""
        record, _, expiring, _ = _keys(queue, name)
        exists, waiting = self._redis.pipeline([("EXISTS", record), ("ZCOUNT", expiring, f"({at_ms}", "+inf")])
        return bool(exists) or int(waiting) < most

    def load(self, agent: str, name: str) -> bytes | None:
        """The record of a question."""
        return cast("bytes | None", self._redis.command("GET", _record_key(agent, name)))

    def load_all(self, agent: str, names: Sequence[str]) -> list[bytes | None]:
        """The records of several questions to an agent."""
        return list(self._redis.command("MGET", *(_record_key(agent, name) for name in names)))

    def answer(self, waiting: Leaving, before: bytes, after: bytes, ttl_s: int) -> bool:
        """Replace the record of a question, which waits no more, and publish its topic.

        Returns False, without a change, if the record is not the one before.
        """
        queue, name, _ = waiting
        published = publication(self._redis, question_topic(name))
        return bool(self._redis.command(*_ANSWER.call(_keys(queue, name), before, after, ttl_s, name, *published)))


def _keys(queue: FairQueue, name: str) -> list[str]:
    """The keys of the record of a question, and of its queue."""
    return [_record_key(queue.agent, name), *queue.keys]


def _record_key(agent: str, name: str) -> str:
    return f"question:{{{agent}}}:{name}"
