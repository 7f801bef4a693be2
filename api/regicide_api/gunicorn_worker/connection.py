"""A connection to a client, with timeouts for receiving a request and sending a response."""

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

from regicide_api.gunicorn_worker.framing import Framing, classify

REQUEST_TIMEOUT_S: Final = 10.0
"""Time for a whole request to arrive, from the start of the connection or, on a kept connection, of the request."""

GRACE_PERIOD_S: Final = 1.0
"""Time for the rest of a request that was dispatched to a thread as parseable but is not complete.

A connection is not evicted as silent within this time.
"""

SEND_TIMEOUT_S: Final = 30.0
"""Time for a client to accept each piece of a response."""

_RECEIVE_BYTES: Final = 64 * 1024
_MAX_DISCARDED_BYTES: Final = 1024 * 1024


class Connection(TConn):
    """A connection, with the bytes received of a request that has not been dispatched.

    `is_complete`: whether the whole request had been received when it was dispatched. After the last response,
    `is_lingering` is set: further bytes are read and discarded, because closing a socket with unread bytes resets the
    connection and may lose the response.
    """

    since: float
    timeout: float

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.data_ready = True
        self.received = bytearray()
        self.is_complete = False
        self.discarded_bytes = 0
        self.is_lingering = False
        self.has_sent_continue = False
        self.restart_timeout(REQUEST_TIMEOUT_S)

    def restart_timeout(self, seconds: float) -> None:
        """Restart the timeout."""
        self.since = time.monotonic()
        self.timeout = self.since + seconds

    @property
    def is_recent(self) -> bool:
        """Whether the timeout was restarted within GRACE_PERIOD_S."""
        return time.monotonic() - self.since < GRACE_PERIOD_S

    def receive(self) -> bool:
        """Read available bytes. Returns False if the client has closed, or sends too much while lingering."""
        try:
            chunk = self.sock.recv(_RECEIVE_BYTES)
        except BlockingIOError:
            return True
        except OSError:
            return False
        if not self.is_lingering:
            self.received += chunk
            return bool(chunk)
        self.discarded_bytes += len(chunk)
        return bool(chunk) and self.discarded_bytes < _MAX_DISCARDED_BYTES

    @property
    def framing(self) -> Framing:
        """The framing of the received bytes."""
        return classify(self.received)

    def send_continue(self) -> None:
        """Send 100 Continue once per request."""
        if not self.has_sent_continue:
            self.has_sent_continue = True
            with suppress(OSError):  # the loop detects a closed connection
                self.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def dispatch(self, framing: Framing) -> None:
        """Prepare the connection for the thread that handles the request."""
        self.is_complete = framing is Framing.COMPLETE
        self.has_sent_continue = False
        self.restart_timeout(GRACE_PERIOD_S)

    def init(self) -> None:
        """Pass the received bytes to gunicorn's parser."""
        super().init()
        parser: Any = self.parser
        if not isinstance(parser.unreader, _TimedUnreader):
            parser.unreader = _TimedUnreader(self)
        parser.unreader.unread(bytes(self.received))
        self.received.clear()

    def take_back(self) -> None:
        """Retrieve the bytes that the parser has not consumed: the start of the next request."""
        parser: Any = self.parser
        self.received = bytearray(parser.unreader.take_buffered())

    @contextmanager
    def send_timeout(self) -> Iterator[None]:
        """Apply SEND_TIMEOUT_S to the socket, and raise ConnectionResetError when it is exceeded."""
        self.sock.settimeout(SEND_TIMEOUT_S)
        try:
            yield
        except TimeoutError as error:
            raise ConnectionResetError(errno.ECONNRESET, "the client does not accept the response") from error

    def shutdown_write(self) -> None:
        """Close the sending side, and linger until the client closes. Raises OSError if it has closed already."""
        self.sock.setblocking(False)
        self.sock.shutdown(socket.SHUT_WR)
        self.received.clear()
        self.is_lingering = True
        self.restart_timeout(REQUEST_TIMEOUT_S)


class _TimedUnreader(SocketUnreader):
    """Reads the rest of a request in a thread, within the timeout of its connection."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection.sock)
        self.connection = connection

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Read some bytes; none at the end of the stream. Raises RequestTimeout."""
        before = self.sock.gettimeout()
        self.sock.settimeout(max(0.001, self.connection.timeout - time.monotonic()))
        try:
            return super().chunk(size_hint)  # type: ignore[call-arg] # the types are those of an older gunicorn
        except TimeoutError:
            raise RequestTimeout from None
        finally:
            self.sock.settimeout(before)
