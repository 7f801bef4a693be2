"""The head of a request: its host and its path have to be unambiguous.

A request that two programs could understand differently gets around rules of a proxy. So `Host` has to be one valid
host (RFC 9112, section 3.2), and a path has one spelling: it is neither normalized nor redirected.
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address
from typing import Final

from flask import Flask, request
from werkzeug.exceptions import BadRequest, NotFound

from regicide import Message

_HOST: Final = re.compile(r"(?:[A-Za-z0-9._~-]+|\[(?P<ipv6>[0-9A-Fa-f:.]+)\])(?::(?P<port>[0-9]{0,5}))?")
"""A name, an IPv4 address or an IPv6 address, and a port (RFC 3986, section 3.2.2); without escapes and sub-delims."""

_MAX_PORT: Final = 65535

_AMBIGUOUS_SEGMENTS: Final = {"", ".", ".."}
"""Segments of a path that some programs remove (RFC 3986, section 5.2.4)."""


def install(app: Flask) -> None:
    """Check the head of every request to an application."""
    app.before_request(_require_host)
    app.before_request(_require_plain_path)


def _require_host() -> None:
    """Raises BadRequest without a host, unless the request is HTTP/1.0, and with an invalid one."""
    host = request.environ.get("HTTP_HOST")
    if host is None and request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0":
        return
    if host is None or not _is_valid(host):
        raise BadRequest(Message("The header Host is missing or invalid: expected one host, such as example.org:8000."))


def _is_valid(host: str) -> bool:
    found = _HOST.fullmatch(host)
    if not found or int(found["port"] or 0) > _MAX_PORT:
        return False
    try:
        return found["ipv6"] is None or bool(IPv6Address(found["ipv6"]))
    except ValueError:
        return False


def _require_plain_path() -> None:
    """Raises NotFound for a path with an empty segment or one of dots. CORS preflights are answered on any path."""
    segments = request.environ["PATH_INFO"].split("/")[1:]
    if segments != [""] and not _AMBIGUOUS_SEGMENTS.isdisjoint(segments) and request.method != "OPTIONS":
        raise NotFound
