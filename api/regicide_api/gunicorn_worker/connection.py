"""A connection to a client, with bounds on the time and size of what it receives and sends.

gunicorn reads requests and writes responses by `recv` and `sendall`, each in the greenlet of its connection, so that a
slow client delays no other. The bounds are here: on the arrival of a request, on the rate at which a response is
accepted, and on the time until the client closes its side.
"""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from fcntl import ioctl
from termios import TIOCOUTQ
from typing import Any, Final, TypeAlias

from gevent import socket
from gunicorn.http.errors import LimitRequestHeaders
from werkzeug.exceptions import RequestEntityTooLarge, RequestTimeout

from regicide_api.core.in_flight import InFlight
from regicide_api.gunicorn_worker.waiting_connections import WaitingConnections
from regicide_api.schemas.fields import MAX_BODY_BYTES

REQUEST_TIMEOUT_S: Final = 10.0
"""Time for a whole request to arrive, from the start of the connection or, on a kept connection, of the request."""

SEND_TIMEOUT_S: Final = 30.0
"""Time for which a client may accept nothing of a response."""

MIN_SEND_BYTES_PER_S: Final = 2048
"""The rate at which a client has to accept what the system does not hold for it."""

MAX_HEAD_BYTES: Final = 32 * 1024
"""Bytes of the request line and all headers."""

MAX_TRANSFER_BYTES: Final = MAX_BODY_BYTES + 16 * 1024
"""Bytes in which a body arrives, chunk sizes and their extensions included: the largest fits in chunks of 30 bytes."""

_SEND_BUFFER_BYTES: Final = 64 * 1024
"""The part of a response that the system holds for a client that does not read. Linux doubles it."""

_USER_TIMEOUT: Final[int | None] = getattr(socket, "TCP_USER_TIMEOUT", None)
"""The option by which Linux, and no other system, closes a connection whose client accepts nothing: see tcp(7)."""

_BUSY_REQUESTS: Final = 4
"""Requests in flight from which on a connection waits for its turn, even if its next request has arrived.

Otherwise clients that send the next request soon enough would be served before clients that have waited longer.
"""

_PIECE_BYTES: Final = 16 * 1024
_MAX_DISCARDED_BYTES: Final = 1024 * 1024
_MIN_TIMEOUT_S: Final = 0.001


Successor: TypeAlias = "Callable[[Connection], None]"
"""Serves a connection after the greenlet that accepted it has ended."""


class Connection(socket.socket):
    """The connection of an accepted socket, which it takes over.

    `keepalive_s` is the time for which it may be idle between requests. `in_flight` is not counted up while a response
    waits for its client. Timeouts raise RequestTimeout or ConnectionResetError.
    """

    def __init__(self, accepted: Any, keepalive_s: float, waiting: WaitingConnections, in_flight: InFlight) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self._keepalive_s = keepalive_s
        self._waiting = waiting
        self._in_flight = in_flight
        self._deadline = time.monotonic() + REQUEST_TIMEOUT_S
        self._send_credit_s = SEND_TIMEOUT_S
        self._received_bytes = 0
        self._sent_bytes = 0
        self._is_idle = False
        self._is_lingering_due = False
        self._is_in_flight = False
        self.is_answering = False
        self.successor: Successor | None = None
        self.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
        if _USER_TIMEOUT and self.family != socket.AF_UNIX:
            self.setsockopt(socket.IPPROTO_TCP, _USER_TIMEOUT, int(SEND_TIMEOUT_S * 1000))

    # Receiving

    def recv(self, *args: Any) -> bytes:
        """Receive bytes; none at the end of the stream, or if no request has begun at the deadline.

        Raises RequestTimeout if one has, LimitRequestHeaders for a head above MAX_HEAD_BYTES, and RequestEntityTooLarge
        for a body whose transfer takes more than MAX_TRANSFER_BYTES.
        """
        self._waiting.add(self)
        left_s = self._deadline - time.monotonic()
        if left_s <= 0:  # also for a client whose bytes never have to be waited for
            return self._end_of_time()
        self.settimeout(max(_MIN_TIMEOUT_S, left_s))
        try:
            if self._is_idle and self._in_flight.count >= _BUSY_REQUESTS:
                self._wait(self._read_event)  # type: ignore[attr-defined] # gevent's own `recv` tries before it waits
            received: bytes = super().recv(*args)
        except TimeoutError:
            return self._end_of_time()
        self._is_lingering_due &= bool(received)
        self._count(len(received))
        return received

    def _end_of_time(self) -> bytes:
        if self.is_answering or self._received_bytes:
            raise RequestTimeout
        self.abandon()
        return b""

    def _count(self, received_bytes: int) -> None:
        if self._is_idle and received_bytes:
            self._is_idle = False
            self._deadline = time.monotonic() + REQUEST_TIMEOUT_S
        self._received_bytes += received_bytes
        if self.is_answering and self._received_bytes > MAX_TRANSFER_BYTES:
            raise RequestEntityTooLarge
        if self._received_bytes > MAX_HEAD_BYTES and not self.is_answering:
            raise LimitRequestHeaders(f"the head is longer than {MAX_HEAD_BYTES} bytes")

    def begin_body(self) -> None:
        """Expect the body of the request."""
        self.is_answering = True
        self._received_bytes = 0

    def begin_response(self) -> None:
        """The request is complete, and in flight: the client is not waited for until a response is sent."""
        self._waiting.discard(self)
        self._send_credit_s = SEND_TIMEOUT_S
        self._is_in_flight = True
        self._in_flight.begin()

    def end_response(self) -> None:
        """Expect the next request."""
        self._in_flight.end()
        self._is_in_flight = False
        self.is_answering = False
        self._is_idle = True
        self._received_bytes = 0
        self._deadline = time.monotonic() + self._keepalive_s

    # Sending

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send bytes. Waiting takes from a credit of SEND_TIMEOUT_S, to which each byte accepted after a wait adds.

        Raises ConnectionResetError without credit.
        """
        self._is_lingering_due = True
        rest = memoryview(data)
        rest = rest[self._send_at_once(rest, flags) :]
        if rest:
            self._waiting.add(self)
            try:
                with self._in_flight.paused() if self._is_in_flight else nullcontext():
                    self._send_waiting(rest, flags)
            finally:
                self._waiting.discard(self)

    def send(self, data: Any, flags: int = 0) -> int:
        """Send some bytes. Raises ConnectionResetError after a timeout, also of the system: gunicorn logs others."""
        try:
            return int(super().send(data, flags))
        except TimeoutError as error:
            raise ConnectionResetError(errno.ECONNRESET, "the client does not accept the response") from error

    def _send_at_once(self, data: memoryview, flags: int) -> int:
        """Send what the system accepts now. Returns the number of bytes."""
        self.settimeout(0.0)
        with suppress(BlockingIOError):
            sent = self.send(data, flags)
            self._sent_bytes += sent
            return sent
        return 0

    def _send_waiting(self, data: memoryview, flags: int) -> None:
        """Send pieces, each within the credit that the previous ones left."""
        while data:
            started = time.monotonic()
            self.settimeout(max(_MIN_TIMEOUT_S, self._send_credit_s))
            sent = self.send(data[:_PIECE_BYTES], flags)
            data = data[sent:]
            self._sent_bytes += sent
            credit_s = self._send_credit_s - (time.monotonic() - started) + sent / MIN_SEND_BYTES_PER_S
            self._send_credit_s = min(SEND_TIMEOUT_S, credit_s)

    def transferred_bytes(self) -> int:
        """Bytes of the current request, and of all responses what the client's system has accepted."""
        unsent = bytearray(4)
        with suppress(OSError):  # the system does not count for this kind of socket
            ioctl(self.fileno(), TIOCOUTQ, unsent)
        return self._received_bytes + self._sent_bytes - int.from_bytes(unsent, sys.byteorder)

    # Closing

    def close(self) -> None:
        """Close the connection; after a response, only when the client has closed its side.

        A socket that is closed with unread bytes resets the connection, and the client may lose the response. The
        connection stays open for a successor.
        """
        if self.successor:
            return
        if self._is_lingering_due:
            self._is_lingering_due = False
            with suppress(OSError):
                self._linger()
        self._waiting.discard(self)
        super().close()

    def abandon(self) -> None:
        """Close the connection, when it is closed, at once."""
        self._is_lingering_due = False

    def end_wait(self) -> None:
        """End the wait as if the client had closed the connection. A request that has arrived is still processed."""
        self.abandon()
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)  # type: ignore[attr-defined] # gevent's own method cancels the wait

    def _linger(self) -> None:
        """Close the sending side, then discard what arrives until the client closes its own."""
        self.is_answering = False
        self.shutdown(socket.SHUT_WR)
        self._waiting.add(self)
        end, discarded = time.monotonic() + REQUEST_TIMEOUT_S, 0
        while discarded < _MAX_DISCARDED_BYTES and (left_s := end - time.monotonic()) > 0:
            self.settimeout(max(_MIN_TIMEOUT_S, left_s))
            if not (received := super().recv(65536)):
                return
            discarded += len(received)
