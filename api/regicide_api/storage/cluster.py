"""Client for a Redis Cluster.

Commands on one key, or on keys of one hash tag, are atomic as on a single server. Commands on several nodes are sent to
one node after the other; index entries are written before the change that they announce. If that change fails, entries
without a game remain, which readers of the index remove.

The client follows redirections (MOVED, ASK, TRYAGAIN), because a redirected command has not been executed. It retries
no command that may have been executed.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import Semaphore
from typing import Any, Final
from urllib.parse import urlsplit
from weakref import finalize

from redis import ConnectionPool, Redis, RedisCluster
from redis.backoff import NoBackoff
from redis.cluster import PRIMARY, ClusterNode
from redis.exceptions import (
    AskError,
    ClusterDownError,
    ClusterError,
    ConnectionError,  # noqa: A004 - the name in redis-py
    MaxConnectionsError,
    NoPermissionError,
    RedisClusterException,
    RedisError,
    SlotNotCoveredError,
    TimeoutError,  # noqa: A004 - the name in redis-py
    TryAgainError,
)
from redis.retry import Retry

from regicide_api.storage.client import (
    MAX_CONNECTIONS,
    RedisClient,
    Script,
    ScriptCall,
    describe,
    log_error,
    log_errors,
    require_supported,
)
from regicide_api.storage.connections import (
    CONNECT_TIMEOUT_S,
    READ_TIMEOUT_S,
    Command,
    parse_addresses,
    parse_options,
    server_url,
)

SCHEMES: Final = {"redis+cluster": "redis", "rediss+cluster": "rediss"}
"""The URL schemes of clusters, each with the scheme of its nodes."""

NODE_PORT: Final = 6379

CONNECT_ATTEMPTS: Final = 8
"""Nodes that a new client queries for the table of commands before it raises an error."""


class ClusterClient(RedisClient):
    """A client for the cluster of a URL `redis+cluster://HOST:PORT,HOST:PORT`. One reachable node is enough.

    Each process connects when it sends its first command.
    """

    is_cluster = True

    def __init__(self, url: str) -> None:
        self.url = url
        self._nodes = parse_nodes(url)
        self._connected: NoRetryCluster | None = None
        self._any_node: ClusterNode | None = None

    @property
    def _cluster(self) -> NoRetryCluster:
        """Several threads may connect at the same time: each makes a client, and the last one stays in use."""
        if self._connected is None:
            with cluster_errors_as_redis_errors():
                self._connected = _connect(self.url, self._nodes)
            finalize(self, self._connected.close).atexit = False  # closes connections without an owner
        return self._connected

    def command(self, *command: bytes | str | int) -> Any:
        """Send a command to the node of its key. Returns its response."""
        return self._cluster.execute_command(*command)

    def batch(self, commands: Sequence[Command]) -> list[Any]:
        """Send independent commands, in one batch for each node. Returns a response or an error for each."""
        by_node = defaultdict(list)
        for index, command in enumerate(commands):
            by_node[self._cluster.owner_of(_key_of(command))].append(index)
        responses: dict[int, Any] = {}
        for node, indexes in by_node.items():
            responses.update(zip(indexes, self._send_batch(node, [commands[index] for index in indexes]), strict=True))
        return [responses[index] for index in range(len(commands))]

    def pipeline_then(self, first: Sequence[Command], then: Sequence[Command]) -> list[Any]:
        """Send commands, and after they are done others, one after the other. Returns the responses to all."""
        return [*self.pipeline(first), *(self._cluster.execute_command(*command) for command in then)]

    def run_script_for_all(
        self, script: Script, calls: Sequence[ScriptCall], first: Sequence[Command] = ()
    ) -> list[Any]:
        """Send commands, and after they are done run a script several times. Returns a result or an error for each."""
        self.pipeline(first)
        return [self._result(script, call) for call in calls]

    def _result(self, script: Script, call: ScriptCall) -> Any:
        try:
            return self.run_script(script, *call)
        except RedisError as error:
            return error

    def ping(self) -> None:
        """Check that a node reports the state of the cluster as ok, and that its version is supported."""
        node = next(filter(self._cluster.is_ok, self._cluster.nodes()), None)
        if node is None:
            raise ClusterDownError("no node reports the state of the cluster as ok")
        with suppress(NoPermissionError):
            require_supported(self._cluster.execute_command("INFO", "server", target_nodes=node))

    def memory(self) -> list[Mapping[str, Any]]:
        """The section `memory` of the answer to INFO, of each reachable primary."""
        found = []
        for node in self._cluster.get_primaries():  # type: ignore[no-untyped-call]
            with suppress(RedisError):
                found.append(self._cluster.execute_command("INFO", "memory", target_nodes=node))
        return found

    @property
    def is_sharded(self) -> bool:  # type: ignore[override]
        """Whether each node publishes its own channels only: from Redis 7 on."""
        return "spublish" in self._cluster.commands_parser.commands

    def server_of(self, channel: str) -> str:
        """The URL of the node that owns the slot of a channel; if nodes forward messages to each other, of any node."""
        node = self._cluster.owner_of(channel) if self.is_sharded else self._publisher
        if node is None:
            raise ClusterDownError("no node owns the slot of a channel")
        return node_url(self.url, node)

    @property
    def _publisher(self) -> ClusterNode:
        """The same node until `refresh_servers`."""
        if self._any_node is None:
            self._any_node = random.choice(self._cluster.nodes())  # noqa: S311 - not a secret
        return self._any_node

    def refresh_servers(self) -> None:
        """Find out again which node owns which slot, and choose another node."""
        self._any_node = None
        with cluster_errors_as_redis_errors():
            self._cluster.nodes_manager.initialize()

    def _send_batch(self, node: ClusterNode | None, commands: Sequence[Command]) -> list[Any]:
        """The responses of one node. Redirected commands are sent again, one by one, to the node that owns the key."""
        if node is None:
            return [self._send(command) for command in commands]
        try:
            responses = self._cluster.send_batch(node, commands)
        except RedisError as error:
            return [error] * len(commands)
        return [
            self._send(command) if isinstance(response, AskError | TryAgainError | ClusterDownError) else response
            for command, response in zip(commands, responses, strict=True)
        ]

    def _send(self, command: Command) -> Any:
        try:
            return self._cluster.execute_command(*command)
        except RedisError as error:
            return error


class NoRetryCluster(RedisCluster):
    """redis-py's client, without retries, with RedisError as its only error, and with access to nodes without slots."""

    RedisClusterRequestTTL = 64
    """Redirections of one command: about a second, for keys that are being moved between nodes."""

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command to the node of its key. If no node owned the slot, nothing was sent: refresh the slots."""
        with _logged(args), cluster_errors_as_redis_errors():
            try:
                return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
            except SlotNotCoveredError:
                self.nodes_manager.initialize()
                return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def get_node(
        self, host: str | None = None, port: int | None = None, node_name: str | None = None
    ) -> ClusterNode | None:
        """A node by its address. A node that imports its first slot is not listed yet, but receives redirections."""
        node: ClusterNode | None = super().get_node(host, port, node_name)  # type: ignore[no-untyped-call]
        if node is None and node_name:
            host, _, text = node_name.rpartition(":")
            node = self.nodes_manager.nodes_cache.setdefault(node_name, ClusterNode(host, int(text), PRIMARY))
        return node

    def nodes(self) -> list[ClusterNode]:
        """All known nodes, including replicas."""
        return list(self.nodes_manager.nodes_cache.values())

    def owner_of(self, key: str) -> ClusterNode | None:
        """The node that owns the slot of a key, as far as known; None if no node does."""
        try:
            return self.nodes_manager.get_node_from_slot(self.keyslot(key))  # type: ignore[no-untyped-call]
        except SlotNotCoveredError:
            return None

    def send_batch(self, node: ClusterNode, commands: Sequence[Command]) -> list[Any]:
        """Send commands to a node in one batch. If it does not respond, refresh the slots from the other nodes."""
        try:
            return _send_batch(self.get_redis_connection(node), commands)
        except (ConnectionError, TimeoutError):
            with cluster_errors_as_redis_errors():
                self.nodes_manager.initialize(last_failed_node_name=node.name)
            raise

    def is_ok(self, node: ClusterNode) -> bool:
        """Whether a node responds, and reports the state of the cluster as ok."""
        try:
            info: dict[str, str] = self.execute_command("CLUSTER INFO", target_nodes=node)
        except RedisError:
            return False
        return info["cluster_state"] == "ok"


def _key_of(command: Command) -> str:
    """The first key of a command."""
    return str(command[3 if command[0] == "EVAL" else 1])


def _send_batch(redis: Redis, commands: Sequence[Command]) -> list[Any]:
    """Send commands to a node. Returns a response or an error for each. Raises RedisError if it does not respond."""
    pipeline = redis.pipeline(transaction=False)
    for command in commands:
        pipeline.execute_command(*command)
    try:
        responses = pipeline.execute(raise_on_error=False)
    except RedisError as error:
        log_error(describe(commands[0]), error)
        raise
    log_errors(commands, responses)
    return responses


class _ConnectionPool(ConnectionPool):
    """The connections to one node. If all are in use, a thread waits for one to be returned.

    BlockingConnectionPool does not fit: it bypasses the lock under which the cluster client closes idle connections.
    """

    def __init__(self, **options: Any) -> None:
        self._free = Semaphore(MAX_CONNECTIONS)
        super().__init__(**options)

    def get_connection(self, *command: Any, **options: Any) -> Any:
        """Acquire a connection. If it cannot be made, the base class calls `release`."""
        if not self._free.acquire(timeout=READ_TIMEOUT_S):
            raise MaxConnectionsError("all connections are in use")
        return super().get_connection(*command, **options)

    def release(self, connection: Any) -> None:
        """Return a connection."""
        super().release(connection)
        self._free.release()


def _connect(url: str, nodes: Sequence[ClusterNode]) -> NoRetryCluster:
    """A client without retries, except while it connects and fetches the table of commands.

    Slots without a node are an error only when a command needs them.
    """
    first, *others = nodes
    client = NoRetryCluster(
        url=node_url(url, first),
        startup_nodes=others,
        require_full_coverage=False,
        retry=Retry(NoBackoff(), CONNECT_ATTEMPTS),
        connection_pool_class=_ConnectionPool,
        socket_connect_timeout=CONNECT_TIMEOUT_S,
        socket_timeout=READ_TIMEOUT_S,
    )
    client.set_retry(Retry(NoBackoff(), 0))
    return client


@contextmanager
def _logged(command: Sequence[Any]) -> Iterator[None]:
    """Log the error of a command."""
    try:
        yield
    except RedisError as error:
        log_error(describe(command), error)
        raise


@contextmanager
def cluster_errors_as_redis_errors() -> Iterator[None]:
    """Convert errors of redis-py's cluster client to RedisError. It raises IndexError for a cluster without slots."""
    try:
        yield
    except RedisClusterException as error:
        raise ClusterError(str(error)) from error
    except IndexError as error:
        raise ClusterDownError("the cluster has no slots") from error


def parse_nodes(url: str) -> list[ClusterNode]:
    """The nodes that a URL of a cluster names.

    Raises ValueError for a URL without a host, with a database other than 0, or with an unknown option.
    """
    path = urlsplit(url).path
    if path not in {"", "/", "/0"}:
        raise ValueError(f"invalid path {path!r}: a cluster has only database 0, as in redis+cluster://HOST:PORT")
    nodes = [ClusterNode(*address) for address in parse_addresses(url, NODE_PORT)]
    parse_options(node_url(url, nodes[0]))
    return nodes


def node_url(cluster_url: str, node: ClusterNode) -> str:
    """The URL of one node, with the password and the options of the cluster's URL."""
    return server_url(cluster_url, SCHEMES, (node.host, node.port))
