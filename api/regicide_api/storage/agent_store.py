"""What the store keeps of agents: their records, a sorted set of all names, and the streams of their events.

The stream of an agent has the events of its games in the order of their announcement. An entry has the id of a game and
a version: the event that made it is in the list of the game. The first reader begins the stream, each look renews it,
and without one it expires. Beside it a hash has the version of each game up to which events are announced: an
announcement adds the entries since then, so that each event has one, whatever the order of the announcements. On a
single server, the script that changes a game announces its event; in a cluster, a command does so after the change, and
a reader makes up for a lost entry. The ids of entries are places to go on from: a place is lost once its entry is
removed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from redis.exceptions import RedisError

from regicide_api.storage.channels import agent_topic, inbox_topic, publication
from regicide_api.storage.client import RedisClient, StorePart, load_script, write_commands
from regicide_api.storage.connections import Command
from regicide_api.storage.sorted_sets import Entry

Fields: TypeAlias = Mapping[str, str | int]
"""Fields of a record, and their values."""

_CHANGE_AGENT: Final = load_script("change_agent", "publish")


class SeatingRecord(NamedTuple):
    """The fields of an agent's record about its seats; empty: not set."""

    seating: str
    invitation: str


class AgentStore(StorePart):
    """The records of agents. On a single server, every method is one round trip. All raise RedisError."""

    def register(self, name: str, record: Fields, entry: Entry) -> bool:
        """Store the record of a new agent. Returns False, without a change to the record, if the name exists.

        An agent with the same first field is the same one: the registration is repeated, and returns True.

        The index entry is written first. If the record does not follow (the process dies), a reader of the index
        removes the entry; if a reader removes it too early, the agent's first request restores it.
        """
        change = self._change(name, "", record, entry.ttl_s)
        return self._apply(change, first=write_commands([entry])) is not None

    def change(self, name: str, token_hash: str, fields: Fields, ttl_s: int, *, replaces: bool = False) -> bool:
        """Change fields of an agent's record, or with `replaces` all of them, and publish its inbox and its events.

        The record lives for `ttl_s` more. Returns False, without a change, unless the agent has the token with this
        hash. It may be repeated: a record with the new value of the first field was changed before.
        """
        change = self._change(name, token_hash, fields, ttl_s, inbox_topic(name), agent_topic(name), replaces=replaces)
        return self._apply(change) is not None

    def _change(
        self,
        name: str,
        token_hash: str,
        fields: Fields,
        ttl_s: int,
        *topics: str,
        replaces: bool = False,
    ) -> Command:
        """The command of a change; with the hash '', of one without a record before."""
        members = [text for member in fields.items() for text in member]
        args = [token_hash, ttl_s, int(replaces), len(members), *members, *publication(self._redis, *topics)]
        return _CHANGE_AGENT.call([_agent_key(name)], *args)

    def _apply(self, change: Command, first: Sequence[Command] = ()) -> int | None:
        """Send commands, and after they are done a change.

        Returns the field `listed` of the record, 0 if it is not set; None if the record has another token.
        """
        listed_at: int | None = self._redis.pipeline(first, [change])[-1]
        return listed_at

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
        listed_at = self._apply(self._change(name, token_hash, {"token": token_hash, "seen": at_ms}, entry.ttl_s))
        if listed_at is not None and at_ms - listed_at >= 500 * entry.ttl_s:
            responses = self._redis.batch(write_commands([entry]))
            if not any(isinstance(response, RedisError) for response in responses):
                self._redis.command("HSET", _agent_key(name), "listed", at_ms)
        return listed_at is not None

    def set_field(self, name: str, field: str, value: str | int, ttl_s: int) -> None:
        """Set a field of the record of an agent without a token. The record lives for `ttl_s` more.

        In a cluster, nothing is written if the node of the record is unreachable: the next request writes the field.
        """
        self._redis.batch([("HSET", _agent_key(name), field, str(value)), ("EXPIRE", _agent_key(name), ttl_s)])

    def token_hashes(self, names: Sequence[str]) -> dict[str, str]:
        """The hashes of agents' tokens by name; empty for an unknown name. No round trip without names."""
        found = self._redis.pipeline([token_command(name) for name in names])
        return {name: text_of(token) for name, token in zip(names, found, strict=True)}

    def renew(self, names: Sequence[str], ttl_s: int) -> dict[str, SeatingRecord]:
        """Extend the life of agents' records to `ttl_s`. Returns what they say about seats, for agents with a token."""
        renewals = write_commands([Renewal(name, ttl_s) for name in names])
        reads: list[Command] = [("HMGET", _agent_key(name), "token", *SeatingRecord._fields) for name in names]
        responses = self._redis.pipeline([*renewals, *reads])
        records = zip(names, responses[len(names) :], strict=True)
        return {name: SeatingRecord(*map(text_of, record)) for name, (token, *record) in records if token}


def token_command(name: str) -> Command:
    """The command that reads the hash of an agent's token."""
    return "HGET", _agent_key(name), "token"


class Renewal(NamedTuple):
    """The life of an agent's record, extended to `ttl_s`."""

    agent: str
    ttl_s: int

    @property
    def commands(self) -> list[Command]:
        """The command that extends it."""
        return [("EXPIRE", _agent_key(self.agent), self.ttl_s)]


def text_of(stored: bytes | None) -> str:
    """The text of a value; empty for none."""
    return (stored or b"").decode()


def _agent_key(name: str) -> str:
    return f"agent:{{{name}}}"


_ANNOUNCE: Final = load_script("announce", "announce_events")
_FOLLOW: Final = load_script("follow_agent")


class Announcement(NamedTuple):
    """A version of a game that is announced to an agent.

    A game without an earlier announcement is announced from its start; with `from_start` any game is. If the version
    `is_late`, it is announced only to agents with earlier announcements of the game.
    """

    agent: str
    game_id: str
    version: int
    from_start: bool = False
    is_late: bool = False

    @property
    def mode(self) -> str:
        """The mode for the script."""
        return "start" if self.from_start else "late" if self.is_late else ""


class Announced(NamedTuple):
    """An event that is announced: its place, and the game and the version that it made.

    Version 1 is a new game; an entry without a game is a place alone.
    """

    place: str
    game_id: str
    version: int


class LostPlace(Exception):
    """The place from which to read is no longer in the stream."""


class AgentEventStreams(StorePart):
    """The streams in a store. Every method is one round trip, and raises RedisError."""

    def follow(self, agent: str, versions: Mapping[str, int], ttl_s: int) -> tuple[str, dict[str, int]]:
        """Begin the stream of an agent after these versions of its games, or renew it, for `ttl_s`.

        Removes entries that are older by the clock of the store. Returns a place at its end, and announced versions.
        """
        members = [text for member in versions.items() for text in member]
        place, told = self._redis.command(*_FOLLOW.call(_keys(agent), ttl_s, *members))
        pairs = zip(told[::2], told[1::2], strict=True)
        return place.decode(), {game_id.decode(): int(version) for game_id, version in pairs}

    def read(self, agent: str, after: str, limit: int) -> list[Announced]:
        """The next entries after a place, two numbers with a hyphen. Raises LostPlace."""
        first, *others = self._redis.command("XRANGE", _keys(agent)[0], after, "+", "COUNT", limit + 1) or [None]
        if first is None or first[0].decode() != after:
            raise LostPlace
        return [Announced(place.decode(), game.decode(), int(version)) for place, (game, version) in others]

    def announce(self, announcements: Sequence[Announcement]) -> None:
        """Announce events of games. It may be repeated."""
        self._redis.pipeline(announce_commands(self._redis, announcements))

    def forget(self, agent: str, game_ids: Sequence[str]) -> None:
        """Forget the announced versions of games that get no events any more."""
        self._redis.command("HDEL", _keys(agent)[1], *game_ids)


def announce_commands(redis: RedisClient, announcements: Sequence[Announcement]) -> list[Command]:
    """The commands that announce events."""
    return [_ANNOUNCE.call(_keys(each.agent), *announcement_args(redis, [each])) for each in announcements]


def announcement_keys(announcements: Sequence[Announcement]) -> list[str]:
    """The last keys of a script that announces the event of one game to agents."""
    return [key for each in announcements for key in _keys(each.agent)]


def announcement_args(redis: RedisClient, announcements: Sequence[Announcement]) -> list[str | int]:
    """The arguments for it: the command that publishes, the game and the version, then a mode and a channel of each."""
    _, game_id, version, *_ = announcements[0]
    each = (text for one in announcements for text in (one.mode, agent_topic(one.agent)))
    return [redis.publish_command, game_id, version, *each]


def _keys(agent: str) -> list[str]:
    return [f"events:{{{agent}}}", f"events:{{{agent}}}:versions"]
