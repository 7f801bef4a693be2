"""Catalogues of translations: updating, writing, compiling and checking them, with Babel."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Final, cast

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from sources import Text

LANGUAGES: Final = {"es": "Spanish", "ca": "Catalan", "it": "Italian"}
PLURALS: Final = "nplurals=2; plural=(n != 1);"

_PLACEHOLDER: Final = re.compile(r"\{\w*(?:![rs])?\}|%\(\w+\)[sr]|%[sr]|`[^`]+`")
"""Placeholders and code, which a translation has to keep."""


class _StableCatalog(Catalog):
    """A catalogue whose header depends neither on the date nor on the version of Babel."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The headers that gettext needs."""
        plain = ("MIME-Version", "1.0"), ("Content-Type", "text/plain; charset=utf-8")
        return [("Language", str(self.locale)), *plain, ("Plural-Forms", PLURALS)]

    @mime_headers.setter
    def mime_headers(self, headers: object) -> None:
        """Ignore the headers of a file."""


def updated(language: str, file: BytesIO, texts: Iterable[Text]) -> Catalog:
    """A catalogue of these texts in their order, with the translations of the catalogue in the file."""
    before = read_po(file, locale=language)
    catalog = _empty(language)
    for text in texts:
        known = before.get(text.english, text.key)
        _add(catalog, text, known.string if known else None)
    return catalog


def compiled(catalog: Catalog, texts: Iterable[Text]) -> bytes:
    """The compiled catalogue of these texts."""
    selected, file = _empty(str(catalog.locale)), BytesIO()
    for text in texts:
        _add(selected, text, message_of(catalog, text).string)
    write_mo(file, selected)
    return file.getvalue()


def written(catalog: Catalog) -> bytes:
    """The catalogue in the .po format."""
    file = BytesIO()
    write_po(file, catalog, width=120, include_lineno=False)
    return file.getvalue()


def translation(catalog: Catalog, text: Text) -> str:
    """The translation of a text without a plural; the English text if it is missing."""
    return str(message_of(catalog, text).string or text.english)


def message_of(catalog: Catalog, text: Text) -> Message:
    """The entry of a text."""
    return cast("Message", catalog.get(text.english, text.key))


def faults(catalog: Catalog) -> Iterator[str]:
    """Missing translations, and translations whose placeholders or code differ from the English text."""
    for message in catalog:
        if message.id and (fault := _fault(message)):
            yield f"{message.context or message.id!r}: {fault}"


def _fault(message: Message) -> str | None:
    english, translated = _forms(message.id), _forms(message.string)
    if not all(translated) or len(translated) != len(english):
        return "not translated"
    expected = sorted(_PLACEHOLDER.findall(english[-1]))
    wrong = [form for form in translated if sorted(_PLACEHOLDER.findall(form)) != expected]
    return f"{wrong[0]!r} needs {', '.join(expected) or 'no placeholder'}" if wrong else None


def _forms(text: str | Iterable[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or [""])


def _empty(language: str) -> Catalog:
    never = datetime(1970, 1, 1, tzinfo=UTC)
    header = f"# The texts of Regicide in {LANGUAGES[language]}. Fill in msgstr, then run `make languages`."
    return _StableCatalog(language, header_comment=header, creation_date=never, revision_date=never, fuzzy=False)


def _add(catalog: Catalog, text: Text, string: str | Sequence[str] | None) -> None:
    catalog.add(
        text.english,
        string if string is None or isinstance(string, str) else tuple(string),
        locations=[(text.file, 0)],
        context=text.key,
    )
