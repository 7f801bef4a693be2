"""The connections of one process to one server, by its URL. Each carries one round trip at a time.

redis-py's own pools lock, poll the socket and report to OpenTelemetry before and after each command, which takes twice
as long as the round trip itself, and longer under gevent; its pipelines take as long again. Here a connection comes
from a list, and is polled only if it has been idle.
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
from weakref import finalize

from hiredis import pack_command
from redis.backoff import NoBackoff
from redis.connection import Connection, ConnectionInterface, parse_url
from redis.exceptions import MaxConnectionsError, NoScriptError, ReadOnlyError, RedisError, ResponseError
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
"""A command and its arguments. The first one is its key or channel, except of a script, and of INFO and the like."""

_READ_ONLY: Final = "-READONLY "
"""Redis 6.2 has the error of a command in a script at the end of its own error."""

MAX_UNPOLLED_S: Final = 1.0
"""Idle time after which a connection is polled: the server may have closed it."""


class Connections:
    """At most `limit` connections to the server of a URL. If all are in use, a thread waits for one.

    Each new connection sends the commands of `setup`. A child process makes connections of its own.
    """

    def __init__(self, url: str, limit: int, wait_timeout_s: float, setup: Sequence[Command] = ()) -> None:
        self._connector = connector(url, protocol=3)  # in which maps, sets and scores have types
        self._limit, self._wait_timeout_s, self._setup = limit, wait_timeout_s, setup
        self._places: list[_Place] = []
        """Idle connections, of which the last one is used next, after the places of those not made yet."""
        self._reset()
        finalize(self, _close_all, self._places).atexit = False  # closes connections without an owner

    def _reset(self) -> None:
        self._places[:] = [_EMPTY] * self._limit
        self._freed = Condition()
        self._waiting = self._timeouts = 0
        self._process = os.getpid()

    def exchange(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands in one batch. Returns a response or a ResponseError for each.

        Nothing is sent twice, except from a script on that the server has forgotten: it has not run. Raises another
        RedisError if the server does not respond, or became a replica. The threads that wait for a connection when it
        does not respond fail, too: otherwise they would wait once more.
        """
        responses = self._exchange(commands)
        for index, response in enumerate(responses):
            if isinstance(response, NoScriptError):
                return responses[:index] + self._exchange([*self._setup, *commands[index:]])[len(self._setup) :]
        return responses

    def _exchange(self, commands: Sequence[Command]) -> list[Any]:
        if self._process != os.getpid():
            self._reset()
        connection: ConnectionInterface | None = None
        place = self._take()
        try:
            connection = _usable(place) or self._new()
            responses = _send(connection, commands)
        except BaseException as error:
            self._timeouts += isinstance(error, StoreTimeoutError)
            if connection:
                connection.disconnect()
            self._places.insert(0, _EMPTY)
            self.close_idle()  # the server has probably closed these, too
            raise
        self._places.append((connection, time.monotonic()))
        if self._waiting:  # a thread counts itself before it looks at the places
            with self._freed:
                self._freed.notify()
        return responses

    def close_idle(self) -> None:
        """Close the connections that are not in use."""
        with self._freed:
            self._places[:0] = [_EMPTY] * _close_all(self._places)
            self._freed.notify_all()

    def _take(self) -> _Place:
        while True:
            try:
                return self._places.pop()
            except IndexError:
                self._wait()

    def _wait(self) -> None:
        """Wait until there may be a place.

        Raises MaxConnectionsError, or StoreTimeoutError if the server did not respond to another thread meanwhile.
        """
        timeouts = self._timeouts
        with self._freed:
            self._waiting += 1
            try:
                if not self._freed.wait_for(lambda: self._places, self._wait_timeout_s):
                    raise MaxConnectionsError("all connections are in use")
            finally:
                self._waiting -= 1
        if self._timeouts > timeouts:
            raise StoreTimeoutError("the server does not respond")

    def _new(self) -> ConnectionInterface:
        """A new connection. Raises RedisError."""
        connection = self._connector()
        connection.connect()
        try:
            raise_first_error(_send(connection, self._setup))
        except BaseException:
            connection.disconnect()
            raise
        return connection


_Place: TypeAlias = tuple[ConnectionInterface | None, float]
"""A connection, if it is made, and when its last use ended."""

_EMPTY: Final = (None, 0.0)


def _usable(place: _Place) -> ConnectionInterface | None:
    """The connection of a place, if the server has neither closed it nor sent anything; else it is closed."""
    connection, used_at = place
    if connection is None or time.monotonic() - used_at < MAX_UNPOLLED_S:
        return connection
    with suppress(RedisError, OSError):
        if not connection.can_read():
            return connection
    connection.disconnect()
    return None


def _close_all(places: list[_Place]) -> int:
    """Close connections, of which other threads may take some. Returns the number of their places."""
    closed = 0
    with suppress(IndexError):
        while True:
            connection, _ = places.pop()
            closed += 1
            if connection:
                connection.disconnect()
    return closed


def raise_first_error(responses: list[Any]) -> list[Any]:
    """The responses, if none of them is an error."""
    for response in responses:
        if isinstance(response, RedisError):
            raise response
    return responses


def _send(connection: ConnectionInterface, commands: Sequence[Command]) -> list[Any]:
    """Send commands. The method of connections that packs them would encode each argument in Python first."""
    connection.send_packed_command([b"".join(map(pack_command, commands))])  # type: ignore[arg-type] # of any length
    return [_response(connection) for _ in commands]


def _response(connection: ConnectionInterface) -> Any:
    """The next response, or the error that the server responds.

    Raises an error that a new connection may repair: the server is a replica, as another one is the primary by now.
    """
    try:
        return connection.read_response()
    except ResponseError as error:
        if isinstance(error, ReadOnlyError) or _READ_ONLY in str(error):
            raise
        return error
