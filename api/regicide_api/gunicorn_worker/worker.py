"""The worker process: gunicorn's gevent worker, with bounds.

gunicorn's own worker waits without end for a body and for a client that does not read, and does not accept connections
while as many as its limit are open. Here `Connection` bounds all waits, and at the limit the longest-waiting connection
makes room. A request is received whole before the application gets it.
"""

from __future__ import annotations

import errno
import os
import signal
import socket
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final, NamedTuple, cast

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer
from gunicorn.http import Request
from gunicorn.http.errors import NoMoreData
from gunicorn.workers.ggevent import GeventWorker
from werkzeug.exceptions import BadRequest, HTTPException

from regicide_api.core.in_flight import InFlight
from regicide_api.core.work import PART_S, YIELD_S
from regicide_api.gunicorn_worker.connection import Connection, Successor
from regicide_api.gunicorn_worker.response import Response, Stream, create
from regicide_api.gunicorn_worker.waiting_connections import WaitingConnections
from regicide_api.http.error_responses import write_problem
from regicide_api.schemas.fields import MAX_BODY_BYTES

STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)

MAX_LINE_BYTES: Final = 8190
"""Bytes of the request line or a header: gunicorn's maximum."""

_PIECE_BYTES: Final = 512
"""The part of a body after which the time is looked at: one in chunks of a byte takes up to 3 ms."""

_MAX_ACCEPTS: Final = 64
"""Connections accepted in one round of the event loop of a busy process."""

_SPARE_PLACES: Final = 32
"""Connections above the limit: evicted ones that are not closed yet, and those that replace them."""

_NOTIFY_INTERVAL_S: Final = 1.0
"""The interval at which gunicorn's master learns that this process is alive."""

_DRAIN_ROUND_S: Final = 2.0
"""Time for which a stopping process answers further requests of its connections, and waits for clients to progress."""


class _Listener(NamedTuple):
    """What gunicorn needs of a listener, which may be closed when an accepted connection is served."""

    name: Any

    def getsockname(self) -> Any:
        """The address."""
        return self.name


class _Server(StreamServer):
    """Accepts the connections of a listener that other processes may share.

    An idle process accepts one connection in each round of the event loop, so that others get their part. The rounds of
    one with requests in flight are long: it accepts many, which would wait for a round each otherwise, and not count as
    load meanwhile.
    """

    def __init__(self, in_flight: InFlight, *arguments: Any, **options: Any) -> None:
        self._in_flight = in_flight
        super().__init__(*arguments, **options)

    @property
    def max_accept(self) -> int:  # type: ignore[override] # gevent only reads it
        """The maximum of connections to accept in this round."""
        return _MAX_ACCEPTS if self._in_flight.count else 1


class Worker(GeventWorker):
    """The worker process. `in_flight` and `on_stop` are set by the configuration, after the application is loaded."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.in_flight = InFlight()
        self.on_stop: Callable[[], None] = lambda: None
        self._waiting = WaitingConnections()
        self._stopping = Event()
        self._stops_at_once = False
        self._pool = Pool(self.worker_connections + _SPARE_PLACES)

    # The process

    def init_process(self) -> None:
        """Run the process. Settings become attributes: gunicorn looks each one up at each request, in two tables."""
        vars(self.cfg).update((name, setting.get()) for name, setting in self.cfg.settings.items())
        super().init_process()

    def run(self) -> None:
        """Serve until a signal, or until the master is gone; then, unless it is SIGQUIT, answer requests in flight."""
        servers = [self._server(listener) for listener in self.sockets]
        for server in servers:
            server.start()
        while self.alive and self.ppid == os.getppid():
            self.notify()
            self._stopping.wait(_NOTIFY_INTERVAL_S)
        self.alive = False
        for server in servers:
            server.close()
        self.on_stop()
        if not self._stops_at_once:
            self._drain()
        # The interpreter restores the default actions when it ends: the master's SIGQUIT, after a SIGINT to the whole
        # group of processes, would kill this one, and the master would log that.
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_IGN)

    def _server(self, listener: Any) -> StreamServer:
        listener.setblocking(True)
        handle = partial(self.handle, _Listener(listener.getsockname()))
        return _Server(self.in_flight, listener, handle=handle, spawn=self._pool)

    def _drain(self) -> None:
        """Wait for all connections, at most `graceful_timeout`.

        After each round, those without a request or without progress in the round are closed.
        """
        end, round_s = time.monotonic() + self.cfg.graceful_timeout, min(_DRAIN_ROUND_S, self.cfg.graceful_timeout)
        while self._pool and time.monotonic() < end:
            progress = self._waiting.progress()
            self._pool.join(round_s)
            self._waiting.evict_stalled(progress)
            self.notify()
        self._pool.kill(ConnectionResetError(errno.ECONNRESET, "the server stops"), timeout=_NOTIFY_INTERVAL_S)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begin to stop."""
        super().handle_exit(sig, frame)
        self._stopping.set()

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Stop without an answer to the requests in flight."""
        self._stops_at_once = True
        self.handle_exit(sig, frame)

    # Connections

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve a connection, within its bounds. Above the limit, another one makes room."""
        if len(self._pool) > self.worker_connections:
            self._waiting.evict_one()
        connection = Connection(client, self.cfg.keepalive, self._waiting, self.in_flight)
        super().handle(listener, connection, addr)
        if successor := connection.successor:
            self._pool.discard(cast("Any", gevent.getcurrent()))  # its place is for the successor
            self._pool.spawn(self._continue, connection, successor)

    def _continue(self, connection: Connection, successor: Successor) -> None:
        """Serve a connection in a new greenlet: the greenlet of `handle` keeps memory of all calls that it has made."""
        connection.successor = None
        connection.begin_response()
        try:
            successor(connection)
        except OSError as error:
            self.log.debug("Ignoring %s", error)
        except Exception:
            self.log.exception("Error handling request")
        finally:
            connection.end_response()
            connection.close()

    def timeout_ctx(self) -> Any:
        """No timeout: the connection has its own."""
        return nullcontext()

    def handle_request(self, listener_name: Any, req: Request, sock: Any, addr: Any) -> bool:
        """Receive the body of a request, then answer it. Returns whether the connection is kept."""
        _receive_body(req, sock)
        sock.begin_response()
        try:
            self._answer(listener_name, req, sock, addr)
        finally:
            sock.end_response()
        # Other connections come before the next request of this one: those whose requests have been received, and if
        # this client has sent several at once, those whose sockets the event loop has not looked at meanwhile.
        gevent.sleep(YIELD_S if req.unreader.buf.tell() else 0)
        return True

    def _answer(self, listener_name: Any, req: Request, sock: Connection, addr: Any) -> None:
        """Call the application, and send its response, or leave that to another greenlet.

        Raises StopIteration at the end of the connection, and the errors of the application before the first byte.
        """
        self.cfg.pre_request(self, req)
        response, environ = create(req, sock, addr, listener_name, self.cfg)
        if not self.alive:
            response.force_close()
        content = self.wsgi(environ, cast("Any", response.start_response))
        if response.is_stream:
            sock.successor = Stream(response, content).send
            raise StopIteration
        try:
            self._send(response, content)
        finally:
            if hasattr(content, "close"):
                content.close()
        if response.should_close():
            raise StopIteration

    def _send(self, response: Response, content: Iterable[bytes]) -> None:
        """Send a response. Raises StopIteration if its rest cannot be sent."""
        try:
            response.send(content)
        except OSError:
            raise
        except Exception:
            if not response.headers_sent:
                raise
            self.log.exception("Error handling request")
            response.sock.abandon()
            raise StopIteration from None

    def handle_error(self, req: Request | None, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """Answer a request that gunicorn cannot parse, that has timed out, or whose body is too long."""
        if isinstance(exc, HTTPException):
            status = HTTPStatus(exc.code or HTTPStatus.BAD_REQUEST)
            write_problem(client, status, status.phrase, status.description)
        else:
            super().handle_error(req, client, addr, exc)


def _receive_body(request: Any, connection: Connection) -> None:
    """Replace the body of a request by its content.

    The connection is closed after the response to a body that is too long. None of it is received if its length is
    announced, otherwise one byte too much. Raises BadRequest for chunks without an end; the application refuses a body
    that is shorter than announced.
    """
    connection.begin_body()
    is_too_long = _announced_bytes(request) > MAX_BODY_BYTES
    expects_continue = request._expected_100_continue  # noqa: SLF001 - no public member
    request._expected_100_continue = False  # noqa: SLF001 - gunicorn would answer when the application is called
    try:
        content = b"" if is_too_long else _received(request, connection, expects_continue=expects_continue)
    except NoMoreData:
        raise BadRequest from None
    if is_too_long or len(content) > MAX_BODY_BYTES:
        request.force_close()
    request.body = BytesIO(content)


def _announced_bytes(request: Request) -> int:
    """The length in the header, which gunicorn has checked."""
    return next((int(text) for name, text in request.headers if name == "CONTENT-LENGTH"), 0)


def _received(request: Any, connection: Connection, *, expects_continue: bool) -> bytes:
    """The body, at most one byte too much of it, after 100 Continue if the client waits for it.

    Other connections have a turn between parts: a body in chunks of one byte takes a while to parse.
    """
    if expects_continue:
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
    content: bytes = request.body.read(_PIECE_BYTES)
    ends_at = time.monotonic() + PART_S
    while _PIECE_BYTES <= len(content) <= MAX_BODY_BYTES and (
        piece := request.body.read(min(_PIECE_BYTES, MAX_BODY_BYTES + 1 - len(content)))
    ):
        content += piece
        if time.monotonic() >= ends_at:
            gevent.sleep(YIELD_S)
            ends_at = time.monotonic() + PART_S
    return content
