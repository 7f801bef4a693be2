"""The supported languages: English, whose texts are in the code, and one compiled catalogue for each other language.

`make languages` compiles the catalogues from `languages/`. A text without a translation stays English.
"""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from regicide import Message

ENGLISH: Final = "en"
LANGUAGES: Final = {ENGLISH: "English", "es": "Español", "ca": "Català", "it": "Italiano"}
"""The names of the languages by tag (BCP 47)."""


def text_of(key: str, english: str, language: str) -> str:
    """The translation of a text with a key."""
    return _catalogue(language).pgettext(key, english)


def translate(english: str, language: str) -> str:
    """The translation of a message, and of the messages among its values; a text without a translation stays."""
    if not isinstance(english, Message):
        return _catalogue(language).gettext(english)
    values = {name: translate(v, language) if isinstance(v, Message) else v for name, v in english.values.items()}
    return _catalogue(language).gettext(english.template).format(**values)


@lru_cache
def _catalogue(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    with Path(__file__).with_name(f"{language}.mo").open("rb") as file:
        return GNUTranslations(file)
