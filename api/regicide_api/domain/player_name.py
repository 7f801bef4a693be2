"""Names of players and agents: validation and normalization.

A name is visible. Invisible characters are allowed only where they are part of the spelling: joiners in the contexts of
RFC 5892 (appendix A.1 and A.2) and Unicode Standard Annex 31 (section 2.3.1), and joiners and variation selectors in
emoji (Unicode Technical Standard 51).
"""

from __future__ import annotations

import unicodedata
from typing import Final

from regicide import Message

MAX_LENGTH: Final = 40
MAX_EXPANSION: Final = 4
"""How many times longer than its normal form a text can be (Unicode Standard Annex 15): the time of `normalize` grows
with the square of the number of marks in a sequence, so that a longer text is refused before.
"""
MAX_MARKS: Final = 4
"""Marks on one character (Unicode Technical Standard 39, section 5.4): more of them overlap other lines."""

_FORBIDDEN: Final = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    r"\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0d\ufeff"
    r"\uffa0\ufff0-\ufffc\ufffe\uffff"
)
PATTERN: Final = rf"^[^\s{_FORBIDDEN}](?:[^{_FORBIDDEN}]*[^\s{_FORBIDDEN}])?$"
"""The names that `validate` accepts, as a regular expression for the OpenAPI document.

It accepts some more: it does not state the rules about joiners, emoji selectors and marks, nor those about characters
beyond U+FFFF, for which Python's and ECMAScript's regular expressions have no common escape.
"""

AGENT_NAME_PATTERN: Final = "^[a-z0-9][a-z0-9-]{1,38}$"
"""The names of agents, as a regular expression."""

_CONTROLS: Final = {"Cc", "Cs", "Zl", "Zp"}
_INVISIBLE: Final = {"Cf", "Co"}
_IGNORABLE: Final = frozenset(
    {
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x2800, 0x3164, 0xFFA0, 0xFFFC, 0x16FE4, 0x1D159),
        *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE0E), *range(0xFFF0, 0xFFFC), *range(0x13430, 0x13443)),
        *range(0xE0000, 0xE1000),
    }
)
"""Characters that have no visible form, and are not `_INVISIBLE` in all versions of Python.

The rest of Default_Ignorable_Code_Point, the controls and blanks of Egyptian hieroglyphs, other blanks and fillers, and
U+FFFC, which stands for an object that is not in the text. U+FFFD is visible.
"""

_ZERO_WIDTH_NON_JOINER: Final = "\u200c"
_ZERO_WIDTH_JOINER: Final = "\u200d"
_EMOJI_SELECTORS: Final = {"\ufe0e", "\ufe0f"}
_EMOJI_PUNCTUATION: Final = "\u203c\u2049\u3030"
_KEY_CAP: Final = "\u20e3"
_VIRAMA: Final = 9
"""The canonical combining class of viramas."""

_BIDIRECTIONAL: Final = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def validate(name: str) -> Message | None:
    """The reason why a name is invalid; None for 1 to 40 visible characters without surrounding white space."""
    if not 1 <= len(name) <= MAX_LENGTH:
        return Message("a name has 1 to {longest} characters", longest=MAX_LENGTH)
    return character_fault(name)


def character_fault(name: str) -> Message | None:
    """The reason why a text of any length has characters that no name has; None for visible characters in one line."""
    if any(unicodedata.category(c) in _CONTROLS for c in name):
        return Message("a name has no control characters and no line breaks")
    if any(unicodedata.bidirectional(c) in _BIDIRECTIONAL for c in name):
        return Message("a name has no characters that change the direction of the text around it")
    if name != name.strip():
        return Message("a name has no white space at its ends")
    return _visibility_fault(name)


def normalize(name: str) -> str:
    """The name in Unicode normalization form C."""
    return unicodedata.normalize("NFC", name)


def _visibility_fault(name: str) -> Message | None:
    if any(_is_invisible(name, place) for place in range(len(name))):
        return Message("a name has no invisible characters, such as those of zero width")
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        return Message("a name has at least one letter, digit or symbol")
    if unicodedata.category(name[0])[0] == "M":
        return Message("a name does not begin with a mark, which would join the text before it")
    if _longest_marks(name) > MAX_MARKS:
        return Message("a name has at most {most} marks on one character", most=MAX_MARKS)
    return None


def _is_invisible(name: str, place: int) -> bool:
    """Whether a character has no visible form there."""
    character = name[place]
    if character in {_ZERO_WIDTH_JOINER, _ZERO_WIDTH_NON_JOINER}:
        return not _joins(name[:place], character, name[place + 1 :])
    if character in _EMOJI_SELECTORS:
        return not _may_have_selector(name[:place], name[place + 1 :])
    return unicodedata.category(character) in _INVISIBLE or ord(character) in _IGNORABLE or _is_noncharacter(character)


def _joins(before: str, joiner: str, after: str) -> bool:
    """Whether a joiner is part of the spelling: after a virama, between Arabic letters, or between emoji."""
    if not before:
        return False
    if unicodedata.combining(before[-1]) == _VIRAMA:
        return True
    if joiner == _ZERO_WIDTH_JOINER:
        return unicodedata.category(before.rstrip("\ufe0f")[-1:] or " ") in {"So", "Sk"} and _is_emoji(after)
    base = next((c for c in reversed(before) if not unicodedata.combining(c)), " ")
    return all(unicodedata.bidirectional(c) == "AL" for c in (base, after[:1] or " "))


def _is_emoji(text: str) -> bool:
    return unicodedata.category(text[:1] or " ") == "So"


def _may_have_selector(before: str, after: str) -> bool:
    """Whether a variation selector selects the form of an emoji, or of a key cap."""
    base = before[-1:] or " "
    is_symbol = not base.isascii() and (unicodedata.category(base) in {"So", "Sm"} or base in _EMOJI_PUNCTUATION)
    return is_symbol or (base in "0123456789#*" and after.startswith(_KEY_CAP))


def _is_noncharacter(character: str) -> bool:
    return ord(character) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(character) <= 0xFDEF


def _longest_marks(name: str) -> int:
    """The length of the longest sequence of combining marks."""
    longest = length = 0
    for character in name:
        length = length + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        longest = max(longest, length)
    return longest
