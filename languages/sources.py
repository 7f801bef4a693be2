"""The English texts of the code: those with keys from tables, the others extracted from calls."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from babel.messages.extract import extract_from_dir

from regicide_api.core import errors, refusals
from regicide_api.core.errors import ApiError
from regicide_api.pages.service import TEXTS as PAGES
from regicide_api.problems import PROBLEMS, TEMPLATES, texts
from regicide_api.reference.texts import TEXTS as REFERENCE
from regicide_terminal.i18n import TEXTS as TERMINAL

ROOT: Final = Path(__file__).parents[1]
ENGINE: Final = ROOT / "engine/regicide"
API: Final = ROOT / "api/regicide_api"
CLIENT: Final = ROOT / "clients/terminal/regicide_terminal"

KEYWORDS: Final[dict[str, Any]] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "Message": None,
    "mark_for_translation": None,
    "option": None,
    "argument": None,
}
"""The functions whose first argument is a text, in the format of Babel's extractor; ngettext has two forms."""


class Text(NamedTuple):
    """A text: its key, if any; the English, with its plural form, if any; and its source file."""

    key: str | None
    english: str | tuple[str, str]
    file: str


def server() -> list[Text]:
    """The texts of the server."""
    files = {problem: _relative(Path(inspect.getfile(problem))) for problem in PROBLEMS}
    return [
        *_keyed(REFERENCE, API / "reference/texts.py"),
        *(Text(key, english, files[problem]) for problem in PROBLEMS for key, english in texts(problem).items()),
        *_keyed(PAGES, API / "pages/service.py"),
        *_extracted(ENGINE),
        *(Text(None, template, _relative(API / "problems.py")) for template in TEMPLATES),
        *_extracted(API),
        *_messages(errors),
        *_messages(refusals),
    ]


def terminal() -> list[Text]:
    """The texts of the terminal client."""
    return [*_keyed(TERMINAL, CLIENT / "i18n.py"), *_extracted(CLIENT)]


def web(file: Path) -> dict[str, Text]:
    """The texts of the web client by the keys of its file; none without the file."""
    texts: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}
    return {key: Text(f"web.{key}", english, _relative(file)) for key, english in texts.items()}


def _messages(module: ModuleType) -> Iterator[Text]:
    """The messages of the errors of a module."""
    for kind in vars(module).values():
        if isinstance(kind, type) and issubclass(kind, ApiError) and vars(kind).get("text"):
            yield Text(None, kind.text, _relative(Path(str(module.__file__))))


def _keyed(texts: Mapping[str, str], file: Path) -> Iterator[Text]:
    return (Text(key, english, _relative(file)) for key, english in texts.items())


@cache
def _extracted(folder: Path) -> tuple[Text, ...]:
    """The texts of all calls in the files of a folder, in order."""
    calls = extract_from_dir(folder, [("**.py", "python")], {}, KEYWORDS)
    return tuple(
        Text(None, english if isinstance(english, str) else (english[0], english[1]), _relative(folder / name))
        for name, _, english, _, _ in sorted(calls, key=lambda call: call[:2])
    )


def _relative(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()
