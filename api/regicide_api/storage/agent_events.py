"""The events of an agent's games in the order of their announcement: a stream in Redis for each agent that reads it.

An entry has the id of a game and a version: the event that made it is in the list of the game. The first reader begins
the stream, each look renews it, and without one it expires. Beside it a hash has the version of each game up to which
events are announced: an announcement adds the entries since then, so that each event has one, whatever the order of the
announcements. On a single server, the script that changes a game announces its event; in a cluster, a command does so
after the change, and a reader makes up for one that is lost.

The ids of entries are places to go on from: a place is lost once its entry is removed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from regicide_api.storage.channels import channel
from regicide_api.storage.client import RedisClient, load_script
from regicide_api.storage.connections import Command

_ANNOUNCE: Final = load_script("announce", "announce_events")
_FOLLOW: Final = load_script("follow_agent")
_READ: Final = load_script("read_events")


class Announcement(NamedTuple):
    """A version of a game that is announced to an agent.

    A game without an announcement before is announced from its start; with `from_start` another one is, too. One that
    `is_late` is announced only if others were.
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


class AgentEventStreams:
    """The streams in a store. Every method is one round trip, and raises RedisError."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    def follow(self, agent: str, versions: Mapping[str, int], at_ms: int, ttl_s: int) -> tuple[str, dict[str, int]]:
        """Begin the stream of an agent after these versions of its games, or renew it, for `ttl_s`.

        Removes entries that are older. Returns a new place at its end, and the announced versions.
        """
        members = [text for member in versions.items() for text in member]
        place, told = self._redis.run_script(_FOLLOW, _keys(agent), [at_ms - 1000 * ttl_s, ttl_s, *members])
        pairs = zip(told[::2], told[1::2], strict=True)
        return place.decode(), {game_id.decode(): int(version) for game_id, version in pairs}

    def read(self, agent: str, after: str, limit: int) -> list[Announced]:
        """The next entries after a place, two numbers with a hyphen. Raises LostPlace."""
        first, *others = self._redis.run_script(_READ, _keys(agent)[:1], [after, limit + 1]) or [None]
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
    """The commands that announce events. They are sent with their text, as they follow a change."""
    return [
        ("EVAL", _ANNOUNCE.text, 2, *_keys(each.agent), *announcement_args(redis, [each])) for each in announcements
    ]


def announcement_keys(announcements: Sequence[Announcement]) -> list[str]:
    """The last keys of a script that announces the event of one game to agents."""
    return [key for each in announcements for key in _keys(each.agent)]


def announcement_args(redis: RedisClient, announcements: Sequence[Announcement]) -> list[str | int]:
    """The arguments for it: the command that publishes, the game and the version, then a mode and a channel of each."""
    if not announcements:
        return []
    _, game_id, version, *_ = announcements[0]
    each = (text for one in announcements for text in (one.mode, channel(agent_topic(one.agent))))
    return [redis.publish_command, game_id, version, *each]


def agent_topic(agent: str) -> str:
    """The topic on which the entries of an agent are published. It differs from all others."""
    return f"+{agent}"


def _keys(agent: str) -> list[str]:
    return [f"events:{{{agent}}}", f"events:{{{agent}}}:versions"]
