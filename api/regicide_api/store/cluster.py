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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Semaphore
from typing import Any, Final, cast
from urllib.parse import SplitResult, urlsplit

from redis import ConnectionPool, Redis, RedisCluster
from redis.backoff import NoBackoff
from redis.cluster import PRIMARY, ClusterNode
from redis.exceptions import (
    AskError,
    ClusterDownError,
    ClusterError,
    ConnectionError,  # noqa: A004 - redis calls it so
    MaxConnectionsError,
    RedisClusterException,
    RedisError,
    SlotNotCoveredError,
    TimeoutError,  # noqa: A004 - redis calls it so
    TryAgainError,
)
from redis.retry import Retry

from regicide_api.store.server import (
    ANSWER_TIMEOUT,
    CONNECT_TIMEOUT,
    MOST_CONNECTIONS,
    Command,
    Server,
    listening,
    script,
)

SCHEMES: Final = {"redis+cluster": "redis", "rediss+cluster": "rediss"}
"""The schemes of URLs that name a cluster, and what each of its servers is reached by."""

ATTEMPTS: Final = 8

_LOOK: Final = script("look")


class Cluster(Server):
    """The cluster that the servers of a URL belong to: `redis+cluster://HOST:PORT,HOST:PORT`. One of them is enough.

    It is asked for its slots when the first command is sent, by each process for itself.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._nodes = nodes_of(url)
        self._made: _Client | None = None

    @property
    def client(self) -> Redis:
        """What sends commands alone, each to the server of its key."""
        return cast("Redis", self._cluster)

    @property
    def _cluster(self) -> _Client:
        """Threads that come first at the same time may each make one; they all work, and the last is kept."""
        if self._made is None:
            with _as_redis_errors():
                self._made = _client(self.url, self._nodes)
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

    def with_list(self, record: str, list_: str, place: int) -> list[Any]:
        """The same as of one server; a script, because a transaction cannot be redirected."""
        return cast("list[Any]", self.run(_LOOK, [record, list_], [place]))

    def ping(self) -> None:
        """Ask whether the cluster is in order, as far as any of its servers can tell."""
        for node in self._cluster.servers():
            if self._cluster.is_in_order(node):
                return
        raise ClusterDownError("no server of the cluster says that its state is ok")

    def listener(self) -> Redis:
        """A client that listens at one of the servers, whichever: they tell each other what is published."""
        node = random.choice(self._cluster.servers())  # noqa: S311 - no secret
        return listening(_url_of(urlsplit(self.url), _netloc(node)))

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


class _Client(RedisCluster):
    """The client of redis-py, whose every error is a RedisError, and which knows servers that have no slots yet."""

    RedisClusterRequestTTL = 64
    """How often a command is redirected: for a second or so, while the keys that it needs are on their way."""

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command to where its key is."""
        with _as_redis_errors():
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def get_node(
        self, host: str | None = None, port: int | None = None, node_name: str | None = None
    ) -> ClusterNode | None:
        """A server by its address. One that is being given its first slot is in no list, and gets commands already."""
        node: ClusterNode | None = super().get_node(host, port, node_name)  # type: ignore[no-untyped-call]
        if node is None and node_name:
            host, _, text = node_name.rpartition(":")
            node = self.nodes_manager.nodes_cache.setdefault(node_name, ClusterNode(host, int(text), PRIMARY))  # type: ignore[no-untyped-call]
        return node

    def servers(self) -> list[ClusterNode]:
        """All that are known, replicas too."""
        return list(self.nodes_manager.nodes_cache.values())

    def owner_of(self, key: str) -> ClusterNode | None:
        """The server that has a key, as far as is known; None where its slot is nobody's."""
        try:
            return self.nodes_manager.get_node_from_slot(self.keyslot(key))  # type: ignore[no-untyped-call]
        except SlotNotCoveredError:
            return None

    def batch(self, node: ClusterNode, commands: Sequence[Command]) -> list[Any]:
        """Send commands to a server as one batch. Where it does not answer, others are asked who has its slots now."""
        pipeline = self.get_redis_connection(node).pipeline(transaction=False)
        for command in commands:
            pipeline.execute_command(*command)  # type: ignore[no-untyped-call]
        try:
            return pipeline.execute(raise_on_error=False)
        except (ConnectionError, TimeoutError):
            with _as_redis_errors():
                self.nodes_manager.initialize(last_failed_node_name=node.name)
            raise

    def is_in_order(self, node: ClusterNode) -> bool:
        """Whether a server answers, and says that the cluster is in order."""
        try:
            said: dict[str, str] = self.execute_command("CLUSTER INFO", target_nodes=node)
        except RedisError:
            return False
        return said["cluster_state"] == "ok"


class _Connections(ConnectionPool):
    """The connections to one server of a cluster. A thread that finds all in use waits its turn.

    It is no BlockingConnectionPool, for that lends without the lock under which the cluster's client closes idle ones.
    """

    def __init__(self, **options: Any) -> None:
        self._turns = Semaphore(MOST_CONNECTIONS)
        super().__init__(**options)

    def get_connection(self, *command: Any, **options: Any) -> Any:
        """A connection; where it cannot be made, the pool itself releases it."""
        if not self._turns.acquire(timeout=ANSWER_TIMEOUT):
            raise MaxConnectionsError("all connections are in use")
        return super().get_connection(*command, **options)

    def release(self, connection: Any) -> None:
        """Let another thread have a connection."""
        super().release(connection)
        self._turns.release()


def _client(url: str, nodes: Sequence[ClusterNode]) -> _Client:
    """A client that sends nothing again. While it is made it does, to find a server that tells it all about commands.

    Slots that nobody has are no fault before a key of theirs is needed.
    """
    first, *others = nodes
    made = _Client(
        url=_url_of(urlsplit(url), _netloc(first)),
        startup_nodes=others,
        require_full_coverage=False,
        retry=Retry(NoBackoff(), ATTEMPTS),
        connection_pool_class=_Connections,
        socket_connect_timeout=CONNECT_TIMEOUT,
        socket_timeout=ANSWER_TIMEOUT,
    )
    made.set_retry(Retry(NoBackoff(), 0))
    return made


@contextmanager
def _as_redis_errors() -> Iterator[None]:
    """Some errors of redis-py's cluster client are no RedisError; over a cluster without any slots it stumbles."""
    try:
        yield
    except RedisClusterException as error:
        raise ClusterError(str(error)) from error
    except IndexError as error:
        raise ClusterDownError("the cluster has no slots") from error


def nodes_of(url: str) -> list[ClusterNode]:
    """The servers that a URL names.

    Raises ValueError where it names none, or what a cluster does not have.
    """
    parts = urlsplit(url)
    addresses = [urlsplit(f"//{address}") for address in parts.netloc.rpartition("@")[2].split(",")]
    if parts.path not in {"", "/", "/0"}:
        raise ValueError("a cluster has no databases but 0: leave out the path, as in redis+cluster://HOST:PORT")
    if not all(address.hostname for address in addresses):
        raise ValueError("name one server or more, as in redis+cluster://HOST:PORT,HOST:PORT")
    return [ClusterNode(address.hostname, address.port or 6379) for address in addresses]  # type: ignore[no-untyped-call]


def _netloc(node: ClusterNode) -> str:
    return f"[{node.host}]:{node.port}" if ":" in node.host else f"{node.host}:{node.port}"


def _url_of(cluster: SplitResult, netloc: str) -> str:
    """The URL of one server of a cluster, with the passwords and options of the cluster's."""
    user, at, _ = cluster.netloc.rpartition("@")
    return cluster._replace(scheme=SCHEMES[cluster.scheme], netloc=f"{user}{at}{netloc}", path="").geturl()
