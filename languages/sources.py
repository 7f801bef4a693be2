"""The English texts, from the code: those that go by keys from its tables, the others from the calls that say them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages.extract import extract_from_dir

from regicide_api.pages.texts import TEXTS as PAGES
from regicide_api.problems.registry import PROBLEMS
from regicide_api.problems.texts import MEANINGS
from regicide_api.reference.texts import TEXTS as REFERENCE
from regicide_terminal.texts import TEXTS as TERMINAL

ROOT: Final = Path(__file__).parents[1]
ENGINE: Final = ROOT / "engine/regicide"
API: Final = ROOT / "api/regicide_api"
CLIENT: Final = ROOT / "clients/terminal/regicide_terminal"

KEYWORDS: Final[dict[str, Any]] = {"_": None, "gettext": None, "ngettext": (1, 2), "Sentence": None, "form": None}
"""The calls whose first argument is a text, and the one with a singular and a plural."""


class Text(NamedTuple):
    """A text: its key, if it has one; the English, with its plural if it counts; and the file that it is from."""

    key: str | None
    english: str | tuple[str, str]
    file: str


def server() -> list[Text]:
    """What the server says."""
    problems = {problem.title_key: problem.title for problem in PROBLEMS.values()}
    problems |= {problem.advice_key: problem.advice for problem in PROBLEMS.values()}
    problems |= {f"problem.{code}.meaning": meaning for code, meaning in MEANINGS.items()}
    return [
        *_keyed(REFERENCE, API / "reference/texts.py"),
        *_keyed(problems, API / "problems/table.py"),
        *_keyed(PAGES, API / "pages/texts.py"),
        *_called(ENGINE),
        *_called(API),
    ]


def terminal() -> list[Text]:
    """What the terminal client says."""
    return [*_keyed(TERMINAL, CLIENT / "texts.py"), *_called(CLIENT)]


def web(file: Path) -> dict[str, Text]:
    """What the web client says, by the keys of its own file; nothing where that is not there."""
    texts: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}
    return {key: Text(f"web.{key}", english, _told(file)) for key, english in texts.items()}


def _keyed(texts: Mapping[str, str], file: Path) -> Iterator[Text]:
    return (Text(key, english, _told(file)) for key, english in texts.items())


def _called(folder: Path) -> Iterator[Text]:
    """The texts of all calls in the files of a folder, in order."""
    calls = extract_from_dir(folder, [("**.py", "python")], {}, KEYWORDS)
    for name, _, english, _, _ in sorted(calls, key=lambda call: call[:2]):
        said = english if isinstance(english, str) else (english[0], english[1])
        yield Text(None, said, _told(folder / name))


def _told(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()
