"""The connection that a request came by: is anybody still there to be answered?"""

from __future__ import annotations

import select
from collections.abc import Callable
from typing import Final

from flask import request

_ENDED: Final = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR | select.POLLNVAL
"""What the system says of a connection that the other side has closed; only Linux sees it before something is sent."""


def client_is_gone() -> Callable[[], bool]:
    """A question that can be asked for as long as the request lasts: has its client closed the connection?

    A server that does not lend its socket (gunicorn does) never knows.
    """
    socket = request.environ.get("gunicorn.socket")
    if socket is None:
        return lambda: False
    poll = select.poll()
    poll.register(socket, _ENDED)
    return lambda: bool(poll.poll(0))
