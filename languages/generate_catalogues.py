"""Update the catalogues from the English texts in the code, and compile them: `make languages`.

`es.po`, `ca.po` and `it.po` beside this file have all texts of the server and the clients. An update adds new
texts untranslated, removes unused ones, and keeps existing translations. The compiled catalogues of the server and the
terminal client, and the texts of the web client, are generated from these files.

With --check it writes nothing, and exits with 1 if a file is not up to date or a translation is missing or invalid.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog

import catalogues
import sources

HERE = Path(__file__).parent
ROOT = HERE.parent
API = ROOT / "api/regicide_api/languages"
TERMINAL = ROOT / "clients/terminal/regicide_terminal/languages"
WEB = ROOT / "clients/web/texts"


def generated() -> dict[Path, bytes]:
    """The content of each generated file."""
    server, terminal, web = sources.server(), sources.terminal(), sources.web(WEB / "en.json")
    content: dict[Path, bytes] = {}
    for language in catalogues.LANGUAGES:
        known = catalogue(language, [*server, *terminal, *web.values()])
        content[HERE / f"{language}.po"] = catalogues.written(known)
        content[API / f"{language}.mo"] = catalogues.compiled(known, server)
        content[TERMINAL / language / "LC_MESSAGES/regicide.mo"] = catalogues.compiled(known, terminal)
        if web:
            texts = {key: catalogues.translation(known, text) for key, text in web.items()}
            content[WEB / f"{language}.json"] = (json.dumps(texts, ensure_ascii=False, indent=2) + "\n").encode()
    return content


def catalogue(language: str, texts: Iterable[sources.Text]) -> Catalog:
    """The catalogue of a language with these texts and the translations of its .po file."""
    file = HERE / f"{language}.po"
    return catalogues.updated(language, BytesIO(file.read_bytes() if file.exists() else b""), texts)


def faults() -> list[str]:
    """The missing and invalid translations, one line for each."""
    texts = [*sources.server(), *sources.terminal(), *sources.web(WEB / "en.json").values()]
    return [
        f"languages/{language}.po: {fault}"
        for language in catalogues.LANGUAGES
        for fault in catalogues.faults(catalogue(language, texts))
    ]


def main(arguments: list[str]) -> int:
    """Generate, or check."""
    content, wrong = generated(), faults()
    stale = [path for path, expected in content.items() if not path.exists() or path.read_bytes() != expected]
    for path in stale if "--check" in arguments else []:
        wrong.append(f"{path.relative_to(ROOT)} is not up to date: run `make languages` and commit it")
    for path in stale if "--check" not in arguments else []:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content[path])
    for line in wrong:
        print(line, file=sys.stderr)  # noqa: T201 - a command's output
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
