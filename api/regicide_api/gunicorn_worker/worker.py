"""The worker process: gunicorn's threaded worker, in which no thread waits for a slow client.

In gunicorn's own worker a thread reads a request for as long as the client takes to send it, and a client that does not
close its connection blocks the whole process for two seconds. Here the event loop of the process receives requests,
dispatches complete ones to threads, and lingers on closing connections. At the connection limit, connections without an
in-flight request are evicted: the longest-silent one first, and idle ones before those that were just accepted.
"""

from __future__ import annotations

import errno
import socket
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from selectors import EVENT_READ
from typing import Any, Final

from gunicorn.http import Request
from gunicorn.workers.gthread import ThreadWorker
from werkzeug.exceptions import RequestTimeout

from regicide_api.gunicorn_worker.connection import REQUEST_TIMEOUT_S, Connection
from regicide_api.gunicorn_worker.connection_queue import ConnectionQueue
from regicide_api.gunicorn_worker.framing import Framing
from regicide_api.http.error_responses import write_problem
from regicide_api.http.load_shedding import InFlight

_MAX_ACCEPTS: Final = 16
"""Connections accepted in one round of the event loop."""

_REJECTED: Final = {
    Framing.LINE_TOO_LONG: HTTPStatus.REQUEST_URI_TOO_LONG,
    Framing.HEAD_TOO_LONG: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
}


class Worker(ThreadWorker):
    """The worker process.

    `pending_conns` are connections that wait for a request or linger after the last response; `keepalived_conns` are
    idle. All other connections are handled by a thread. `in_flight` is the counter of the application, set after it is
    loaded. Everything that is not overridden here is gunicorn's.
    """

    pending_conns: Any
    keepalived_conns: Any

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.pending_conns, self.keepalived_conns = ConnectionQueue(), ConnectionQueue()
        self.in_flight = InFlight()

    # Accepting and evicting

    def accept(self, listener: socket.socket) -> None:
        """Accept new connections."""
        try:
            for _ in range(_MAX_ACCEPTS):
                if self.nr_conns >= self.worker_connections - 1:
                    self._evict_one()
                if self.nr_conns < self.worker_connections:
                    self._add(*listener.accept(), listener.getsockname())
        except OSError as error:  # there are no more connections, or no file is free:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                self._evict_one()

    def _add(self, client: socket.socket, address: Any, server: Any) -> None:
        self.nr_conns += 1
        connection = Connection(self.cfg, client, address, server)
        self._await_bytes(connection, self.pending_conns)
        self._on_readable(connection, client)

    def _evict_one(self) -> None:
        """Close the connection that has waited longest for a request or lingers; an idle one if all are recent."""
        pending, idle = self.pending_conns, self.keepalived_conns
        if idle and (not pending or pending[0].is_recent):
            self._drop(idle[0])
        elif pending:
            self._drop(pending[0])

    def _evict_one_if_full(self) -> None:
        """Evict a connection at the limit, where the listener is not polled and `accept` does not run."""
        if self.nr_conns >= self.worker_connections:
            self._evict_one()

    # Receiving

    def _await_bytes(self, connection: Connection, queue: Any) -> None:
        """Queue a connection, and poll it for bytes."""
        queue.append(connection)
        self.poller.register(connection.sock, EVENT_READ, partial(self._on_readable, connection))

    def _on_readable(self, connection: Connection, _: object) -> None:
        """Receive bytes or the end of the stream. The connection may have been dropped in the same round."""
        if connection.sock.fileno() < 0:
            return
        if not connection.receive():
            self._drop(connection)
        elif not connection.is_lingering:
            self._classify(connection)

    def _classify(self, connection: Connection) -> None:
        """Dispatch a received request to a thread, reject an invalid one, or await the rest."""
        framing = connection.framing
        if framing in _REJECTED:
            self._reject(connection, _REJECTED[framing])
        elif framing in (Framing.PARTIAL, Framing.EXPECTS_CONTINUE):
            self._await_rest(connection, framing)
        else:
            self._remove(connection)
            connection.dispatch(framing)
            self.in_flight.begin()
            self.enqueue_req(connection)

    def _await_rest(self, connection: Connection, framing: Framing) -> None:
        if framing is Framing.EXPECTS_CONTINUE:
            connection.send_continue()
        if connection.received and connection in self.keepalived_conns:
            self.keepalived_conns.remove(connection)
            connection.restart_timeout(REQUEST_TIMEOUT_S)
            self.pending_conns.append(connection)
        self._evict_one_if_full()

    def _reject(self, connection: Connection, status: HTTPStatus) -> None:
        """Answer with a problem, and close the connection."""
        with suppress(OSError):
            write_problem(connection.sock, status, status.phrase, status.description)
        self._remove(connection)
        self._linger(connection)

    def _remove(self, connection: Connection) -> None:
        """Stop polling a connection, and remove it from its queue."""
        self.poller.unregister(connection.sock)
        queue = self.pending_conns if connection in self.pending_conns else self.keepalived_conns
        queue.remove(connection)

    # Closing

    def _drop(self, connection: Connection) -> None:
        self._remove(connection)
        self._close(connection)

    def _close(self, connection: Connection) -> None:
        self.nr_conns -= 1
        connection.close()

    def _linger(self, connection: Connection) -> None:
        """Close the sending side, and wait for the client to close."""
        try:
            connection.shutdown_write()
            self._await_bytes(connection, self.pending_conns)
            self._evict_one_if_full()
        except (OSError, ValueError):  # the client has closed the connection
            self._close(connection)

    def murder_pending(self) -> None:
        """Close connections after their timeout; a partial request is answered with 408."""
        now = time.monotonic()
        while self.pending_conns and self.pending_conns[0].timeout <= now:
            connection = self.pending_conns[0]
            if connection.received:
                self._reject(connection, HTTPStatus.REQUEST_TIMEOUT)
            else:
                self._drop(connection)

    def _cap_keepalive(self, deadline: float) -> None:
        """Limit all timeouts, because the process is about to exit."""
        for connection in (*self.keepalived_conns, *self.pending_conns):
            connection.timeout = min(connection.timeout, deadline)

    # Answering

    def handle_request(self, req: Request, conn: Any) -> bool:
        """Answer a request. Returns whether to keep the connection. Runs in a thread, like `handle`."""
        if not conn.is_complete:
            req.force_close()
        with conn.send_timeout():
            return super().handle_request(req, conn)

    def handle_error(self, req: Request | None, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """Answer a request that gunicorn cannot parse, or that has timed out."""
        if isinstance(exc, RequestTimeout):
            status = HTTPStatus.REQUEST_TIMEOUT
            write_problem(client, status, status.phrase, status.description)
        else:
            super().handle_error(req, client, addr, exc)

    def finish_request(self, conn: Any, fs: Future[bool]) -> None:
        """Await the next request of a connection, or close it."""
        self.in_flight.end()
        if fs.cancelled() or fs.exception() or not fs.result():
            self._linger(conn)
            return
        conn.take_back()
        conn.sock.setblocking(False)
        conn.restart_timeout(self.cfg.keepalive)
        self._await_bytes(conn, self.keepalived_conns)
        self._classify(conn)
