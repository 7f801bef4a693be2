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
        "Every error is answered with a problem (RFC 9457, `application/problem+json`). Its `code` says which one it "
        "is, and its `type` is the page here that describes it."
    ),
    "page.meaning": "What it means",
    "page.advice": "What to do",
    "page.example": "Example",
    "page.operations": "Where it may come",
    "page.languages": "Languages",
}


def text(key: str, language: str) -> str:
    """The text with this key."""
    return text_of(key, TEXTS[key], language)
