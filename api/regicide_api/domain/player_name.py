"""Names of players and agents: validation and normalization."""

from __future__ import annotations

import unicodedata
from typing import Final

from regicide import Message

MAX_LENGTH: Final = 40
_FORBIDDEN: Final = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
PATTERN: Final = rf"^[^\s{_FORBIDDEN}](?:[^{_FORBIDDEN}]*[^\s{_FORBIDDEN}])?$"
"""The names that `validate` accepts, as a regular expression for the OpenAPI document."""

AGENT_NAME_PATTERN: Final = "^[a-z0-9][a-z0-9-]{1,38}$"
"""The names of agents, as a regular expression."""

_BIDIRECTIONAL: Final = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def validate(name: str) -> Message | None:
    """The reason why a name is invalid; None for 1 to 40 characters without controls or surrounding white space."""
    if not 1 <= len(name) <= MAX_LENGTH:
        return Message("a name has 1 to {longest} characters", longest=MAX_LENGTH)
    if any(unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} for c in name):
        return Message("a name has no control characters and no line breaks")
    if any(unicodedata.bidirectional(c) in _BIDIRECTIONAL for c in name):
        return Message("a name has no characters that change the direction of the text around it")
    if name != name.strip():
        return Message("a name has no white space at its ends")
    return None


def normalize(name: str) -> str:
    """The name in Unicode normalization form C."""
    return unicodedata.normalize("NFC", name)
