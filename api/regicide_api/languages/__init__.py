"""The languages that the server speaks: English, which stands in the code, and those that it has a catalogue of.

A catalogue here is compiled from `languages/` by `make languages`. What it does not know is said in English.
"""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from regicide import Message

ENGLISH: Final = "en"
LANGUAGES: Final = {ENGLISH: "English", "es": "Español", "ca": "Català", "it": "Italiano"}
"""Their names by their tags (BCP 47)."""


def text_of(key: str, english: str, language: str) -> str:
    """A text that is known by a key."""
    return _catalogue(language).pgettext(key, english)


def said(english: str, language: str) -> str:
    """A sentence, and the sentences that are filled in there. One in other words than ours stays as it is."""
    if not isinstance(english, Message):
        return _catalogue(language).gettext(english)
    values = {name: said(v, language) if isinstance(v, Message) else v for name, v in english.values.items()}
    return _catalogue(language).gettext(english.template).format(**values)


@lru_cache
def _catalogue(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    with Path(__file__).with_name(f"{language}.mo").open("rb") as file:
        return GNUTranslations(file)
