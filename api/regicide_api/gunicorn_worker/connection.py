"""A connection to a client, who may be slow, or silent, or up to no good."""

from __future__ import annotations

import errno
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn
from werkzeug.exceptions import RequestTimeout

from regicide_api.gunicorn_worker.framing import Arrival, arrived

PATIENCE: Final = 10.0
"""Seconds in which a request has to arrive, from the beginning of its connection or, on one that is kept, its own."""

A_MOMENT: Final = 1.0
"""Seconds in which the rest of a request has to come that a thread has, and that looked as if it were there.

For as long nobody is taken to be silent.
"""

TAKES_AN_ANSWER: Final = 30.0
"""Seconds in which a client has to take what is sent, piece by piece: they may be slow, but not stand still."""

_MOST_AT_ONCE: Final = 64 * 1024
_MOST_OVERHEARD: Final = 1024 * 1024


class Connection(TConn):
    """A connection, with what has been received of a request that no thread has yet.

    `is_whole` says of the request that a thread has whether all of it was there. A connection that `is_leaving` has
    been answered for the last time: what still comes is read and dropped, so that the answer is not lost, as it is when
    a connection is closed with something unread.
    """

    since: float
    timeout: float

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.data_ready = True
        self.received = bytearray()
        self.is_whole = False
        self.overheard = 0
        self.is_leaving = False
        self.is_encouraged = False
        self.wait(PATIENCE)

    def wait(self, seconds: float) -> None:
        """Give the client so much time."""
        self.since = time.monotonic()
        self.timeout = self.since + seconds

    @property
    def has_just_come(self) -> bool:
        """Whether it is only a moment that this client has been waited for."""
        return time.monotonic() - self.since < A_MOMENT

    def hear(self) -> bool:
        """Take what has come in; False if the client is gone, or has talked on for too long."""
        try:
            heard = self.sock.recv(_MOST_AT_ONCE)
        except BlockingIOError:
            return True
        except OSError:
            return False
        if not self.is_leaving:
            self.received += heard
            return bool(heard)
        self.overheard += len(heard)
        return bool(heard) and self.overheard < _MOST_OVERHEARD

    @property
    def arrival(self) -> Arrival:
        """What is there of a request."""
        return arrived(self.received)

    def encourage(self) -> None:
        """Say once that the body may come."""
        if not self.is_encouraged:
            self.is_encouraged = True
            with suppress(OSError):  # whoever is gone needs no word
                self.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def hand_over(self, arrival: Arrival) -> None:
        """Let a thread have the request."""
        self.is_whole = arrival is Arrival.WHOLE
        self.is_encouraged = False
        self.wait(A_MOMENT)

    def init(self) -> None:
        """Let gunicorn's parser have what has been received."""
        super().init()
        parser: Any = self.parser
        if not isinstance(parser.unreader, _TimedUnreader):
            parser.unreader = _TimedUnreader(self)
        parser.unreader.unread(bytes(self.received))
        self.received.clear()

    def take_back(self) -> None:
        """Have again what the parser was given and has not used: the beginning of the next request."""
        parser: Any = self.parser
        self.received = bytearray(parser.unreader.take_buffered())

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Meanwhile, wait no longer than TAKES_AN_ANSWER for a client who does not take what is sent."""
        self.sock.settimeout(TAKES_AN_ANSWER)
        try:
            yield
        except TimeoutError as error:
            raise ConnectionResetError(errno.ECONNRESET, "the client does not take the answer") from error

    def take_leave(self) -> None:
        """Say that nothing more will come. Raises OSError where nobody is there to hear it."""
        self.sock.setblocking(False)
        self.sock.shutdown(socket.SHUT_WR)
        self.received.clear()
        self.is_leaving = True
        self.wait(PATIENCE)


class _TimedUnreader(SocketUnreader):
    """Reads on where a thread has to wait for the rest of a request, for as long as its connection has time."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection.sock)
        self.connection = connection

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Read some bytes; an empty text at the end. Raises RequestTimeout."""
        before = self.sock.gettimeout()
        self.sock.settimeout(max(0.001, self.connection.timeout - time.monotonic()))
        try:
            return super().chunk(size_hint)  # type: ignore[call-arg] # the types are those of an older gunicorn
        except TimeoutError:
            raise RequestTimeout from None
        finally:
            self.sock.settimeout(before)
