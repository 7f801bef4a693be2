"""The records of agents: Redis hashes, and a sorted set of all names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from regicide_api.storage.client import Command, RedisClient, load_script
from regicide_api.storage.sorted_sets import Entry, write_commands

_REGISTER_AGENT: Final = load_script("register_agent")


class AgentStore:
    """The records of agents. On a single server, every method is one round trip. All raise RedisError."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    def register(self, name: str, record: Mapping[str, str | int], entry: Entry) -> bool:
        """Store the record of a new agent. Returns False, without a change to the record, if the name exists.

        The index entry is written first. If the record does not follow (the process dies), a reader of the index
        removes the entry; if a reader removes it too early, `update` restores it.
        """
        members = [text for member in record.items() for text in member]
        args = [entry.ttl, *members]
        return bool(self._redis.run_script(_REGISTER_AGENT, [_agent_key(name)], args, first=write_commands([entry])))

    def get_many(self, names: Sequence[str]) -> list[dict[str, str]]:
        """The records of agents; an empty one for an unknown name."""
        records = self._redis.pipeline([("HGETALL", _agent_key(name)) for name in names])
        return [{field.decode(): text.decode() for field, text in record.items()} for record in records]

    def update(self, name: str, field: str, value: str | int, entry: Entry | None, ttl: int) -> None:
        """Set a field of an agent's record, and extend the record's life to `ttl` seconds; also write an index entry.

        Errors of single nodes are ignored: the next update writes the same keys again.
        """
        commands: list[Command] = [("HSET", _agent_key(name), field, str(value)), ("EXPIRE", _agent_key(name), ttl)]
        self._redis.batch([*commands, *write_commands([entry] if entry else [])])


def _agent_key(name: str) -> str:
    return f"agent:{name}"
