"""Modules of the web client, run by Node.js with the English texts and the references of the API."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from invented import example
from nodes import computed

from regicide_api.pages.web import IN_REPOSITORY

PRELUDE = """
import { readFileSync } from "node:fs";
const [folder, file] = process.argv.slice(1);
const { references, given } = JSON.parse(readFileSync(file));
const json = (content) => ({ ok: true, status: 200, headers: new Headers(), json: async () => content });
globalThis.localStorage = { getItem: () => null, setItem: () => {} };
Object.defineProperty(globalThis, "navigator", { value: { languages: [] } });
globalThis.document = { documentElement: {}, querySelector: () => null };
globalThis.location = new URL("http://localhost/");
const content = (url) =>
  url.startsWith("file:") ? JSON.parse(readFileSync(new URL(url))) : references[url.split("?")[0].split("/").pop()];
globalThis.fetch = async (url) => json(content(String(url)));
await (await import(`${folder}/words/texts.js`)).loadTexts();
await (await import(`${folder}/words/reference.js`)).loadReference();
"""


def evaluated(module: str, expression: str, given: object, folder: Path, **references: object) -> Any:
    """The value of an expression with a module of the client as `m` and these data as `given`.

    `folder` is for a temporary file, `references` are other answers of the API than the examples for `cards`, `rules`.
    """
    file = folder / "given.json"
    references = {"cards": example("get_cards"), "rules": example("get_rules")} | references
    file.write_text(json.dumps({"references": references, "given": given}))
    program = f"const m = await import(`${{folder}}/{module}`);\nconsole.log(JSON.stringify({expression}));"
    return computed(PRELUDE + program, str(Path(IN_REPOSITORY) / "modules"), str(file))
