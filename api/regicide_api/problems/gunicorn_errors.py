"""What gunicorn refuses before the application hears of it: no HTTP at all, or more of it than there may be.

gunicorn answers that with a page of HTML, and has no setting for it. Here it is answered like everything else.
"""

from __future__ import annotations

import socket
from http import HTTPStatus

import orjson
from gunicorn import util
from werkzeug.exceptions import HTTPException, InternalServerError

from regicide_api.http import cors
from regicide_api.languages import ENGLISH
from regicide_api.problems.handler import MEDIA_TYPE
from regicide_api.problems.registry import PROBLEMS


def install() -> None:
    """Let the gunicorn of this process answer with problems."""
    util.write_error = write_problem


def write_problem(sock: socket.socket, status_int: int, reason: str, mesg: str) -> None:
    """Answer on a connection, which is closed then. Of the request nothing is known that could be trusted."""
    problem = PROBLEMS[InternalServerError if status_int >= HTTPStatus.INTERNAL_SERVER_ERROR else HTTPException]
    members = {"type": f"/problems/{problem.code}", "title": problem.title, "status": status_int, "code": problem.code}
    body = orjson.dumps({**members, "detail": mesg or reason, "instance": ""})
    headers = {
        "Connection": "close",
        "Content-Type": MEDIA_TYPE,
        "Content-Language": ENGLISH,
        "Content-Length": str(len(body)),
        **cors.READABLE,
    }
    lines = [f"HTTP/1.1 {status_int} {reason}", *(f"{name}: {text}" for name, text in headers.items()), "", ""]
    util.write_nonblock(sock, "\r\n".join(lines).encode() + body)
