"""What a client prefers: conditional requests, languages (RFC 9110, RFC 4647), long polling (`Prefer`, RFC 7240)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

from flask import Response, after_this_request, request
from werkzeug.datastructures import LanguageAccept, MIMEAccept
from werkzeug.http import parse_accept_header, parse_etags

from regicide_api.languages import ENGLISH, LANGUAGES
from regicide_api.schemas.values import MAX_WAIT_S

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


PRIVATE: Final = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept, Accept-Language"}
"""Headers of responses that depend on the sender."""

MAX_HINT_LENGTH: Final = 1024
"""Of a header that may be ignored."""


def _hint(name: str) -> str:
    """A header of the request; empty without it, and beyond MAX_HINT_LENGTH: reading it takes time."""
    text = ",".join(request.headers.getlist(name))
    return text if len(text) <= MAX_HINT_LENGTH else ""


_WAIT: Final = re.compile(r"(?:^|[,;])\s*wait\s*=\s*\"?([0-9]{1,9})\"?\s*(?=[,;]|$)", re.ASCII | re.IGNORECASE)


def wait_seconds(query: Mapping[str, Any]) -> int:
    """The seconds to wait for a change: those of the query, or else of `Prefer`, limited to MAX_WAIT_S; 0 without both.

    The response says that the preference in the header is applied. An invalid one is ignored, as RFC 7240 requires.
    """
    if "wait" in query:
        return int(query["wait"])
    preference = _WAIT.search(_hint("Prefer"))
    if preference is None:
        return 0
    seconds = min(int(preference[1]), MAX_WAIT_S)

    @after_this_request
    def confirm(response: Response) -> Response:
        if response.status_code < HTTPStatus.BAD_REQUEST:
            response.headers["Preference-Applied"] = f"wait={seconds}"
        return response

    return seconds


def etag_matches(etag: str) -> bool:
    """Whether `If-None-Match` contains the ETag, by weak comparison. A header of more than MAX_HINT_LENGTH does not."""
    return parse_etags(_hint("If-None-Match")).contains_weak(etag)


def cache_headers(etag: str) -> dict[str, str]:
    """The headers of a response with this weak validator, which depends on the sender.

    Two responses with the same validator may differ in the time `now` alone.
    """
    return {"ETag": f'W/"{etag}"', **PRIVATE}


def not_modified(headers: dict[str, str]) -> Response:
    """304 with the headers that 200 would have."""
    return Response(status=304, headers=headers)


def prefers(media_type: str) -> bool:
    """Whether `Accept` prefers a media type to JSON. A header of more than MAX_HINT_LENGTH is ignored."""
    accepted = parse_accept_header(_hint("Accept"), MIMEAccept)
    return accepted.best_match(["application/json", media_type]) == media_type
