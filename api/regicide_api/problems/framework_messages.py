"""Messages of marshmallow and werkzeug, matched against known templates so that they can be translated."""

from __future__ import annotations

import re
from typing import Final

from regicide import Message

TEMPLATES: Final = (
    # marshmallow
    "Missing data for required field.",
    "Field may not be null.",
    "Unknown field.",
    "Invalid input type.",
    "Not a valid string.",
    "Not a valid integer.",
    "Not a valid list.",
    "Not a valid delimited list.",
    "Must be greater than or equal to {min} and less than or equal to {max}.",
    "Must be one of: {choices}.",
    "Length must be between {min} and {max}.",
    "Longer than maximum length {max}.",
    # werkzeug
    "The method is not allowed for the requested URL.",
    (
        "The requested URL was not found on the server. If you entered the URL manually please check your spelling and "
        "try again."
    ),
    "The browser (or proxy) sent a request that this server could not understand.",
)
"""The messages that the schemas and paths of this API can cause; the catalogues translate them."""


def _pattern(template: str) -> re.Pattern[str]:
    """A regular expression for a template, with a named group for each placeholder."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*)", re.escape(template)), re.DOTALL)


_PATTERNS: Final = {template: _pattern(template) for template in TEMPLATES}


def match_message(message: str) -> str:
    """The message as a translatable `Message` if it fits a template; the message itself otherwise."""
    if isinstance(message, Message):
        return message
    found = ((template, pattern.fullmatch(message)) for template, pattern in _PATTERNS.items())
    return next((Message(template, **match.groupdict()) for template, match in found if match), message)
