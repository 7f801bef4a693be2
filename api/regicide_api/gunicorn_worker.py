"""The worker and the logger of gunicorn.

The worker is gevent's own, with the bounds that a server needs which no reverse proxy protects.

gevent's worker has no bound on the arrival of a body, on the reading of a response, and on the connections of one
address, and closes no idle connection when it stops. Each bound here names its attack, in the words of
`docs/security.md`, which also says what is left to a proxy.
"""

from __future__ import annotations

import errno
import logging
import math
import signal
import socket as options
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import partial
from http import HTTPStatus
from logging.config import dictConfig
from typing import Any, Final, NamedTuple

import gevent
from flask import g, has_request_context
from gevent import socket
from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http import Request
from gunicorn.workers.ggevent import GeventWorker
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge, RequestTimeout

from regicide_api.config import LogFormat
from regicide_api.core.work import YIELD_S, in_flight
from regicide_api.http.load import HeldPlaces, client_networks
from regicide_api.http.responses import write_problem

STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)

MAX_LINE_BYTES: Final = 8190
"""Bytes of the request line or a header: gunicorn's maximum."""

MAX_REQUEST_BYTES: Final = 80 * 1024
"""Bytes in which a request arrives: a head of 3 KiB, and a body of 64 KiB in chunks of 30 bytes, have room."""

PIECE_BYTES: Final = 4096
"""Bytes that are read before other connections have a turn: chunks of a byte take 5 ms to parse."""

BODY_TIMEOUT_S: Final = 10.0
SEND_TIMEOUT_S: Final = 30.0
"""Time in which a client accepts a piece of a response, and its system acknowledges what is sent."""

_USER_TIMEOUT: Final[int | None] = getattr(options, "TCP_USER_TIMEOUT", None)
"""The option by which Linux, and no other system, gives up a client that has vanished: see tcp(7)."""


class Connection(socket.socket):
    """The connection of an accepted socket, which it takes over. Waits for its client are not in flight."""

    def __init__(self, accepted: Any) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self._has_ended = False
        self.begin_request()
        if _USER_TIMEOUT and self.family != socket.AF_UNIX:
            self.setsockopt(socket.IPPROTO_TCP, _USER_TIMEOUT, int(SEND_TIMEOUT_S * 1000))

    def begin_request(self) -> None:
        """Expect the rest of the last request, and a head. gunicorn's `keepalive` bounds the time of both."""
        self._left_bytes = MAX_REQUEST_BYTES
        self._body_ends_at: float | None = None

    def begin_body(self) -> None:
        """Expect a body."""
        self._body_ends_at = time.monotonic() + BODY_TIMEOUT_S

    def recv(self, size: int, *flags: int) -> bytes:
        """Receive bytes of a request; none beyond the bounds of a head, so that the connection is closed.

        Attacks: "clients that send slowly, or never", "too large or malformed bodies, headers" (a head is kept
        whole), "a body in tiny chunks" (a connection that always has bytes to read meets no timeout of
        gevent's). Raises RequestTimeout or RequestEntityTooLarge for a body.
        """
        if self._has_ended:
            return self._end(RequestTimeout)
        left_s = self._body_ends_at and self._body_ends_at - time.monotonic()
        try:
            if left_s is not None and left_s <= 0:
                return self._end(RequestTimeout)
            self.settimeout(left_s)
            with nullcontext() if left_s is None else in_flight.paused():
                received: bytes = super().recv(min(size, self._left_bytes, PIECE_BYTES), *flags)
        except TimeoutError:
            return self._end(RequestTimeout)
        self._left_bytes -= len(received)
        if not self._left_bytes:
            return self._end(RequestEntityTooLarge)
        if len(received) == PIECE_BYTES:
            gevent.sleep(YIELD_S)
        return received

    def _end(self, error: type[HTTPException]) -> bytes:
        if self._body_ends_at is not None:
            raise error
        return b""

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send a piece of a response. Raises ConnectionResetError, which gunicorn does not log, after SEND_TIMEOUT_S.

        Attacks: "clients that do not read responses or streams, or read them slowly", "clients that vanish, which fill
        the log".
        """
        try:
            with suppress(BlockingIOError):  # most pieces are accepted at once
                data = memoryview(data)[self._sock.send(data, flags) :]  # type: ignore[attr-defined]
            if data:
                self.settimeout(SEND_TIMEOUT_S)
                with in_flight.paused():
                    super().sendall(data, flags)
        except TimeoutError as error:
            raise ConnectionResetError(errno.ECONNRESET, "the client does not accept the response") from error

    def end_wait(self, *, may_have_begun: bool = True) -> None:
        """End a wait for the next request, as if the client had closed the connection, unless a part of it is here.

        Without its body, a request would be answered as malformed.
        """
        if not may_have_begun and self._left_bytes < MAX_REQUEST_BYTES:
            return
        self._has_ended = True
        with suppress(OSError):  # the client has closed it
            self._sock.shutdown(socket.SHUT_RD)  # type: ignore[attr-defined] # gevent's own method cancels the wait


class Listener(NamedTuple):
    """The address of a listening socket, which a worker that stops has closed before it serves the last connections."""

    address: Any

    def getsockname(self) -> Any:
        """The address, as gunicorn asks the socket."""
        return self.address


class Worker(GeventWorker):
    """The worker process. `on_stop` and `address_limit` are set by the configuration."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        vars(self.cfg).update((name, setting.get()) for name, setting in self.cfg.settings.items())  # 5% of a request
        self.on_stop: Callable[[], None] = lambda: None
        self.address_limit = math.inf
        self._places = HeldPlaces()
        self._waiting: dict[Connection, None] = {}
        """The connections that wait for a request, in the order in which they began to wait."""
        self._pool = Pool(self.worker_connections)
        self._stopping = Event()
        self._graceful_s = self.cfg.graceful_timeout

    def run(self) -> None:
        """Serve until a signal, then answer the requests in flight. gevent's own looks for a signal once a second."""
        servers = [
            StreamServer(each, handle=partial(self.handle, Listener(each.getsockname())), spawn=self._pool)
            for each in self.sockets
        ]
        for server in servers:
            server.start()
        while self.alive:
            self.notify()
            self._stopping.wait(1.0)
        for server in servers:
            server.close()
        self.on_stop()
        end, has_waited = time.monotonic() + self._graceful_s, False
        while self._pool and time.monotonic() < end:
            for connection in list(self._waiting):
                connection.end_wait(may_have_begun=has_waited)
            self._pool.join(1.0)
            self.notify()
            has_waited = True
        self._pool.kill(timeout=1.0)
        # The interpreter restores the default actions when it ends, and repeats would kill. It reports a signal that
        # comes while its handler goes, so signals are blocked before.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_IGN)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begin to stop."""
        super().handle_exit(sig, frame)
        self._stopping.set()

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Stop without an answer to the requests in flight."""
        self._graceful_s = 0
        self.handle_exit(sig, frame)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve a connection.

        Attack: "thousands of connections": those of one address above its limit get 429.
        """
        network, limit = (client_networks(addr[0]).network, self.address_limit) if addr else ("", math.inf)
        connection = Connection(client)
        if not self._places.take(network, limit):
            status = HTTPStatus.TOO_MANY_REQUESTS
            write_problem(connection, status, status.phrase, "too many connections of one address")
            connection.close()
            return
        self._make_room()
        self._waiting[connection] = None
        try:
            super().handle(listener, connection, addr)
        finally:
            self._waiting.pop(connection, None)
            self._places.release(network)

    def handle_request(self, listener_name: Any, req: Request, sock: Any, addr: Any) -> bool:
        """Answer a request. Attack: "hundreds of requests at once on a connection": others have their turn between."""
        self._waiting.pop(sock)
        sock.begin_body()
        try:
            with in_flight.counted():
                is_kept: bool = super().handle_request(listener_name, req, sock, addr)
        finally:
            sock.begin_request()
            self._waiting[sock] = None
            self._make_room()
        gevent.sleep(YIELD_S if req.unreader.buf.tell() else 0)
        return is_kept

    def _make_room(self) -> None:
        """Close the connection that has waited longest for a request, if there is no place for another one.

        Attack: "thousands of connections", of many addresses.
        """
        if self._waiting and not self._pool.free_count():
            next(iter(self._waiting)).end_wait()


class RequestIdFilter(logging.Filter):
    """Adds the id of the current request to every log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the id; no record is dropped."""
        if has_request_context() and "request_id" in g:
            record.request_id = g.request_id
        return True


def logging_config(log_format: LogFormat) -> dict[str, Any]:
    """The configuration for `logging.config.dictConfig`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request": {"()": RequestIdFilter}},
        "formatters": {"json": _JSON, "text": _TEXT, "quiet": _TEXT},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": log_format.value, "filters": ["request"]}
        },
        "root": {"level": log_format.level.upper(), "handlers": ["stderr"]},
    }


_JSON: Final = {
    "()": "pythonjsonlogger.orjson.OrjsonFormatter",
    "fmt": ["levelname", "name", "message"],
    "rename_fields": {"levelname": "level", "name": "logger", "exc_info": "exception"},
    "timestamp": "time",
}

_TEXT: Final = {
    "()": "logging.Formatter",
    "fmt": "%(asctime)s %(levelname)s %(request_id)s %(message)s",
    "defaults": {"request_id": "-"},
}


class GunicornLogger(Logger):
    """Sends gunicorn's log records through the application's configuration."""

    log_format = LogFormat.JSON

    def setup(self, cfg: Config) -> None:
        """Replace gunicorn's handlers."""
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
        dictConfig(logging_config(self.log_format))

    def warning(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Log a warning; an invalid request as other requests, without details: a malformed header may have a token."""
        if str(msg).startswith("Invalid request"):
            self.info(str(msg).partition(":")[0], *args, **kwargs)
        else:
            super().warning(msg, *args, **kwargs)
