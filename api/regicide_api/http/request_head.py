"""The head of a request: its path has one spelling, which is neither decoded, normalized nor redirected.

A path that two programs could understand differently gets around the rules of a proxy, such as the rule for `/metrics`.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, request
from werkzeug.exceptions import NotFound
from werkzeug.routing import IntegerConverter, Map, UnicodeConverter

MAX_SEGMENT_LENGTH: Final = 100
"""Of the parameters of paths: ids are shorter."""

_AMBIGUOUS_SEGMENTS: Final = {"", ".", ".."}
"""Segments of a path that some programs remove (RFC 3986, section 5.2.4)."""


def header_within(name: str, longest: int) -> str:
    """A header of the request; empty without it, and if it is longer: reading it takes time."""
    text = ",".join(request.headers.getlist(name))
    return text if len(text) <= longest else ""


class _Number(IntegerConverter):
    """A number in a path. werkzeug's own class ignores leading zeros."""

    regex = "0|[1-9][0-9]{0,8}"


class _Segment(UnicodeConverter):
    """A segment of a path, of at most MAX_SEGMENT_LENGTH unreserved characters (RFC 3986, section 2.3).

    A key of the store has such a segment between braces, which decide on the server of a cluster.

    `batch` and `views` are none: a path with one of them is a route of its own.
    """

    part_isolating = True

    def __init__(self, map: Map) -> None:  # noqa: A002 - the name in the base class
        super().__init__(map)
        self.regex = f"(?!(?:batch|views)$)[A-Za-z0-9._~-]{{1,{MAX_SEGMENT_LENGTH}}}"


def install(app: Flask) -> None:
    """Check the path of every request to an application."""
    app.url_map.converters.update(int=_Number, default=_Segment, string=_Segment)
    app.before_request(_check)


def _check() -> None:
    """Raises NotFound for a path with an escape, a parameter, an empty segment or one of dots: none of ours has any."""
    environ = request.environ
    path = environ["PATH_INFO"]
    # WSGI servers other than gunicorn and werkzeug may pass the decoded path only.
    is_escaped = not {"%", ";"}.isdisjoint(str(environ.get("RAW_URI", "")).partition("?")[0])
    is_ambiguous = path != "/" and not _AMBIGUOUS_SEGMENTS.isdisjoint(path.split("/")[1:])
    if (is_escaped or is_ambiguous) and environ["REQUEST_METHOD"] != "OPTIONS":  # preflights are answered on any path
        raise NotFound
