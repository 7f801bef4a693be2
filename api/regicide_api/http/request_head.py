"""The head of a request: its host and its path have to be unambiguous.

A request that two programs could understand differently gets around rules of a proxy. So `Host` has to be one valid
host, that of the request target if it names one (RFC 9112, section 3.2), and a path has one spelling: it is neither
decoded, normalized nor redirected.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address
from typing import Any, Final

from flask import Flask, request
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.routing import IntegerConverter, Map, UnicodeConverter

from regicide import Message

_HOST: Final = re.compile(r"(?:(?P<name>[A-Za-z0-9._~-]+)|\[(?P<ipv6>[0-9A-Fa-f:.]+)\])(?::(?P<port>[0-9]{0,5}))?")
"""A name, an IPv4 address or an IPv6 address, and a port (RFC 3986, section 3.2.2); without escapes and sub-delims."""

MAX_SEGMENT_LENGTH: Final = 100
"""Of the parameters of paths: ids are shorter."""

_MAX_PORT: Final = 65535

_ABSOLUTE_FORM: Final = re.compile(r"(?i:https?)://(?P<authority>[^/?#]*)(?P<rest>.*)")
"""A request target with a host (RFC 9112, section 3.2.2)."""

_PATH: Final = re.compile(r"(?:/[/A-Za-z0-9._~-]*)?(?:\?|$)")
"""The beginning of a request target whose path has neither escapes, parameters nor a fragment.

All paths of the application consist of unreserved characters (RFC 3986, section 2.3), which need no escape.
"""

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
    """A segment of a path, of at most MAX_SEGMENT_LENGTH.

    `batch` and `views` are none: a path with one of them is a route of its own.
    """

    part_isolating = True

    def __init__(self, map: Map) -> None:  # noqa: A002 - the name in the base class
        super().__init__(map)
        self.regex = f"(?!(?:batch|views)$)[^/]{{1,{MAX_SEGMENT_LENGTH}}}"


def install(app: Flask) -> None:
    """Check the head of every request to an application."""
    app.url_map.converters.update(int=_Number, default=_Segment, string=_Segment)
    app.before_request(_check)


def _check() -> None:
    """Raises BadRequest or NotFound."""
    environ = request.environ
    target = _target(environ)
    _require_host(environ)
    if not target.startswith("/"):
        _require_target_host(target, environ.get("HTTP_HOST"))
    if environ["REQUEST_METHOD"] != "OPTIONS" and not _is_plain(target, environ["PATH_INFO"]):
        raise NotFound  # CORS preflights are answered on any path


def _require_host(environ: Mapping[str, Any]) -> None:
    """Raises BadRequest without a host, unless the request is HTTP/1.0, and with an invalid one."""
    host = environ.get("HTTP_HOST")
    if host is None and environ.get("SERVER_PROTOCOL") == "HTTP/1.0":
        return
    if host is None or not _is_valid(host):
        raise BadRequest(Message("The header Host is missing or invalid: expected one host, such as example.org:8000."))


@lru_cache(maxsize=256)
def _is_valid(host: str) -> bool:
    found = _HOST.fullmatch(host)
    if not found or int(found["port"] or 0) > _MAX_PORT:
        return False
    try:
        # A name has no empty label, and none of more than 63 characters (RFC 1034, section 3.1).
        return bool(found["name"].encode("idna") if found["ipv6"] is None else IPv6Address(found["ipv6"]))
    except ValueError:
        return False


def _require_target_host(target: str, host: str | None) -> None:
    """Raises BadRequest for a request target with another host than `Host`."""
    found = _ABSOLUTE_FORM.match(target)
    if found and host is not None and found["authority"].lower() != host.lower():
        raise BadRequest(Message("The request target has another host than the header Host: expected the same host."))


def _target(environ: Mapping[str, Any]) -> str:
    """The request target as it was sent. WSGI servers other than gunicorn and werkzeug may pass the path only."""
    return str(environ.get("RAW_URI") or environ["PATH_INFO"])


def _is_plain(target: str, path: str) -> bool:
    """Whether a request target is written without escapes, empty segments and segments of dots."""
    if not target.startswith("/"):
        found = _ABSOLUTE_FORM.match(target)
        target = found["rest"] if found else target
    return bool(_PATH.match(target)) and (path == "/" or _AMBIGUOUS_SEGMENTS.isdisjoint(path.split("/")[1:]))
