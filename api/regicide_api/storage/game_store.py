"""The store: games in Redis, as bytes whose meaning it does not know.

A game is a record (a string) and the list of its events, under one hash tag, so that a Redis Cluster keeps them
together; when it is over the list becomes a string, too. Beside the games there are agents, and sorted lists by which
games are found. Creation and change are each one atomic compare-and-set.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple, cast
from urllib.parse import urlsplit

from redis import Redis
from redis.exceptions import RedisError

from regicide_api.storage.agent_store import AgentRecords
from regicide_api.storage.client import Server, script
from regicide_api.storage.cluster import Cluster
from regicide_api.storage.cluster_client import SCHEMES
from regicide_api.storage.counters import Counters
from regicide_api.storage.expiring_keys import Kept
from regicide_api.storage.sorted_sets import Line, Lists, written

CHANNEL: Final = "news"
"""Where the id of a game is published whenever an event has happened in it, and whatever else a change asks for."""

_CREATE: Final = script("create")
_COMMIT: Final = script("commit")


class Stored(NamedTuple):
    """A game's record (None where there is no such game), and the events that were asked for along with it."""

    record: bytes | None
    events: list[bytes]


class Change(NamedTuple):
    """A step of a game: the record it was read as, the record it becomes, the event (if it is one), seconds to live.

    After the last one no event comes any more: then all events are packed, and take a third of the space. Should
    another one come first, the events from the place `since` on come back. The `lines` are written before the change is
    made, so that nobody misses it: whoever reads them looks at the game whether they are true. `news` are the further
    topics whose listeners are told.
    """

    before: bytes
    after: bytes
    event: bytes | None
    since: int
    ttl: int
    is_last: bool = False
    lines: Sequence[Line] = ()
    news: Sequence[str] = ()


class Store:
    """Games in the Redis (or Valkey) server of a URL, or in a cluster of them. Every method raises RedisError.

    On a single server each is one round trip. Beside the games there are `lists` by which they are found, the records
    of `agents`, what is `kept` for a while, and what is counted.
    """

    def __init__(self, url: str) -> None:
        self._server = Cluster(url) if urlsplit(url).scheme in SCHEMES else Server(url)
        self.lists = Lists(self._server)
        self.agents = AgentRecords(self._server)
        self.kept = Kept(self._server)
        self.counters = Counters(self._server)

    def ping(self) -> None:
        """Ask for a sign of life."""
        self._server.ping()

    def listener(self) -> Redis:
        """A client with a connection of its own, to listen for what is published. It waits as long as it takes."""
        return self._server.listener()

    def create(
        self, game_id: str, record: bytes, ttl: int, lines: Sequence[Line] = (), news: Sequence[str] = ()
    ) -> bool:
        """Keep the record of a new game; False, and nothing is changed, where there is one of this id.

        Lines and news are those of a change.
        """
        args: list[bytes | str | int] = [record, ttl, *news]
        return bool(self._server.run(_CREATE, [_record_key(game_id)], args, first=written(lines)))

    def load(self, game_id: str) -> bytes | None:
        """The record of a game."""
        return cast("bytes | None", self._server.client.get(_record_key(game_id)))

    def load_all(self, game_ids: Sequence[str]) -> list[bytes | RedisError | None]:
        """The records of games; errors for those whose server, one of several, cannot be reached."""
        return self._server.each([("GET", _record_key(game_id)) for game_id in game_ids])

    def load_since(self, game_id: str, place: int) -> Stored:
        """The record of a game, and its events from a place on (the first has place 0), as they are at one moment."""
        record, events = self._server.with_list(_record_key(game_id), _events_key(game_id), place)
        return Stored(record, _unpacked(events)[place:] if isinstance(events, bytes) else events)

    def commit(self, game_id: str, change: Change) -> Stored | None:
        """Make a change; if it is an event, tell whoever listens that something has happened in the game.

        None when it is done. Where the game is not as it was read, nothing is changed, and what is there now comes
        back, as from `load_since`.
        """
        event = change.event or b""
        if change.is_last:
            there = self.load_since(game_id, 0)
            if there.record != change.before:
                return Stored(there.record, there.events[change.since :])
            event = _packed([*there.events, event])
        keys = [_record_key(game_id), _events_key(game_id)]
        args: list[bytes | str | int] = [
            change.before,
            change.after,
            event,
            int(change.is_last),
            change.ttl,
            game_id,
            *change.news,
        ]
        done = self._server.run(_COMMIT, keys, args, first=written(change.lines))
        return None if done else self.load_since(game_id, change.since)


def _packed(events: Sequence[bytes]) -> bytes:
    """Events, none of which has a line feed, in little space."""
    return zlib.compress(b"\n".join(events), zlib.Z_BEST_COMPRESSION)


def _unpacked(events: bytes) -> list[bytes]:
    return zlib.decompress(events).split(b"\n")


def _record_key(game_id: str) -> str:
    return f"game:{{{game_id}}}"


def _events_key(game_id: str) -> str:
    return f"game:{{{game_id}}}:events"
