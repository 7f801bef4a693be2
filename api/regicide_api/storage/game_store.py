"""Games in Redis. The store does not interpret records and events: they are bytes.

A game is a record (a string) and a list of events. Both keys have the same hash tag, so that a Redis Cluster stores
them on one node. When the game is over, one compressed string replaces the list. Creation and change are atomic
compare-and-set scripts.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import compress
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from redis.exceptions import RedisError

from regicide_api.storage.agent_store import (
    AgentEventStreams,
    AgentStore,
    Announcement,
    announce_commands,
    announcement_args,
    announcement_keys,
    text_of,
    token_command,
)
from regicide_api.storage.boards import BoardStore
from regicide_api.storage.channels import Channels, game_topic, publication, publish_command
from regicide_api.storage.client import RedisClient, Writable, load_script, write_commands
from regicide_api.storage.cluster import SCHEMES, ClusterClient
from regicide_api.storage.connections import Command
from regicide_api.storage.fair_queues import FairQueues, Leaving, QuestionStore
from regicide_api.storage.quotas import QuotaStore
from regicide_api.storage.sorted_sets import SortedSets
from regicide_api.storage.values import Counters, ExpiringKeys, Sightings

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
    """A change of a game from the record `before` to `after`, with its events, if any; a new game has none before.

    A change without an event concerns tokens: waiting requests look again whether they may still see the game.

    The record lives for `ttl_s` more. `is_last` marks the last event of a game: all events are then packed into a third
    of the space. The index `entries` are written before the record, so that no reader of an index misses the change,
    and the `leaving` names leave their places after it. `topics` are published in addition to the game's own, and the
    event is announced to agents by `announcements`.
    """

    game_id: str
    before: bytes
    after: bytes
    ttl_s: int
    events: Sequence[bytes] = ()
    is_last: bool = False
    entries: Sequence[Writable] = ()
    topics: Sequence[str] = ()
    announcements: Sequence[Announcement] = ()
    leaving: Sequence[Leaving] = ()


class Store:
    """The store of a URL: a Redis (or Valkey) server, the primary of Sentinels, or a Redis Cluster.

    Every method raises RedisError. On a single server, every method is one round trip, except that a commit takes one
    more if names leave places, and one more if it is the last of its game; in a cluster, one more publishes
    topics and announces events. Besides games it has `sorted_sets` that index them, the records of `agents`,
    `quotas` of places, `queues` of agents, `agent_events`, `questions` to them, `sightings` of seats, `counters`,
    `expiring_keys`, `boards`, and `channels` on which it publishes.
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
        self.boards = BoardStore(self._redis)

    def ping(self) -> None:
        """Check that the store responds."""
        self._redis.ping()

    def read_memory(self) -> list[Mapping[str, Any]]:
        """The section `memory` of the answer to INFO, of each reachable server that accepts writes."""
        return self._redis.memory()

    def create_all(self, games: Sequence[Commit]) -> list[bool]:
        """Store new games, all or none. Returns which of them are new: the ids of the others exist.

        If one cannot be stored, the others are deleted again, except on a node of a cluster that is unreachable then.
        """
        first = write_commands([entry for each in games for entry in each.entries])
        results = self._redis.transaction(first, list(map(self._call, games)))
        errors = [result for result in results if isinstance(result, RedisError)]
        if errors:
            created = [each for each, result in zip(games, results, strict=True) if result == 1]
            self._redis.batch([("DEL", *game_keys(each.game_id)) for each in created])
            raise errors[0]
        are_new = list(map(bool, results))
        self._finish([], compress(games, are_new))
        return are_new

    def _call(self, change: Commit) -> Command:
        """The run of the script that replaces a record, appends events or packs them, and publishes and announces.

        In a cluster it publishes the topic of the game alone: other topics, and agents, are on other nodes.
        """
        announced, topics = ((), ()) if self._redis.is_cluster else (change.announcements, change.topics)
        if change.before:
            topics = [game_topic(change.game_id), *topics]
        _, before, after, ttl_s, events, is_last, *_ = change
        keys = game_keys(change.game_id)
        args: list[bytes | str | int] = [before, after, ttl_s, int(is_last), len(events), *events]
        if announced:
            keys += announcement_keys(announced)
            args += announcement_args(self._redis, announced)
        return _COMMIT.call(keys, *args, *publication(self._redis, *topics))

    def _finish(self, commands: Sequence[Command], changes: Iterable[Commit]) -> None:
        """Send commands after changes, and in a cluster publish and announce what their scripts could not.

        If that fails, readers of indexes remove what is left there, and subscribers look again after a while.
        """
        rest: list[Command] = [*commands]
        for change in changes if self._redis.is_cluster else ():
            rest += announce_commands(self._redis, change.announcements)
            rest += [publish_command(self._redis, topic) for topic in change.topics]
        if rest:
            with suppress(RedisError):
                self._redis.batch(rest)

    def load(self, game_id: str, since: int | None = None, agent: str | None = None) -> Snapshot:
        """The record of a game, and its events from an index on (the first event has index 0), read atomically.

        Without an index no events; with an agent also the hash of its token.
        """
        keys = game_keys(game_id)
        read = ("GET", keys[0]) if since is None else _LOAD_GAME.call(keys, since)
        found, *token = self._redis.pipeline([read], [token_command(agent)] if agent else [])
        record, events = (found, []) if since is None else found
        unpacked = _unpack(events)[since:] if isinstance(events, bytes) else events
        return Snapshot(record, unpacked, *map(text_of, token))

    def load_all(self, game_ids: Sequence[str]) -> list[bytes | RedisError | None]:
        """The records of several games; an error for each game on an unreachable node of a cluster."""
        return self._redis.batch([("GET", game_keys(game_id)[0]) for game_id in game_ids])

    def commit(self, commit: Commit) -> bool:
        """Apply a change if the record still equals `commit.before`, and publish it.

        Returns False, without a change, if the record has changed.
        """
        if not commit.events:
            commit = commit._replace(topics=(), announcements=())
        elif commit.is_last:
            current = self.load(commit.game_id, 0)
            if current.record != commit.before:
                return False
            commit = commit._replace(events=[_pack([*current.events, *commit.events])])
        written = write_commands(commit.entries)
        places = [each.place_command for each in commit.leaving]
        *found, is_committed = self._redis.pipeline([*written, *places], [self._call(commit)])
        if is_committed:
            left = zip(commit.leaving, found[len(written) :], strict=True)
            self._finish([each.command(place) for each, place in left if place is not None], [commit])
        return bool(is_committed)


def _pack(events: Sequence[bytes]) -> bytes:
    """Compress events, none of which contains a line feed."""
    return zlib.compress(b"\n".join(events), zlib.Z_BEST_COMPRESSION)


def _unpack(events: bytes) -> list[bytes]:
    return zlib.decompress(events).split(b"\n")


def game_keys(game_id: str) -> list[str]:
    """The keys of a game: its record, and its events."""
    return [f"game:{{{game_id}}}", f"game:{{{game_id}}}:events"]
