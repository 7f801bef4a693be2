"""What libraries say of a request, known again by its form, so that it can be said in other languages."""

from __future__ import annotations

import re
from typing import Final

from regicide import Sentence


def form(english: str) -> str:
    """Mark what a library says for the catalogues."""
    return english


FORMS: Final = (
    # marshmallow
    form("Missing data for required field."),
    form("Field may not be null."),
    form("Unknown field."),
    form("Invalid input type."),
    form("Not a valid string."),
    form("Not a valid integer."),
    form("Not a valid boolean."),
    form("Not a valid list."),
    form("Not a valid delimited list."),
    form("Must be greater than or equal to {min} and less than or equal to {max}."),
    form("Must be one of: {choices}."),
    form("Must be equal to {other}."),
    form("Shorter than minimum length {min}."),
    # werkzeug
    form("The method is not allowed for the requested URL."),
    form(
        "The requested URL was not found on the server. If you entered the URL manually please check your spelling and "
        "try again."
    ),
    form("The browser (or proxy) sent a request that this server could not understand."),
)
"""The sentences of marshmallow and werkzeug that our schemas and paths lead to."""


def _pattern(english: str) -> re.Pattern[str]:
    """What a form matches, its values by their names."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*)", re.escape(english)), re.DOTALL)


_PATTERNS: Final = {english: _pattern(english) for english in FORMS}


def recognised(text: str) -> str:
    """The text as a sentence with its values, if it is one of these; the text itself otherwise."""
    if isinstance(text, Sentence):
        return text
    found = ((english, pattern.fullmatch(text)) for english, pattern in _PATTERNS.items())
    return next((Sentence(english, **match.groupdict()) for english, match in found if match), text)
