"""Questions to agents: a record for each that expires, and for each agent queues of those that wait for it.

A queue is three sorted sets: its questions by their start, by their expiry, and the askers by their last start. The
start of a question is the time at which it is asked, or a while after the last start of its asker if that is later, as
the virtual clock of Zhang (1990) has it: an asker with many questions leaves room between them for those of others.

The records of an agent and its sets are on one node of a cluster. The sets may be stale: readers check the records.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from regicide_api.storage.client import RedisClient, load_script
from regicide_api.storage.sorted_sets import sorted_set_key

_ASK: Final = load_script("ask_question")
_ANSWER: Final = load_script("answer_question")
_FULL: Final = 0


class QuestionKey(NamedTuple):
    """A question: the agent, the queue in which it waits, and its name."""

    agent: str
    queue: str
    name: str

    @property
    def keys(self) -> list[str]:
        """The keys of its record, and of the sets of those that wait, by start and by expiry."""
        sets = waiting_set(self.agent, self.queue), _expiring_set(self.agent, self.queue)
        return [_record_key(self.agent, self.name), *map(sorted_set_key, sets)]

    @property
    def askers_key(self) -> str:
        """The key of the set of those that asked."""
        return sorted_set_key(f"{self.queue}-askers:{{{self.agent}}}")


class Asker(NamedTuple):
    """The source of a question, and the milliseconds between the starts of two of its questions."""

    name: str
    spacing_ms: int


class NewQuestion(NamedTuple):
    """A question that is asked at a time in milliseconds since 1970: its record, which lives for `ttl_s`."""

    key: QuestionKey
    asker: Asker
    record: bytes
    at_ms: int
    ttl_s: int


class QuestionStore:
    """The questions in a store. On a single server, every method is one round trip. All raise RedisError."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    def ask(self, new: NewQuestion, most: int, topic: str) -> bytes | None:
        """Store a question that waits for an agent, unless it exists, and publish a topic.

        Returns its record, or the one that it has already; None, without a change, if `most` wait in its queue.
        """
        key, asker, record, at_ms, ttl_s = new
        args: list[bytes | str | int] = [record, ttl_s, key.name, at_ms, most, topic, *asker]
        found = self._redis.run_script(_ASK, [*key.keys, key.askers_key], args)
        return None if found == _FULL else cast("bytes", found)

    def has_room(self, key: QuestionKey, at_ms: int, most: int) -> bool:
        """Whether a question exists, or fewer than `most` wait in its queue that expire after a time."""
        record, _, expiring = key.keys
        exists, waiting = self._redis.pipeline([("EXISTS", record), ("ZCOUNT", expiring, f"({at_ms}", "+inf")])
        return bool(exists) or int(waiting) < most

    def load(self, agent: str, name: str) -> bytes | None:
        """The record of a question."""
        return cast("bytes | None", self._redis.command("GET", _record_key(agent, name)))

    def load_all(self, agent: str, names: Sequence[str]) -> list[bytes | None]:
        """The records of several questions to an agent."""
        return list(self._redis.command("MGET", *(_record_key(agent, name) for name in names)))

    def remove(self, agent: str, queues: Sequence[str], names: Sequence[str]) -> None:
        """Remove questions, which wait in some of these queues, from those that wait for an agent."""
        sets = [each(agent, queue) for queue in queues for each in (waiting_set, _expiring_set)]
        self._redis.pipeline([("ZREM", sorted_set_key(name), *names) for name in sets])

    def answer(self, key: QuestionKey, before: bytes, after: bytes, ttl_s: int) -> bool:
        """Replace the record of a question, which waits no more, and publish its topic.

        Returns False, without a change, if the record is not the one before.
        """
        args: list[bytes | str | int] = [before, after, ttl_s, key.name, question_topic(key.name)]
        return bool(self._redis.run_script(_ANSWER, key.keys, args))


def question_topic(name: str) -> str:
    """The topic on which the answer to a question is published."""
    return f"?{name}"


def waiting_set(agent: str, queue: str) -> str:
    """The name of the sorted set of the questions that wait for an agent in a queue, by their start."""
    return f"{queue}:{{{agent}}}"


def _expiring_set(agent: str, queue: str) -> str:
    return f"{queue}-expiry:{{{agent}}}"


def _record_key(agent: str, name: str) -> str:
    return f"question:{{{agent}}}:{name}"
