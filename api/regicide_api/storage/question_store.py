"""Questions to agents: a record for each that expires, and for each agent a sorted set of those that wait for it.

The records of an agent and its set are on one node of a cluster. The set may be stale: its readers check the records.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from regicide_api.storage.client import RedisClient, load_script
from regicide_api.storage.sorted_sets import sorted_set_key

_ASK: Final = load_script("ask_question")
_ANSWER: Final = load_script("answer_question")
_FULL: Final = 0


class NewQuestion(NamedTuple):
    """A question to an agent, asked at a time in milliseconds since 1970: its record, which lives for `ttl_s`."""

    agent: str
    name: str
    record: bytes
    at_ms: int
    ttl_s: int


class QuestionStore:
    """The questions in a store. On a single server, every method is one round trip. All raise RedisError."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    def ask(self, new: NewQuestion, most: int, topic: str) -> bytes | None:
        """Store a question that waits for an agent, unless it exists, and publish a topic.

        Returns its record, or the one that it has already; None, without a change, if `most` questions wait.
        """
        agent, name, record, at_ms, ttl_s = new
        keys = [_record_key(agent, name), sorted_set_key(waiting_set(agent))]
        args: list[bytes | str | int] = [record, ttl_s, name, at_ms, most, topic]
        found = self._redis.run_script(_ASK, keys, args)
        return None if found == _FULL else cast("bytes", found)

    def load(self, agent: str, name: str) -> bytes | None:
        """The record of a question."""
        return cast("bytes | None", self._redis.command("GET", _record_key(agent, name)))

    def load_all(self, agent: str, names: Sequence[str]) -> list[bytes | None]:
        """The records of several questions to an agent."""
        return list(self._redis.command("MGET", *(_record_key(agent, name) for name in names)))

    def remove(self, agent: str, names: Sequence[str]) -> None:
        """Remove questions from those that wait for an agent."""
        self._redis.command("ZREM", sorted_set_key(waiting_set(agent)), *names)

    def answer(self, agent: str, name: str, before: bytes, after: bytes, ttl_s: int) -> bool:
        """Replace the record of a question, which waits no more, and publish its topic.

        Returns False, without a change, if the record is not the one before.
        """
        keys = [_record_key(agent, name), sorted_set_key(waiting_set(agent))]
        args: list[bytes | str | int] = [before, after, ttl_s, name, question_topic(name)]
        return bool(self._redis.run_script(_ANSWER, keys, args))


def question_topic(name: str) -> str:
    """The topic on which the answer to a question is published."""
    return f"?{name}"


def waiting_set(agent: str) -> str:
    """The name of the sorted set of the questions that wait for an agent."""
    return f"questions:{{{agent}}}"


def _record_key(agent: str, name: str) -> str:
    return f"question:{{{agent}}}:{name}"
