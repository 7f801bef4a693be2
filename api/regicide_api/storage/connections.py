"""The connections of one process to one server. Each carries one round trip at a time.

redis-py's own clients and pools lock, poll the socket and report to OpenTelemetry before and after each command, which
takes three times as long as the round trip itself, and five times under gevent. Here a connection comes from a list,
and is polled only if it has been idle.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from threading import Condition
from typing import Any, Final, TypeAlias

from hiredis import pack_command
from redis.connection import ConnectionInterface
from redis.exceptions import MaxConnectionsError, ReadOnlyError, RedisError, ResponseError
from redis.exceptions import TimeoutError as StoreTimeoutError

from regicide_api.storage.urls import connector

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
