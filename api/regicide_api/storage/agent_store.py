"""The records of agents, and a list of all their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from regicide_api.storage.client import Command, Server, script
from regicide_api.storage.sorted_sets import Line, written

_ENROL: Final = script("enrol")


class AgentRecords:
    """The records in a store. Every method is one round trip on a single server, and raises RedisError."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def enrol(self, name: str, record: Mapping[str, str | int], line: Line) -> bool:
        """Keep the record of a new agent; False, and its record is not changed, where there is one of this name.

        Its line comes first. Should the record not follow, the line is a name without an agent, which whoever reads the
        list strikes off; should they do so between the two, the agent is listed again when it asks for its turns.
        """
        members = [text for member in record.items() for text in member]
        return bool(self._server.run(_ENROL, [_agent_key(name)], [line.ttl, *members], first=written([line])))

    def of(self, names: Sequence[str]) -> list[dict[str, str]]:
        """The records of agents; an empty one where there is none."""
        records = self._server.together([("HGETALL", _agent_key(name)) for name in names])
        return [{key.decode(): text.decode() for key, text in record.items()} for record in records]

    def note(self, name: str, key: str, text: str | int, line: Line | None, ttl: int) -> None:
        """Note something in the record of an agent, which is kept for `ttl` seconds more, and so is its line.

        Where one of several servers cannot be reached, what it would have noted is noted another time.
        """
        noted: list[Command] = [("HSET", _agent_key(name), key, str(text)), ("EXPIRE", _agent_key(name), ttl)]
        self._server.each([*noted, *written([line] if line else [])])


def _agent_key(name: str) -> str:
    return f"agent:{name}"
