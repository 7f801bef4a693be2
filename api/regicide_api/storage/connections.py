"""The connections of one process to one server, by its URL. Each carries one round trip at a time.

redis-py's own clients and pools lock, poll the socket and report to OpenTelemetry before and after each command, which
takes three times as long as the round trip itself, and five times under gevent. Here a connection comes from a list,
and is polled only if it has been idle.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from inspect import signature
from threading import Condition
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qs, unquote, urlsplit

from hiredis import pack_command
from redis.backoff import NoBackoff
from redis.connection import Connection, ConnectionInterface, parse_url
from redis.exceptions import MaxConnectionsError, ReadOnlyError, RedisError, ResponseError
from redis.exceptions import TimeoutError as StoreTimeoutError
from redis.retry import Retry
from redis.sentinel import Sentinel

SENTINEL_SCHEMES: Final = {"redis+sentinel": "redis", "rediss+sentinel": "rediss"}
"""The URL schemes of Sentinels, each with the scheme of the servers."""

SENTINEL_PORT: Final = 26379

CONNECT_TIMEOUT_S: Final = 2.0
READ_TIMEOUT_S: Final = 5.0
CONNECTION_OPTIONS: Final[dict[str, Any]] = {
    "socket_connect_timeout": CONNECT_TIMEOUT_S,
    "socket_timeout": READ_TIMEOUT_S,
    "retry": Retry(NoBackoff(), 0),
}

_OPTIONS: Final = frozenset(
    {"client_name", "db", "password", "socket_connect_timeout", "socket_keepalive", "socket_timeout", "username"}
)
"""The options of redis-py's connections that a URL may have, besides those of TLS."""


def connector(url: str, protocol: int) -> Callable[[], ConnectionInterface]:
    """A function that makes a connection to the server of a URL, which speaks a version of the protocol of Redis.

    Its options come from the URL, then from CONNECTION_OPTIONS. The function raises RedisError if no Sentinel knows the
    primary. Raises ValueError for an invalid URL.
    """
    is_watched = urlsplit(url).scheme in SENTINEL_SCHEMES
    sentinels = parse_addresses(url, SENTINEL_PORT) if is_watched else []
    kind, given = parse_options(server_url(url, SENTINEL_SCHEMES, sentinels[0]) if is_watched else url)
    options = {**CONNECTION_OPTIONS, **given, "protocol": protocol}
    if not is_watched:
        return lambda: kind(**options)
    name = unquote(urlsplit(url).path[1:])
    if not name or "/" in name or not name.isprintable():
        raise ValueError("missing name of the primary: expected redis+sentinel://HOST:PORT,HOST:PORT/NAME")
    watched = Sentinel(sentinels, sentinel_kwargs=_sentinel_options(url, given))

    def connect_to_primary() -> ConnectionInterface:
        host, port = watched.discover_master(name)
        return kind(**{**options, "host": host, "port": port})

    return connect_to_primary


def parse_options(url: str) -> tuple[type[ConnectionInterface], dict[str, Any]]:
    """The kind of the connections to one server, and their options. Raises ValueError for an unknown one in the URL."""
    options = parse_url(url)
    kind = options.pop("connection_class", Connection)
    names = {name for each in kind.__mro__ for name in signature(each).parameters}
    known = {name for name in names if name in _OPTIONS or name.startswith("ssl_")}
    for name in parse_qs(urlsplit(url).query).keys() - known:
        raise ValueError(f"unknown option {name!r} of REDIS_URL: expected one of {', '.join(sorted(known))}")
    return kind, options


def _sentinel_options(url: str, given: dict[str, Any]) -> dict[str, Any]:
    """The options of the connections to Sentinels: TLS as for the servers, and no password."""
    tls = {name: option for name, option in given.items() if name.startswith("ssl_")}
    is_tls = SENTINEL_SCHEMES[urlsplit(url).scheme] == "rediss"
    return {**CONNECTION_OPTIONS, "socket_timeout": CONNECT_TIMEOUT_S, "ssl": is_tls, **tls}


def parse_addresses(url: str, default_port: int) -> list[tuple[str, int]]:
    """The hosts and ports that a URL names. Raises ValueError for a URL without a host."""
    parts = urlsplit(url)
    addresses = [urlsplit(f"//{address}") for address in parts.netloc.rpartition("@")[2].split(",")]
    hosts = [(address.hostname or "", address.port or default_port) for address in addresses]
    if not all(host for host, _ in hosts):
        raise ValueError(f"missing host: expected one or more, as in {parts.scheme}://HOST:PORT,HOST:PORT")
    return hosts


def server_url(url: str, schemes: dict[str, str], address: tuple[str, int]) -> str:
    """The URL of one server, with the password and the options of a URL of several."""
    parts, (host, port) = urlsplit(url), address
    user, at, _ = parts.netloc.rpartition("@")
    name = f"[{host}]" if ":" in host else host
    return parts._replace(scheme=schemes[parts.scheme], netloc=f"{user}{at}{name}:{port}", path="").geturl()


Command: TypeAlias = tuple[bytes | str | int, ...]
"""A command and its arguments. The first one is its key, if commands of several nodes are sent in one batch."""

_READ_ONLY: Final = "-READONLY "
"""Redis 6.2 has the error of a command in a script at the end of its own error."""

MAX_UNPOLLED_S: Final = 1.0
"""Idle time after which a connection is polled: the server may have closed it."""


class Connections:
    """At most `limit` connections to the server of a URL. If all are in use, a thread waits for one.

    A child process makes connections of its own.
    """

    def __init__(self, url: str, limit: int, wait_timeout_s: float) -> None:
        self._connector = connector(url, protocol=3)  # in which maps, sets and scores have types
        self._limit, self._wait_timeout_s = limit, wait_timeout_s
        self._freed = Condition()
        self._reset()

    def _reset(self) -> None:
        self._idle: list[tuple[ConnectionInterface, float]] = []
        self._open = self._waiting = self._timeouts = 0
        self._process = os.getpid()

    def exchange(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands in one batch. Returns a response or a ResponseError for each.

        Nothing is sent twice. Raises another RedisError if the server does not respond, or became a replica. The
        threads that wait for a connection when it does not respond fail, too: otherwise they would wait once more.
        """
        connection = self._acquire()
        try:
            connection.send_packed_command([_packed(commands)])
            responses = [_response(connection) for _ in commands]
        except BaseException as error:
            self._timeouts += isinstance(error, StoreTimeoutError)
            self._drop(connection)
            self.close_idle()  # the server has probably closed these, too
            raise
        self._release(connection)
        return responses

    def close_idle(self) -> None:
        """Close the connections that are not in use."""
        with suppress(IndexError):  # of the last one, which another thread may take
            while True:
                self._drop(self._idle.pop()[0])

    def _acquire(self) -> ConnectionInterface:
        """A connected connection. Raises RedisError."""
        if self._process != os.getpid():
            self._reset()
        while True:
            try:
                connection, since = self._idle.pop()
            except IndexError:
                if (new := self._new_or_wait()) is not None:
                    return new
            else:
                if time.monotonic() - since < MAX_UNPOLLED_S or _is_usable(connection):
                    return connection
                self._drop(connection)

    def _new_or_wait(self) -> ConnectionInterface | None:
        """A new connection; None after waiting until one may be idle. Raises RedisError."""
        with self._freed:
            if self._open >= self._limit:
                self._wait()
                return None
            self._open += 1
        connection: ConnectionInterface | None = None
        try:
            connection = self._connector()
            connection.connect()
        except BaseException as error:
            self._timeouts += isinstance(error, StoreTimeoutError)
            self._drop(connection)
            raise
        return connection

    def _wait(self) -> None:
        """Wait, with the lock, until a connection may be idle or may be made.

        Raises MaxConnectionsError, or StoreTimeoutError if the server did not respond to another thread meanwhile.
        """
        timeouts = self._timeouts
        self._waiting += 1
        try:
            if not self._freed.wait_for(lambda: self._idle or self._open < self._limit, self._wait_timeout_s):
                raise MaxConnectionsError("all connections are in use")
        finally:
            self._waiting -= 1
        if self._timeouts > timeouts:
            raise StoreTimeoutError("the server does not respond")

    def _release(self, connection: ConnectionInterface) -> None:
        """Make a connection idle. A waiting thread has counted itself before it looks at the idle ones."""
        self._idle.append((connection, time.monotonic()))
        if self._waiting:
            with self._freed:
                self._freed.notify()

    def _drop(self, connection: ConnectionInterface | None) -> None:
        """Close a connection."""
        if connection is not None:
            connection.disconnect()
        with self._freed:
            self._open -= 1
            self._freed.notify_all()


def _is_usable(connection: ConnectionInterface) -> bool:
    """Whether the server has neither closed the connection nor sent anything."""
    try:
        return not connection.can_read()
    except (RedisError, OSError):
        return False


def _packed(commands: Sequence[Command]) -> bytes:
    """Commands in the protocol of Redis. The method of connections would encode each argument in Python first."""
    return b"".join([pack_command(command) for command in commands])  # type: ignore[arg-type] # it allows one argument


def _response(connection: ConnectionInterface) -> Any:
    """The next response, or the error that the server responds.

    Raises an error that the server is a replica: another one is the primary, to which a new connection may lead.
    """
    try:
        return connection.read_response()
    except ResponseError as error:
        if isinstance(error, ReadOnlyError) or _READ_ONLY in str(error):
            raise
        return error
