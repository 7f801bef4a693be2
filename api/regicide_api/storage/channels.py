"""Channels on which changes are published: one for each topic, so that a process hears of what its clients follow only.

A topic is a game, the inbox of an agent, the events of its games, or a question. It is the name of a channel, with the
hash tag of the game or the agent. A cluster of Redis 7 publishes it on the node of the keys with the same tag; when
their slot moves to another node, the subscriptions end. An older cluster forwards all messages to all nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from redis.exceptions import TimeoutError as StoreTimeoutError

from regicide_api.storage.client import RedisClient, StorePart
from regicide_api.storage.connections import READ_TIMEOUT_S, Command, connector

_PREFIX: Final = "changes:"
_KINDS: Final = {
    f"{sharded}{kind}".encode(): kind for kind in ("subscribe", "unsubscribe", "message") for sharded in ("", "s")
}


def game_topic(game_id: str) -> str:
    """The topic on which changes of a game are published."""
    return f"{_PREFIX}{{{game_id}}}"


def inbox_topic(agent: str) -> str:
    """The topic on which changes of an inbox are published."""
    return f"{_PREFIX}@{{{agent}}}"


def agent_topic(agent: str) -> str:
    """The topic on which events of an agent's games are published."""
    return f"{_PREFIX}+{{{agent}}}"


def question_topic(name: str) -> str:
    """The topic on which the answer to a question is published."""
    digest, _, agent = name.partition("-")
    return f"{_PREFIX}{digest}-{{{agent}}}"


def publication(redis: RedisClient, *topics: str) -> list[str]:
    """The arguments of a script that publishes topics: the command, then the topics."""
    return [redis.publish_command, *topics]


def publish_command(redis: RedisClient, topic: str) -> Command:
    """The command that publishes a topic."""
    return (redis.publish_command, topic, "")


class Channels(StorePart):
    """The servers of a store, by their URLs, as listeners subscribe to them."""

    def server_of(self, topic: str) -> str:
        """The server that publishes a topic. Raises RedisError if there is none."""
        return self._redis.server_of(topic)

    def connect(self, server: str) -> ChannelConnection:
        """A connection to a server. Raises RedisError."""
        return ChannelConnection(server, "S" if self._redis.is_sharded else "")

    def refresh(self) -> None:
        """Find out again which servers there are. Raises RedisError."""
        self._redis.refresh_servers()


class ChannelConnection:
    """A connection to one server for subscriptions: one thread reads it, others send. All raise RedisError.

    redis-py's own subscriber of a cluster polls its nodes one after the other; its subscriber of a server reconnects in
    any thread that sends.
    """

    def __init__(self, url: str, prefix: str) -> None:
        self._prefix = prefix
        self._connection: Any = connector(url, protocol=2)()
        self._connection.connect()

    def subscribe(self, topics: Sequence[str]) -> None:
        """Ask for the changes of topics. The server confirms each."""
        self._send((f"{self._prefix}SUBSCRIBE", topic) for topic in topics)

    def unsubscribe(self, topics: Sequence[str]) -> None:
        """Ask for them no more. The server confirms each."""
        self._send((f"{self._prefix}UNSUBSCRIBE", topic) for topic in topics)

    def ping(self) -> None:
        """Ask for a `pong`."""
        self._send(iter([("PING",)]))

    def _send(self, commands: Iterator[tuple[str, ...]]) -> None:
        """Send commands, unless an error has closed the connection, which the thread that reads it gets, too."""
        if self._connection.is_connected:
            self._connection.send_packed_command(self._connection.pack_commands(commands), check_health=False)

    def read(self) -> tuple[str, str] | None:
        """The next message: its kind and topic; None if there is none for READ_TIMEOUT_S.

        The kinds are `message`, `subscribe` and `unsubscribe`, and `pong`.
        """
        try:
            found = self._connection.read_response(timeout=READ_TIMEOUT_S, disconnect_on_error=False)
        except StoreTimeoutError:
            return None
        if not isinstance(found, list) or found[0] not in _KINDS:
            return "pong", ""
        return _KINDS[found[0]], found[1].decode()

    def close(self) -> None:
        """Close the connection."""
        self._connection.disconnect()
