"""Questions to agents: a record for each that expires, and for each agent fair queues of the waiting ones.

The records of an agent and its queues are on one node of a cluster.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from regicide_api.storage.channels import publication
from regicide_api.storage.client import RedisClient, load_script
from regicide_api.storage.fair_queues import FairQueue

_ASK: Final = load_script("ask_question", "fair_queue", "publish")
_ANSWER: Final = load_script("answer_question", "fair_queue", "publish")
_FULL: Final = 0


class QuestionKey(NamedTuple):
    """A question: the agent, the queue in which it waits, and its name."""

    agent: str
    queue: str
    name: str

    @property
    def keys(self) -> list[str]:
        """The keys of its record, and of its queue."""
        return [_record_key(self.agent, self.name), *FairQueue(self.queue, self.agent).keys]


class NewQuestion(NamedTuple):
    """A question that is asked at a time in milliseconds since 1970: its record, which lives for `ttl_s`."""

    key: QuestionKey
    asker: str
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
        args: list[bytes | str | int] = [record, ttl_s, key.name, at_ms, most, asker, *publication(self._redis, topic)]
        found = self._redis.run_script(_ASK, key.keys, args)
        return None if found == _FULL else cast("bytes", found)

    def has_room(self, key: QuestionKey, at_ms: int, most: int) -> bool:
        """Whether a question exists, or fewer than `most` wait in its queue that expire after a time."""
        record, _, expiring, _ = key.keys
        exists, waiting = self._redis.pipeline([("EXISTS", record), ("ZCOUNT", expiring, f"({at_ms}", "+inf")])
        return bool(exists) or int(waiting) < most

    def load(self, agent: str, name: str) -> bytes | None:
        """The record of a question."""
        return cast("bytes | None", self._redis.command("GET", _record_key(agent, name)))

    def load_all(self, agent: str, names: Sequence[str]) -> list[bytes | None]:
        """The records of several questions to an agent."""
        return list(self._redis.command("MGET", *(_record_key(agent, name) for name in names)))

    def answer(self, key: QuestionKey, before: bytes, after: bytes, ttl_s: int) -> bool:
        """Replace the record of a question, which waits no more, and publish its topic.

        Returns False, without a change, if the record is not the one before.
        """
        args: list[bytes | str | int] = [
            before,
            after,
            ttl_s,
            key.name,
            *publication(self._redis, question_topic(key.name)),
        ]
        return bool(self._redis.run_script(_ANSWER, key.keys, args))


def question_topic(name: str) -> str:
    """The topic on which the answer to a question is published."""
    return f"?{name}"


def _record_key(agent: str, name: str) -> str:
    return f"question:{{{agent}}}:{name}"
