"""Client for a Redis Cluster: it differs from the client of one server in the nodes to which commands are sent.

Commands on one key, or on keys of one hash tag, are atomic as on a single server. Commands on several nodes are sent to
one node after the other; index entries are written before the change that they announce. If that change fails, entries
without a game remain, which readers of the index remove.

The client follows redirections (MOVED, ASK, TRYAGAIN), because a redirected command has not been executed. It retries
no command that may have been executed.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot
from redis.exceptions import (
    AskError,
    ClusterDownError,
    ClusterError,
    MovedError,
    NoPermissionError,
    RedisError,
    TryAgainError,
)

from regicide_api.storage.client import (
    RedisClient,
    connections_to,
    key_of,
    log_errors,
    parse_info,
    require_supported,
)
from regicide_api.storage.connections import (
    Command,
    Connections,
    parse_addresses,
    parse_options,
    raise_first_error,
    server_url,
)

SCHEMES: Final = {"redis+cluster": "redis", "rediss+cluster": "rediss"}
"""The URL schemes of clusters, each with the scheme of its nodes."""

NODE_PORT: Final = 6379

MAX_REDIRECTIONS: Final = 64
"""Redirections of one command: more than a second of attempts, for keys that are being moved between nodes."""

_TRY_AGAIN_S: Final = 0.02

_READ_TOPOLOGY: Final[list[Command]] = [("CLUSTER", "SLOTS"), ("COMMAND", "INFO", "SPUBLISH")]

Node: TypeAlias = tuple[str, int]
"""The host and the port of a node."""


class Topology:
    """The nodes of a cluster, including replicas, and which of them owns which slot, as far as known."""

    def __init__(self) -> None:
        self.owners: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        self.nodes: dict[Node, None] = {}
        self.is_sharded = False
        """Whether each node publishes its own channels only: from Redis 7 on."""

    def add(self, slots: Sequence[Any], asked: Node) -> None:
        """Add slots without an owner, from the response of a node to CLUSTER SLOTS; it may leave out its host."""
        for first, last, *members in slots:
            nodes = [((host or b"").decode() or asked[0], port) for host, port, *_ in members]
            self.nodes.update(dict.fromkeys(nodes))
            for slot in range(first, last + 1):
                self.owners[slot] = self.owners[slot] or nodes[0]


class ClusterClient(RedisClient):
    """A client for the cluster of a URL `redis+cluster://HOST:PORT,HOST:PORT`. One reachable node is enough.

    Each process connects when it sends its first command. Slots without a node are an error only when a command needs
    them.
    """

    is_cluster = True

    def __init__(self, url: str) -> None:
        self.url = url
        self._named = parse_nodes(url)
        self._by_node: dict[Node, Connections] = {}
        self._topology: Topology | None = None
        self._publisher: Node | None = None

    def batch(self, commands: Sequence[Command]) -> list[Any]:
        """Send independent commands, in one batch for each node. Returns a response or an error for each."""
        indexes_by_owner = defaultdict(list)
        for index, command in enumerate(commands):
            indexes_by_owner[self._owner_of(key_of(command))].append(index)
        responses: list[Any] = [None] * len(commands)
        for owner, indexes in indexes_by_owner.items():
            for index, response in zip(indexes, self._send(owner, [commands[index] for index in indexes]), strict=True):
                responses[index] = self._follow(commands[index], response)
        log_errors(commands, responses)
        return responses

    def pipeline(self, *stages: Sequence[Command]) -> list[Any]:
        """Send the commands of each stage, after those of the stages before it are done. Raises the first error."""
        return [response for stage in stages for response in raise_first_error(self.batch(stage))]

    def transaction(self, first: Sequence[Command], commands: Sequence[Command]) -> list[Any]:
        """Send commands, and after they are done others. Returns a response or an error for each of the others."""
        self.pipeline(first)
        return self.batch(commands)

    def ping(self) -> None:
        """Check that a node reports the state of the cluster as ok, and that its version is supported."""
        for node in self._known().nodes:
            state, version = self._send(node, [("CLUSTER", "INFO"), ("INFO", "server")])
            if isinstance(state, bytes) and parse_info(state)["cluster_state"] == "ok":
                with suppress(NoPermissionError):
                    require_supported(parse_info(*raise_first_error([version])))
                return
        raise ClusterDownError("no node reports the state of the cluster as ok")

    def memory(self) -> list[Mapping[str, Any]]:
        """The section `memory` of the answer to INFO, of each reachable primary."""
        primaries = dict.fromkeys(node for node in self._known().owners if node)
        responses = [self._send(node, [("INFO", "memory")])[0] for node in primaries]
        return [parse_info(response) for response in responses if not isinstance(response, RedisError)]

    @property
    def is_sharded(self) -> bool:  # type: ignore[override]
        """Whether each node publishes its own channels only: from Redis 7 on."""
        return self._known().is_sharded

    def server_of(self, channel: str) -> str:
        """The URL of the node that owns the slot of a channel; if nodes forward messages to each other, of any node.

        Any node is the same one until `refresh_servers`.
        """
        if not self.is_sharded and self._publisher is None:
            self._publisher = random.choice([*self._known().nodes])  # noqa: S311 - not a secret
        node = self._owner_of(channel) if self.is_sharded else self._publisher
        if node is None:
            raise ClusterDownError("no node owns the slot of a channel")
        return node_url(self.url, node)

    def refresh_servers(self) -> None:
        """Find out again which node owns which slot, and choose another node."""
        self._publisher = None
        self._refresh()

    def _known(self) -> Topology:
        """The topology that was read last. Raises RedisError if none was, and no node responds."""
        return self._topology or self._refresh()

    def _refresh(self, failed: Node | None = None) -> Topology:
        """Read the topology, from a node that failed only if no other one knows all slots."""
        nodes = dict.fromkeys([*(self._topology.nodes if self._topology else ()), *self._named])
        found = Topology()
        error: RedisError = ClusterDownError("the cluster has no slots")
        for node in sorted(nodes, key=lambda each: each == failed):
            try:
                slots, [command] = raise_first_error(self._connections_of(node).exchange(_READ_TOPOLOGY))
            except RedisError as raised:
                error = raised
                continue
            found.add(slots, node)
            found.is_sharded = command is not None
            if all(found.owners):
                break
        if not found.nodes:
            log_errors(_READ_TOPOLOGY[:1], [error])
            raise error
        self._topology = found
        return found

    def _connections_of(self, node: Node) -> Connections:
        if node not in self._by_node:
            self._by_node.setdefault(node, connections_to(node_url(self.url, node)))
        return self._by_node[node]

    def _owner_of(self, key: str) -> Node | None:
        return self._known().owners[key_slot(key.encode())]

    def _send(self, node: Node | None, commands: Sequence[Command]) -> list[Any]:
        """A response of a node or an error for each command. If the node does not respond, the others know more."""
        try:
            if node is None:
                raise ClusterDownError("no node owns the slot of a key")
            return self._connections_of(node).exchange(commands)
        except RedisError as error:
            if node is not None:
                with suppress(RedisError):
                    self._refresh(failed=node)
            return [error] * len(commands)

    def _follow(self, command: Command, response: Any) -> Any:
        """The response to a command that a node redirected, after more redirections; other responses as they are."""
        refreshed = False
        for _ in range(MAX_REDIRECTIONS):
            match response:
                case MovedError():
                    self._known().owners[response.slot_id] = response.node_addr
                    [response] = self._send(response.node_addr, [command])
                case AskError():
                    [_, response] = self._send(response.node_addr, [("ASKING",), command])
                case TryAgainError():
                    time.sleep(_TRY_AGAIN_S)
                    [response] = self._send(self._owner_of(key_of(command)), [command])
                case ClusterDownError() if not refreshed:
                    refreshed = True
                    with suppress(RedisError):
                        self._refresh()
                    [response] = self._send(self._owner_of(key_of(command)), [command])
                case _:
                    return response
        return ClusterError("too many redirections")


def parse_nodes(url: str) -> list[Node]:
    """The nodes that a URL of a cluster names.

    Raises ValueError for a URL without a host, with a database other than 0, or with an unknown option.
    """
    path = urlsplit(url).path
    if path not in {"", "/", "/0"}:
        raise ValueError(f"invalid path {path!r}: a cluster has only database 0, as in redis+cluster://HOST:PORT")
    nodes = parse_addresses(url, NODE_PORT)
    parse_options(node_url(url, nodes[0]))
    return nodes


def node_url(cluster_url: str, node: Node) -> str:
    """The URL of one node, with the password and the options of the cluster's URL."""
    return server_url(cluster_url, SCHEMES, node)
