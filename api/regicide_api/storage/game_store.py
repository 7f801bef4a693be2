"""Games in Redis. The store does not interpret records and events: they are bytes.

A game is a record (a string) and a list of events. Both keys have the same hash tag, so that a Redis Cluster stores
them on one node. When the game is over, one compressed string replaces the list. Creation and change are atomic
compare-and-set scripts.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import compress
from typing import Any, Final, NamedTuple, cast
from urllib.parse import urlsplit

from redis.exceptions import RedisError

from regicide_api.storage.agent_store import (
    AgentEventStreams,
    AgentStore,
    Announcement,
    announce_commands,
    announcement_args,
    announcement_keys,
    renew_commands,
    token_command,
)
from regicide_api.storage.channels import Channels, publication, publish_commands
from regicide_api.storage.client import RedisClient, load_script
from regicide_api.storage.cluster import SCHEMES, ClusterClient
from regicide_api.storage.connections import Command
from regicide_api.storage.fair_queues import FairQueues, Leaving, QuestionStore, leave_commands, place_commands
from regicide_api.storage.quotas import QuotaStore
from regicide_api.storage.sorted_sets import SortedSets, Writable, write_commands
from regicide_api.storage.values import Counters, ExpiringKeys, Sightings

_CREATE: Final = load_script("create", "announce_events", "publish")
_COMMIT: Final = load_script("commit", "announce_events", "publish")
_LOAD_GAME: Final = load_script("load_game")


class Snapshot(NamedTuple):
    """A game's record (None if the game does not exist) and the requested events, read atomically.

    `agent_token` is the hash of an agent's token, if it was requested. It is read last: if it is the hash of a token,
    the token was valid when the record was read.
    """

    record: bytes | None
    events: list[bytes]
    agent_token: str = ""


class Commit(NamedTuple):
    """A change of a game from the record `before` to `after`, with its event, if any.

    The record lives for `ttl_s` more, the records of `agents` for `agent_ttl_s`. `is_last` marks the last event of a
    game: all events are then packed into a third of the space. The index `entries` are written before the record, so
    that no reader of an index misses the change, and the `leaving` names leave their places after it. `topics` are
    published in addition to the game's id, and the event is announced to agents by `announcements`.
    """

    before: bytes
    after: bytes
    event: bytes | None
    ttl_s: int
    is_last: bool = False
    entries: Sequence[Writable] = ()
    topics: Sequence[str] = ()
    announcements: Sequence[Announcement] = ()
    agents: Sequence[str] = ()
    agent_ttl_s: int = 0
    leaving: Sequence[Leaving] = ()


class Creation(NamedTuple):
    """A new game: its record, which lives for `ttl_s`, and entries, topics and announcements, as in a commit.

    `events` lead to the beginning of a game that does not begin at its deal.
    """

    game_id: str
    record: bytes
    ttl_s: int
    entries: Sequence[Writable] = ()
    topics: Sequence[str] = ()
    events: Sequence[bytes] = ()
    announcements: Sequence[Announcement] = ()


class Store:
    """The store of a URL: a Redis (or Valkey) server, the primary of Sentinels, or a Redis Cluster.

    Every method raises RedisError. On a single server, every method is one round trip, except that a commit takes one
    more if names leave places, and one more if it is the last of its game; in a cluster, one more publishes
    topics and announces events. Besides games it has `sorted_sets` that index them, the records of `agents`,
    `quotas` of places, `queues` of agents, `agent_events`, `questions` to them, `sightings` of seats, `counters`,
    `expiring_keys`, and `channels` on which it publishes.
    """

    def __init__(self, url: str) -> None:
        self._redis = ClusterClient(url) if urlsplit(url).scheme in SCHEMES else RedisClient(url)
        self.sorted_sets = SortedSets(self._redis)
        self.channels = Channels(self._redis)
        self.agents = AgentStore(self._redis)
        self.expiring_keys = ExpiringKeys(self._redis)
        self.sightings = Sightings(self._redis)
        self.counters = Counters(self._redis)
        self.quotas = QuotaStore(self._redis)
        self.queues = FairQueues(self._redis)
        self.agent_events = AgentEventStreams(self._redis)
        self.questions = QuestionStore(self._redis)

    def ping(self) -> None:
        """Check that the store responds."""
        self._redis.ping()

    def read_memory(self) -> list[Mapping[str, Any]]:
        """The section `memory` of the answer to INFO, of each reachable server that accepts writes."""
        return self._redis.memory()

    def create(self, game_id: str, record: bytes, ttl_s: int, *others: Any) -> bool:
        """Store a new game, with the members of a Creation. Returns False, without a change, if the id exists."""
        creation = Creation(game_id, record, ttl_s, *others)
        first = write_commands(creation.entries)
        is_new = bool(self._redis.pipeline(first, [self._call(creation)])[-1])
        self._finish([], [creation] if is_new else [])
        return is_new

    def _call(self, creation: Creation) -> Command:
        """The run of the script that stores a game."""
        keys, news = self._news(creation)
        args: list[bytes | str | int] = [creation.record, creation.ttl_s, len(creation.events), *creation.events, *news]
        return _CREATE.call([*game_keys(creation.game_id), *keys], *args)

    def _news(self, change: Commit | Creation, *topics: str) -> tuple[list[str], Sequence[str | int]]:
        """The last keys and arguments of a script: it publishes topics and announces an event.

        In a cluster it publishes the given topics alone, as the others are on other nodes.
        """
        if self._redis.is_cluster:
            return [], publication(self._redis, *topics)
        announced = announcement_args(self._redis, change.announcements)
        return announcement_keys(change.announcements), [
            *announced,
            *publication(self._redis, *topics, *change.topics),
        ]

    def _finish(self, commands: Sequence[Command], changes: Sequence[Commit | Creation]) -> None:
        """Send commands after changes, and in a cluster publish and announce what their scripts could not.

        If that fails, readers of indexes remove what is left there, and subscribers look again after a while.
        """
        rest = [command for change in changes for command in self._rest(change)] if self._redis.is_cluster else []
        if commands or rest:
            with suppress(RedisError):
                self._redis.batch([*commands, *rest])

    def _rest(self, change: Commit | Creation) -> list[Command]:
        return [
            *announce_commands(self._redis, change.announcements),
            *publish_commands(self._redis, change.topics),
        ]

    def create_all(self, creations: Sequence[Creation]) -> list[bool]:
        """Store new games, all or none. Returns which of them are new: the ids of the others exist.

        If one cannot be stored, the others are deleted again, except on a node of a cluster that is unreachable then.
        """
        first = write_commands([entry for each in creations for entry in each.entries])
        results = self._redis.transaction(first, list(map(self._call, creations)))
        errors = [result for result in results if isinstance(result, RedisError)]
        if errors:
            created = [each for each, result in zip(creations, results, strict=True) if result == 1]
            self._redis.batch([("DEL", *game_keys(each.game_id)) for each in created])
            raise errors[0]
        are_new = list(map(bool, results))
        self._finish([], [*compress(creations, are_new)])
        return are_new

    def load(self, game_id: str) -> bytes | None:
        """The record of a game."""
        return cast("bytes | None", self._redis.command("GET", game_keys(game_id)[0]))

    def load_all(self, game_ids: Sequence[str]) -> list[bytes | RedisError | None]:
        """The records of several games; an error for each game on an unreachable node of a cluster."""
        return self._redis.batch([("GET", game_keys(game_id)[0]) for game_id in game_ids])

    def load_for_agent(self, game_id: str, agent: str) -> Snapshot:
        """The record of a game without events, and the hash of an agent's token."""
        record, token = self._redis.pipeline([("GET", game_keys(game_id)[0])], [token_command(agent)])
        return Snapshot(record, [], _text(token))

    def load_with_events(self, game_id: str, since: int, agent: str | None = None) -> Snapshot:
        """The record of a game and its events from an index on (the first event has index 0), read atomically.

        With an agent, also the hash of its token.
        """
        load = _LOAD_GAME.call(game_keys(game_id), since)
        tokens = [token_command(agent)] if agent is not None else []
        (record, events), *found = self._redis.pipeline([load], tokens)
        unpacked = _unpack(events)[since:] if isinstance(events, bytes) else events
        return Snapshot(record, unpacked, *map(_text, found))

    def commit(self, game_id: str, commit: Commit) -> bool:
        """Apply a change if the record still equals `commit.before`, and publish its event.

        Returns False, without a change, if the record has changed.
        """
        event = commit.event or b""
        if commit.is_last:
            current = self.load_with_events(game_id, 0)
            if current.record != commit.before:
                return False
            event = _pack([*current.events, event])
        keys, news = self._news(commit, game_id)
        args: list[bytes | str | int] = [
            commit.before,
            commit.after,
            event,
            int(commit.is_last),
            commit.ttl_s,
            *news,
        ]
        written = [*write_commands(commit.entries), *renew_commands(commit.agents, commit.agent_ttl_s)]
        first = [*written, *place_commands(commit.leaving)]
        *found, is_committed = self._redis.pipeline(first, [_COMMIT.call([*game_keys(game_id), *keys], *args)])
        if is_committed:
            left = leave_commands(commit.leaving, found[len(written) :])
            self._finish(left, [commit] if commit.event else [])
        return bool(is_committed)


def _pack(events: Sequence[bytes]) -> bytes:
    """Compress events, none of which contains a line feed."""
    return zlib.compress(b"\n".join(events), zlib.Z_BEST_COMPRESSION)


def _unpack(events: bytes) -> list[bytes]:
    return zlib.decompress(events).split(b"\n")


def _text(stored: bytes | None) -> str:
    return (stored or b"").decode()


def game_keys(game_id: str) -> list[str]:
    """The keys of a game: its record, and its events."""
    return [f"game:{{{game_id}}}", f"game:{{{game_id}}}:events"]
