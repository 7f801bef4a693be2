"""The records of agents, and a list of all their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final

from redis import Redis

from regicide_api.store.lists import Line, list_key, write_lines

_ENROL: Final = files("regicide_api.store").joinpath("scripts/enrol.lua").read_text()


class AgentRecords:
    """The records in a Redis server. Every method is one round trip, and raises RedisError."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._enrol = redis.register_script(_ENROL)

    def enrol(self, name: str, record: Mapping[str, str | int], line: Line) -> bool:
        """Keep the record of a new agent; False, and nothing is changed, where there is one of this name."""
        members = [text for member in record.items() for text in member]
        keys = [_agent_key(name), list_key(line.list)]
        return bool(self._enrol(keys, [line.name, line.ttl, *members]))

    def of(self, names: Sequence[str]) -> list[dict[str, str]]:
        """The records of agents; an empty one where there is none."""
        pipeline = self._redis.pipeline(transaction=False)
        for name in names:
            pipeline.hgetall(_agent_key(name))
        return [{key.decode(): text.decode() for key, text in record.items()} for record in pipeline.execute()]

    def note(self, name: str, key: str, text: str | int, line: Line | None, ttl: int) -> None:
        """Note something in the record of an agent, which is kept for `ttl` seconds more, and so is its line."""
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.hset(_agent_key(name), key, str(text))
        pipeline.expire(_agent_key(name), ttl)
        write_lines(pipeline, [line] if line else [])
        pipeline.execute()


def _agent_key(name: str) -> str:
    return f"agent:{name}"
