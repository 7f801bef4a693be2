"""Messages of marshmallow and werkzeug, matched against known templates so that they can be translated."""

from __future__ import annotations

import re
from typing import Final

from regicide import Message


def mark_for_translation(english: str) -> str:
    """The text itself; `languages/sources.py` extracts the argument of each call for the catalogues."""
    return english


TEMPLATES: Final = (
    # marshmallow
    mark_for_translation("Missing data for required field."),
    mark_for_translation("Field may not be null."),
    mark_for_translation("Unknown field."),
    mark_for_translation("Invalid input type."),
    mark_for_translation("Not a valid string."),
    mark_for_translation("Not a valid integer."),
    mark_for_translation("Not a valid list."),
    mark_for_translation("Not a valid delimited list."),
    mark_for_translation("Must be greater than or equal to {min} and less than or equal to {max}."),
    mark_for_translation("Must be one of: {choices}."),
    mark_for_translation("Length must be between {min} and {max}."),
    mark_for_translation("Longer than maximum length {max}."),
    # werkzeug
    mark_for_translation("The method is not allowed for the requested URL."),
    mark_for_translation(
        "The requested URL was not found on the server. If you entered the URL manually please check your spelling and "
        "try again."
    ),
    mark_for_translation("The browser (or proxy) sent a request that this server could not understand."),
)
"""The messages that the schemas and paths of this API can cause."""


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
