"""The texts of the problem pages by key; the catalogues translate them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from regicide_api.languages import text_of

TEXTS: Final[Mapping[str, str]] = {
    "page.problems": "Problems",
    "page.all-problems": "All problems",
    "page.api": "The API",
    "page.about": (
        "The response to every error is a problem (RFC 9457, `application/problem+json`). Its `code` identifies the "
        "kind of problem, and its `type` is the path of the page that describes it."
    ),
    "page.meaning": "Meaning",
    "page.advice": "Solution",
    "page.example": "Example",
    "page.operations": "Operations",
    "page.languages": "Languages",
}


def text(key: str, language: str) -> str:
    """The text with this key."""
    return text_of(key, TEXTS[key], language)
