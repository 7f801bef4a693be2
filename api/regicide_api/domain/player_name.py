"""Names of players."""

from __future__ import annotations

import unicodedata
from typing import Final

from regicide import Sentence

LONGEST: Final = 40
_FORBIDDEN: Final = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
PATTERN: Final = rf"^[^\s{_FORBIDDEN}](?:[^{_FORBIDDEN}]*[^\s{_FORBIDDEN}])?$"
"""What `fault_of` lets through, as a regular expression for those who only have the document."""

_BIDIRECTIONAL: Final = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def fault_of(name: str) -> Sentence | None:
    """What is wrong with a name; None for 1 to 40 characters without controls, and no white space at its ends."""
    if not 1 <= len(name) <= LONGEST:
        return Sentence("a name has 1 to {longest} characters", longest=LONGEST)
    if any(unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} for c in name):
        return Sentence("a name has no control characters and no line breaks")
    if any(unicodedata.bidirectional(c) in _BIDIRECTIONAL for c in name):
        return Sentence("a name has no characters that change the direction of the text around it")
    if name != name.strip():
        return Sentence("a name has no white space at its ends")
    return None


def normal(name: str) -> str:
    """The name in Unicode's normal form C, so that what looks the same is the same."""
    return unicodedata.normalize("NFC", name)
