"""The worker process: gunicorn's with threads, in which no thread waits for a slow client.

With gunicorn's own a thread reads a request, for as long as the client takes to send it; and while a client does not
close a connection that it was to close, the whole process stands still for two seconds. Here the one loop of the
process, which waits for all connections at once, collects a request, and a thread has it when it is there; the same
loop sees off those who have been answered. When there are as many connections as there may be, those make room that
have no request under way: the longest silent one first, and before those that have just come the longest idle one.
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

from regicide_api.gunicorn_worker.connection import PATIENCE, Connection
from regicide_api.gunicorn_worker.connection_queue import Group
from regicide_api.gunicorn_worker.framing import Arrival
from regicide_api.http.load_shedding import LOAD
from regicide_api.problems.gunicorn_errors import write_problem

_ACCEPTED_AT_ONCE: Final = 16
_REFUSED: Final = {
    Arrival.LONG_LINE: HTTPStatus.REQUEST_URI_TOO_LONG,
    Arrival.LONG_HEAD: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
}


class Worker(ThreadWorker):
    """The worker process.

    `pending_conns` are connections that a request has begun to arrive on, or has to, and those that take leave;
    `keepalived_conns` are idle. All others are a thread's. What is not overridden here is gunicorn's.
    """

    pending_conns: Any
    keepalived_conns: Any

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.pending_conns, self.keepalived_conns = Group(), Group()

    def accept(self, listener: socket.socket) -> None:
        """Let some new clients in."""
        try:
            for _ in range(_ACCEPTED_AT_ONCE):
                if self.nr_conns >= self.worker_connections - 1:
                    self._make_room()
                if self.nr_conns < self.worker_connections:
                    self._welcome(*listener.accept(), listener.getsockname())
        except OSError as error:  # nobody is there any more, but for:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                self._make_room()

    def _welcome(self, client: socket.socket, address: Any, server: Any) -> None:
        self.nr_conns += 1
        connection = Connection(self.cfg, client, address, server)
        self._await(connection, self.pending_conns)
        self._hear(connection, client)

    def _make_room(self) -> None:
        """Drop who has been waited for the longest, for a request or a goodbye; if all have just come, who is idle."""
        waiting, idle = self.pending_conns, self.keepalived_conns
        if idle and (not waiting or waiting[0].has_just_come):
            self._drop(idle[0])
        elif waiting:
            self._drop(waiting[0])

    def _make_room_if_full(self) -> None:
        """Nobody is let in while there are as many as there may be: then nobody is waited for."""
        if self.nr_conns >= self.worker_connections:
            self._make_room()

    # Hearing

    def _await(self, connection: Connection, group: Any) -> None:
        """Wait until something comes."""
        group.append(connection)
        self.poller.register(connection.sock, EVENT_READ, partial(self._hear, connection))

    def _hear(self, connection: Connection, _: object) -> None:
        """Something has come, if only the end. What has just been dropped may be among what is to be heard."""
        if connection.sock.fileno() < 0:
            return
        if not connection.hear():
            self._drop(connection)
        elif not connection.is_leaving:
            self._judge(connection)

    def _judge(self, connection: Connection) -> None:
        """Give a request that is there to a thread, refuse one that cannot be, and wait for the rest of another."""
        arrival = connection.arrival
        if arrival in _REFUSED:
            self._refuse(connection, _REFUSED[arrival])
        elif arrival in (Arrival.PART, Arrival.ASKS):
            self._wait_for_the_rest(connection, arrival)
        else:
            self._forget(connection)
            connection.hand_over(arrival)
            LOAD.begin()
            self.enqueue_req(connection)

    def _wait_for_the_rest(self, connection: Connection, arrival: Arrival) -> None:
        if arrival is Arrival.ASKS:
            connection.encourage()
        if connection.received and connection in self.keepalived_conns:
            self.keepalived_conns.remove(connection)
            connection.wait(PATIENCE)
            self.pending_conns.append(connection)
        self._make_room_if_full()

    def _refuse(self, connection: Connection, status: HTTPStatus) -> None:
        """Answer what is no request, or no longer one, and see the client off."""
        with suppress(OSError):
            write_problem(connection.sock, status, status.phrase, status.description)
        self._forget(connection)
        self._see_off(connection)

    def _forget(self, connection: Connection) -> None:
        """Wait for this one no more."""
        self.poller.unregister(connection.sock)
        group = self.pending_conns if connection in self.pending_conns else self.keepalived_conns
        group.remove(connection)

    def _drop(self, connection: Connection) -> None:
        self._forget(connection)
        self._close(connection)

    def _close(self, connection: Connection) -> None:
        self.nr_conns -= 1
        connection.close()

    def _see_off(self, connection: Connection) -> None:
        """Say that nothing more will come, and wait a while for the client to go."""
        try:
            connection.take_leave()
            self._await(connection, self.pending_conns)
            self._make_room_if_full()
        except (OSError, ValueError):  # the client has gone, and so has the socket
            self._close(connection)

    def murder_pending(self) -> None:
        """See to those whose time is over: who has begun a request is told so."""
        now = time.monotonic()
        while self.pending_conns and self.pending_conns[0].timeout <= now:
            connection = self.pending_conns[0]
            if connection.received:
                self._refuse(connection, HTTPStatus.REQUEST_TIMEOUT)
            else:
                self._drop(connection)

    def _cap_keepalive(self, deadline: float) -> None:
        """Wait for nobody longer than this: the process is about to end."""
        for connection in (*self.keepalived_conns, *self.pending_conns):
            connection.timeout = min(connection.timeout, deadline)

    # Answering

    def handle_request(self, req: Request, conn: Any) -> bool:
        """Answer a request; whether its connection may be kept. Runs in a thread, as `handle` does."""
        if not conn.is_whole:
            req.force_close()
        with conn.answering():
            return super().handle_request(req, conn)

    def handle_error(self, req: Request | None, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """Answer what cannot be read, with a request's time being over as one more reason."""
        if isinstance(exc, RequestTimeout):
            status = HTTPStatus.REQUEST_TIMEOUT
            write_problem(client, status, status.phrase, status.description)
        else:
            super().handle_error(req, client, addr, exc)

    def finish_request(self, conn: Any, fs: Future[bool]) -> None:
        """Wait for the next request of a connection, or see it off."""
        LOAD.end()
        if fs.cancelled() or fs.exception() or not fs.result():
            self._see_off(conn)
            return
        conn.take_back()
        conn.sock.setblocking(False)
        conn.wait(self.cfg.keepalive)
        self._await(conn, self.keepalived_conns)
        self._judge(conn)
