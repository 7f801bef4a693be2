"""The client of redis-py for a cluster, made to fit: no error but RedisError, and nothing sent again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Semaphore
from typing import Any, Final
from urllib.parse import urlsplit

from redis import ConnectionPool, RedisCluster
from redis.backoff import NoBackoff
from redis.cluster import PRIMARY, ClusterNode
from redis.exceptions import (
    ClusterDownError,
    ClusterError,
    ConnectionError,  # noqa: A004 - redis calls it so
    MaxConnectionsError,
    RedisClusterException,
    RedisError,
    SlotNotCoveredError,
    TimeoutError,  # noqa: A004 - redis calls it so
)
from redis.retry import Retry

from regicide_api.storage.client import (
    ANSWER_TIMEOUT,
    CONNECT_TIMEOUT,
    MOST_CONNECTIONS,
    Command,
)

SCHEMES: Final = {"redis+cluster": "redis", "rediss+cluster": "rediss"}
"""The schemes of URLs that name a cluster, and what each of its servers is reached by."""

ATTEMPTS: Final = 8
"""How many servers are asked for what a client has to know of commands, when it is made."""


class Client(RedisCluster):
    """The client, which also knows servers that have no slots yet."""

    RedisClusterRequestTTL = 64
    """How often a command is redirected: for a second or so, while the keys that it needs are on their way."""

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command to where its key is. If that was nowhere, nothing was sent, and it may be somewhere now."""
        with as_redis_errors():
            try:
                return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
            except SlotNotCoveredError:
                self.nodes_manager.initialize()
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
            with as_redis_errors():
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


def client_of(url: str, nodes: Sequence[ClusterNode]) -> Client:
    """A client that sends nothing again. While it is made it does, to find a server that tells it all about commands.

    Slots that nobody has are no fault before a key of theirs is needed.
    """
    first, *others = nodes
    made = Client(
        url=url_of(url, first),
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
def as_redis_errors() -> Iterator[None]:
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


def url_of(cluster: str, node: ClusterNode) -> str:
    """The URL of one server of a cluster, with the password and the options of the cluster's."""
    parts = urlsplit(cluster)
    user, at, _ = parts.netloc.rpartition("@")
    host = f"[{node.host}]" if ":" in node.host else node.host
    return parts._replace(scheme=SCHEMES[parts.scheme], netloc=f"{user}{at}{host}:{node.port}", path="").geturl()
