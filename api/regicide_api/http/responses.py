"""Responses to all errors of the application and of gunicorn's parser, and of many JSON objects.

Every error that a handler raises becomes a problem response (RFC 9457): handlers neither catch errors nor abort.
gunicorn answers requests that it rejects with an HTML page, and has no setting for another format:
`Worker.handle_error` calls `gunicorn.util.write_error`, which `install_in_gunicorn` replaces.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final

import orjson
from flask import Flask, Response, g, request
from gunicorn import util
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException, default_exceptions

from regicide_api.core import work
from regicide_api.core.errors import ApiError
from regicide_api.http.hooks import CORS_HEADERS
from regicide_api.http.negotiation import PRIVATE, negotiate_language, set_content_language
from regicide_api.languages import ENGLISH
from regicide_api.problems import (
    HANDLED,
    HTTP_PROBLEMS,
    PROBLEM_MEDIA_TYPE,
    HttpError,
    InternalError,
    api_error,
    problem_body,
    problem_response,
)


def install(app: Flask) -> None:
    """Answer all errors that are problems."""
    for kind in HANDLED:
        app.register_error_handler(kind, _respond)


def _respond(error: Exception) -> Response:
    """The problem response to an error; `http.hooks` logs its code."""
    problem, language = api_error(error), negotiate_language()
    g.problem = problem.code
    return set_content_language(problem_response(problem, request.path, language), language)


def problem_of_part(error: Exception, path: str) -> dict[str, Any]:
    """The problem of a part of a request, in its response: as a request to this path would get it."""
    return problem_body(error, path, negotiate_language())


def install_in_gunicorn() -> None:
    """Make gunicorn in this process write problem responses."""
    util.write_error = write_problem


def write_problem(sock: socket.socket, status_int: int, reason: str, mesg: str) -> None:
    """Write a problem response to a connection, which is closed afterwards.

    The request is not trusted: `instance` is empty, the language English. The signature is gunicorn's.
    """
    kind = default_exceptions.get(status_int, HTTPException)
    problem = HTTP_PROBLEMS.get(kind, HttpError)
    members = {"type": f"/problems/{problem.code}", "title": problem.title, "status": status_int, "code": problem.code}
    body = orjson.dumps({**members, "detail": mesg or reason, "instance": ""})
    headers = {
        "Connection": "close",
        "Content-Type": PROBLEM_MEDIA_TYPE,
        "Content-Language": ENGLISH,
        "Content-Length": str(len(body)),
        **({"Retry-After": "1"} if status_int == HTTPStatus.TOO_MANY_REQUESTS else {}),
        **CORS_HEADERS,
    }
    status = f"HTTP/1.1 {status_int} {HTTPStatus(status_int).phrase}"
    head = [status, *(f"{name}: {text}" for name, text in headers.items()), "", ""]
    util.write_nonblock(sock, "\r\n".join(head).encode() + body)


JSON_LINES: Final = "application/jsonl"
"""JSON Lines, by the name in the registry of media types of the OpenAPI Initiative. IANA has registered none."""


def json_lines(objects: Iterable[dict[str, Any]], client: work.Client) -> Response:
    """A response of these objects to a client, which depends on the sender."""
    return Response(_lines(objects, client), mimetype=JSON_LINES, headers=PRIVATE)


def _lines(objects: Iterable[dict[str, Any]], client: work.Client) -> Iterator[bytes]:
    """The lines, until the client has left."""
    work.begin(client)
    yield b""  # the head is sent: the first line may take a while
    with suppress(work.ClientLeft):
        yield from map(json_line, objects)


def json_line(content: dict[str, Any]) -> bytes:
    """The line of an object, with its line feed."""
    return orjson.dumps(content, option=orjson.OPT_APPEND_NEWLINE)


def problem_of_line(error: Exception, path: str, language: str) -> Any:
    """The JSON of the problem with which one object was not made: its game, the store, or an error of the server."""
    known = error if isinstance(error, (ApiError, RedisError)) else InternalError()
    return problem_body(known, path, language)
