"""The records of agents: Redis hashes, and a sorted set of all names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.storage.channels import publication
from regicide_api.storage.client import RedisClient, load_script
from regicide_api.storage.connections import Command
from regicide_api.storage.sorted_sets import Entry, write_commands

_REGISTER_AGENT: Final = load_script("register_agent")
_TOUCH_AGENT: Final = load_script("touch_agent")
_UPDATE_AGENT: Final = load_script("update_agent", "publish")
_END_AGENT: Final = load_script("end_agent", "publish")
_TOUCHED_UNLISTED: Final = 2
"""The result of the script for an agent whose index entry is due."""


class SeatingRecord(NamedTuple):
    """The fields of an agent's record about its seats; empty: not set."""

    seating: str
    invitation: str


class AgentStore:
    """The records of agents. On a single server, every method is one round trip. All raise RedisError."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    def register(self, name: str, record: Mapping[str, str | int], entry: Entry) -> bool:
        """Store the record of a new agent. Returns False, without a change to the record, if the name exists.

        An agent with the same first field is the same one: the registration is repeated, and returns True.

        The index entry is written first. If the record does not follow (the process dies), a reader of the index
        removes the entry; if a reader removes it too early, the agent's first request restores it.
        """
        args = [entry.ttl_s, *_alternating(record)]
        return bool(self._redis.run_script(_REGISTER_AGENT, [_agent_key(name)], args, first=write_commands([entry])))

    def get_many(self, names: Sequence[str]) -> list[dict[str, str]]:
        """The records of agents; an empty one for an unknown name."""
        records = self._redis.pipeline([("HGETALL", _agent_key(name)) for name in names])
        return [{field.decode(): text.decode() for field, text in record.items()} for record in records]

    def touch(self, name: str, token_hash: str, at_ms: int, entry: Entry) -> bool:
        """Set the time of an agent's last request, and extend the life of its record as its index entry says.

        Returns False, without a change, unless the agent has the token with this hash. The entry is written at the
        first request, and again after half of each lifetime, and then noted in the record. If that fails, or the node
        of the index is unreachable in a cluster, the next request writes the entry.
        """
        result = self._redis.run_script(_TOUCH_AGENT, [_agent_key(name)], [token_hash, at_ms, entry.ttl_s])
        if result == _TOUCHED_UNLISTED:
            responses = self._redis.batch(write_commands([entry]))
            if not any(isinstance(response, RedisError) for response in responses):
                self._redis.command("HSET", _agent_key(name), "listed", at_ms)
        return bool(result)

    def update(self, name: str, token_hash: str, changes: Mapping[str, str | int], ttl_s: int) -> bool:
        """Change fields of an agent's record, which lives for `ttl_s` more. It may be repeated.

        Returns False, without a change, unless the agent has the token with this hash.
        """
        fields = _alternating(changes)
        args = [token_hash, token_hash, ttl_s, len(fields), *fields]
        return bool(self._redis.run_script(_UPDATE_AGENT, [_agent_key(name)], args))

    def replace_token(self, name: str, hashes: tuple[str, str], ttl_s: int, topic: str) -> bool:
        """Replace the first one of these hashes of tokens by the second one, and publish a topic. It may be repeated.

        Returns False, without a change, unless the agent has a token with one of these hashes.
        """
        args: list[str | int] = [*hashes, ttl_s, 0, *publication(self._redis, topic)]
        return bool(self._redis.run_script(_UPDATE_AGENT, [_agent_key(name)], args))

    def end(self, name: str, token_hash: str, at_ms: int, ttl_s: int, topic: str) -> bool:
        """End an agent, and publish a topic: for `ttl_s`, its name has no token. It may be repeated.

        Returns False, without a change, unless the agent has, or had at its end, the token with this hash.
        """
        return bool(
            self._redis.run_script(
                _END_AGENT, [_agent_key(name)], [token_hash, at_ms, ttl_s, *publication(self._redis, topic)]
            )
        )

    def set_field(self, name: str, field: str, value: str | int, ttl_s: int) -> None:
        """Set a field of the record of an agent without a token. The record lives for `ttl_s` more.

        In a cluster, nothing is written if the node of the record is unreachable: the next request writes the field.
        """
        self._redis.batch([("HSET", _agent_key(name), field, str(value)), ("EXPIRE", _agent_key(name), ttl_s)])

    def token_hash(self, name: str) -> str:
        """The hash of an agent's token; empty for an unknown name."""
        [token] = self._redis.pipeline([token_command(name)])
        return _text(token)

    def token_hashes(self, names: Sequence[str]) -> dict[str, str]:
        """The hashes of agents' tokens by name; empty for an unknown name. No round trip without names."""
        found = self._redis.pipeline([token_command(name) for name in names]) if names else []
        return {name: _text(token) for name, token in zip(names, found, strict=True)}

    def renew(self, names: Sequence[str], ttl_s: int) -> dict[str, SeatingRecord]:
        """Extend the life of agents' records to `ttl_s`. Returns what they say about seats, for agents with a token."""
        reads: list[Command] = [("HMGET", _agent_key(name), "token", *SeatingRecord._fields) for name in names]
        responses = self._redis.pipeline([*renew_commands(names, ttl_s), *reads])
        records = zip(names, responses[len(names) :], strict=True)
        return {name: SeatingRecord(*map(_text, record)) for name, (token, *record) in records if token}


def token_command(name: str) -> Command:
    """The command that reads the hash of an agent's token."""
    return "HGET", _agent_key(name), "token"


def renew_commands(names: Sequence[str], ttl_s: int) -> list[Command]:
    """The commands that extend the life of agents' records."""
    return [("EXPIRE", _agent_key(name), ttl_s) for name in names]


def _alternating(fields: Mapping[str, str | int]) -> list[str | int]:
    """Names and values in turn."""
    return [text for member in fields.items() for text in member]


def _text(stored: bytes | None) -> str:
    return (stored or b"").decode()


def _agent_key(name: str) -> str:
    return f"agent:{{{name}}}"
