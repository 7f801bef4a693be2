"""A Redis Cluster: several servers, each of which keeps the keys of some slots.

What belongs to one key, or to keys of one hash tag, is one step there as on a single server. What belongs to several is
several steps: commands go to each server in turn, and what must not be missed is written before the step that makes it
true. So a step that was not reached leaves lines that say too much, which whoever reads them puts right.

The client follows the cluster's redirections (MOVED, ASK, TRYAGAIN), for a command that was redirected was not done. It
sends nothing again that may have been done.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, cast

from redis import Redis
from redis.cluster import ClusterNode
from redis.exceptions import AskError, ClusterDownError, RedisError, TryAgainError

from regicide_api.storage.client import Command, Server, listening
from regicide_api.storage.cluster_client import (
    Client,
    as_redis_errors,
    client_of,
    nodes_of,
    url_of,
)


class Cluster(Server):
    """The cluster that the servers of a URL belong to: `redis+cluster://HOST:PORT,HOST:PORT`. One of them is enough.

    It is asked for its slots when the first command is sent, by each process for itself.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._nodes = nodes_of(url)
        self._made: Client | None = None

    @property
    def client(self) -> Redis:
        """What sends commands alone, each to the server of its key."""
        return cast("Redis", self._cluster)

    @property
    def _cluster(self) -> Client:
        """Threads that come first at the same time may each make one; they all work, and the last is kept."""
        if self._made is None:
            with as_redis_errors():
                self._made = client_of(self.url, self._nodes)
        return self._made

    def each(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands to the servers of their keys, as one batch for each of these; answers, or errors."""
        places = defaultdict(list)
        for place, command in enumerate(commands):
            places[self._cluster.owner_of(str(command[1]))].append(place)
        answers: dict[int, Any] = {}
        for node, these in places.items():
            answers.update(zip(these, self._sent(node, [commands[place] for place in these]), strict=True))
        return [answers[place] for place in range(len(commands))]

    def in_turn(self, first: Sequence[Command], then: Sequence[Command]) -> list[Any]:
        """Send commands, and when they are done some more, each when the one before it is; the answers to these."""
        self.together(first)
        return [self._cluster.execute_command(*command) for command in then]

    def ping(self) -> None:
        """Ask whether the cluster is in order, as far as any of its servers can tell."""
        for node in self._cluster.servers():
            if self._cluster.is_in_order(node):
                return
        raise ClusterDownError("no server of the cluster says that its state is ok")

    def listener(self) -> Redis:
        """A client that listens at one of the servers, whichever: they tell each other what is published."""
        node = random.choice(self._cluster.servers())  # noqa: S311 - no secret
        return listening(url_of(self.url, node))

    def _sent(self, node: ClusterNode | None, commands: Sequence[Command]) -> list[Any]:
        """The answers of one server; those that it redirects are sent alone, to where they belong."""
        if node is None:
            return [self._sent_alone(command) for command in commands]
        try:
            answers = self._cluster.batch(node, commands)
        except RedisError as error:
            return [error] * len(commands)
        return [
            self._sent_alone(command) if isinstance(answer, AskError | TryAgainError | ClusterDownError) else answer
            for command, answer in zip(commands, answers, strict=True)
        ]

    def _sent_alone(self, command: Command) -> Any:
        try:
            return self._cluster.execute_command(*command)
        except RedisError as error:
            return error
