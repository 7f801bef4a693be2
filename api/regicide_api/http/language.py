"""The language that a client wants to be answered in: `Accept-Language` (RFC 9110), by lookup (RFC 4647)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from flask import Response, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from regicide_api.languages import ENGLISH, LANGUAGES

HEADER: Final = "Accept-Language"


def language() -> str:
    """The language of the answer: the first that the client names and we speak, those that it likes best first.

    A regional one stands for its language, `es-AR` for `es`. English, where none of them is ours.
    """
    return _chosen(request.headers.get(HEADER, ""))


@lru_cache(maxsize=256)
def _chosen(header: str) -> str:
    accepted = parse_accept_header(header, LanguageAccept)
    wanted = ((name, quality) for name, quality in accepted if name != "*")
    spoken = (tag for name, quality in wanted if quality for tag in _shortened(name) if tag in LANGUAGES)
    return next(spoken, ENGLISH)


def _shortened(name: str) -> Iterator[str]:
    """A language tag, and what is left of it, subtag by subtag."""
    subtags = name.lower().replace("_", "-").split("-")
    yield from ("-".join(subtags[:count]) for count in range(len(subtags), 0, -1))


def in_language(response: Response, spoken: str) -> Response:
    """The answer, which says in which language its texts are, and that others get other ones."""
    response.content_language.add(spoken)
    response.vary.add(HEADER)
    return response
