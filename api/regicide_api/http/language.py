"""Content negotiation by language: `Accept-Language` (RFC 9110), by lookup (RFC 4647, section 3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from flask import Response, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from regicide_api.languages import ENGLISH, LANGUAGES

LANGUAGE_HEADER: Final = "Accept-Language"
MAX_HEADER_LENGTH: Final = 512
"""A longer header is ignored, because the time of the lookup grows with the square of its length."""


def negotiate_language() -> str:
    """The language of the response: the supported one that the client prefers, else English.

    A regional tag matches its language: `es-AR` matches `es`. A header of more than MAX_HEADER_LENGTH is ignored.
    """
    header: str = request.environ.get("HTTP_ACCEPT_LANGUAGE", "")
    return _negotiate(header) if len(header) <= MAX_HEADER_LENGTH else ENGLISH


@lru_cache(maxsize=256)
def _negotiate(header: str) -> str:
    accepted = parse_accept_header(header, LanguageAccept)
    wanted = ((name, quality) for name, quality in accepted if name != "*")
    supported = (tag for name, quality in wanted if quality for tag in _truncations(name) if tag in LANGUAGES)
    return next(supported, ENGLISH)


def _truncations(name: str) -> Iterator[str]:
    """A language tag, then the tag without its last subtag, and so on."""
    subtags = name.lower().replace("_", "-").split("-")
    yield from ("-".join(subtags[:count]) for count in range(len(subtags), 0, -1))


def set_content_language(response: Response, language: str) -> Response:
    """The response with `Content-Language` and `Vary: Accept-Language`."""
    response.content_language.add(language)
    response.vary.add(LANGUAGE_HEADER)
    return response
