"""The catalogues of translations are complete, up to date, and keep all placeholders."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest

import catalogues
import generate_catalogues
import sources
from regicide_api.languages import LANGUAGES as SERVER_LANGUAGES
from regicide_terminal.i18n import LANGUAGES as TERMINAL_LANGUAGES
from sources import Text

ROOT = Path(__file__).parents[2]
GREETING = Text(None, "good morning, {name}", "x.py")
CARDS = Text(None, ("{count} card", "{count} cards"), "x.py")


def faults(translation: str | tuple[str, ...], text: Text = GREETING) -> list[str]:
    """The faults of a catalogue with one text and its translation."""
    catalog = catalogues.updated("es", BytesIO(), [text])
    catalogues.message_of(catalog, text).string = translation
    return list(catalogues.faults(catalog))


def test_no_text_is_missing_in_any_language() -> None:
    """And all have the placeholders and the code of the English text."""
    assert generate_catalogues.faults() == []


def test_the_catalogues_are_up_to_date() -> None:
    """The files equal the generated ones."""
    files = generate_catalogues.generated()
    assert [str(file.relative_to(ROOT)) for file, content in files.items() if file.read_bytes() != content] == []


def test_server_and_terminal_support_all_languages() -> None:
    """English, and those with a catalogue."""
    assert {*SERVER_LANGUAGES} == {*TERMINAL_LANGUAGES} == {"en", *catalogues.LANGUAGES}


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_a_catalogue_names_its_language(language: str) -> None:
    """The terminal client requests this language of the server."""
    message = generate_catalogues.catalogue(language, sources.terminal()).get("en", "language")
    assert message.string == language


def test_there_are_texts_of_each_kind() -> None:
    """With keys, of the engine, the server and the terminal client, and with plurals."""
    server, terminal = sources.server(), sources.terminal()
    assert {"suit.C", "problem.game-over.title", "page.advice", None} <= {text.key for text in server}
    assert {"engine/regicide/legality.py", "api/regicide_api/core/errors.py"} <= {text.file for text in server}
    assert ("{count} card", "{count} cards") in {text.english for text in terminal}


@pytest.mark.parametrize(
    ("translation", "fault"),
    [
        ("buenos días, {name}", []),
        ("", ["'good morning, {name}': not translated"]),
        ("buenos días", ["'good morning, {name}': 'buenos días' needs {name}"]),
        ("buenos días, {nombre}", ["'good morning, {name}': 'buenos días, {nombre}' needs {name}"]),
    ],
)
def test_missing_translations_and_changed_placeholders_are_faults(translation: str, fault: list[str]) -> None:
    """The message names the text and its placeholders."""
    assert faults(translation) == fault


@pytest.mark.parametrize(
    ("translation", "sound"),
    [
        (("{count} carta", "{count} cartas"), True),
        (("{count} carta", ""), False),
        (("una carta", "{count} cartas"), False),
    ],
)
def test_every_plural_is_translated(translation: tuple[str, ...], sound: bool) -> None:
    """With its placeholder."""
    assert (faults(translation, CARDS) == []) is sound


def test_code_is_not_translated() -> None:
    """Text between backticks is code."""
    assert faults("`asientos` son los tuyos", Text(None, "`seats` are yours", "x.py")) != []


def test_an_update_keeps_translations_and_removes_unused_texts() -> None:
    """New texts are untranslated."""
    before = catalogues.updated("es", BytesIO(), [GREETING, CARDS])
    catalogues.message_of(before, GREETING).string = "buenos días, {name}"
    after = catalogues.updated("es", BytesIO(catalogues.written(before)), [GREETING, Text("suit.C", "clubs", "x.py")])
    assert {message.id: message.string or "" for message in after if message.id} == {
        "good morning, {name}": "buenos días, {name}",
        "clubs": "",
    }


def test_the_texts_of_the_web_client_are_read_by_their_keys(tmp_path: Path) -> None:
    """From its own file of English texts."""
    file = ROOT / "tests/web-texts.json"
    assert sources.web(tmp_path / "none.json") == {}
    file.write_text(json.dumps({"table.title": "The table"}))
    try:
        assert sources.web(file) == {"table.title": Text("web.table.title", "The table", "tests/web-texts.json")}
    finally:
        file.unlink()
