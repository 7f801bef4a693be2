"""Problem responses for requests that gunicorn rejects before the application sees them.

gunicorn answers them with an HTML page, and has no setting for another format: `Worker.handle_error` calls
`gunicorn.util.write_error`, which `install` replaces.
"""

from __future__ import annotations

import socket
from http import HTTPStatus

import orjson
from gunicorn import util
from werkzeug.exceptions import HTTPException, InternalServerError

from regicide_api.http.cors import CORS_HEADERS
from regicide_api.languages import ENGLISH
from regicide_api.problems.registry import MEDIA_TYPE, PROBLEMS


def install() -> None:
    """Make gunicorn in this process write problem responses."""
    util.write_error = write_problem


def write_problem(sock: socket.socket, status_int: int, reason: str, mesg: str) -> None:
    """Write a problem response to a connection, which is closed afterwards. The request is not trusted: `instance` is
    empty, the language English. The signature is gunicorn's.
    """
    problem = PROBLEMS[InternalServerError if status_int >= HTTPStatus.INTERNAL_SERVER_ERROR else HTTPException]
    members = {"type": problem.uri, "title": problem.title, "status": status_int, "code": problem.code}
    body = orjson.dumps({**members, "detail": mesg or reason, "instance": ""})
    headers = {
        "Connection": "close",
        "Content-Type": MEDIA_TYPE,
        "Content-Language": ENGLISH,
        "Content-Length": str(len(body)),
        **CORS_HEADERS,
    }
    lines = [f"HTTP/1.1 {status_int} {reason}", *(f"{name}: {text}" for name, text in headers.items()), "", ""]
    util.write_nonblock(sock, "\r\n".join(lines).encode() + body)
