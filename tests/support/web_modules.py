"""Modules of the web client, bundled for tests: run by Node.js with the English texts and the references of the API."""

from __future__ import annotations

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from invented import example
from nodes import computed

CLIENT = Path(__file__).parents[2] / "clients" / "web"
MODULES = CLIENT / "modules"

PRELUDE = """
const json = (content) => Response.json(content);
globalThis.localStorage = { getItem: () => null, setItem: () => {} };
Object.defineProperty(globalThis, "navigator", { value: { languages: [] } });
globalThis.document = { documentElement: {}, querySelector: () => null };
globalThis.location = new URL("http://localhost/");
globalThis.fetch = async (url) => json(references[String(url).split("?")[0].split("/").pop()]);
await (await own("words/texts.ts")).loadTexts();
await (await own("words/reference.ts")).loadReference();
"""


@cache
def bundled_modules() -> str:
    """A script with a function `own(name)`, which loads a module of the web client, or the package that it is built on.

    Skips the test without the packages of npm, but not in CI.
    """
    esbuild = CLIENT / "node_modules" / ".bin" / "esbuild"
    if not esbuild.exists():
        assert "CI" not in os.environ, "CI installs the packages before it runs the tests"
        pytest.skip("esbuild is not installed: npm ci --prefix clients/web")
    names = [path.relative_to(MODULES).as_posix() for path in sorted(MODULES.rglob("*.ts"))]
    paths = {name: f"./{name}" for name in names} | {"regicide-client": "regicide-client"}
    imports = ", ".join(f'"{name}": () => import("{path}")' for name, path in paths.items())
    entry, options = f"module.exports = {{ {imports} }};", ("--bundle", "--format=cjs", "--log-level=warning")
    bundle = subprocess.run([esbuild, *options], cwd=MODULES, input=entry, check=True, capture_output=True, text=True)
    return f"const own = ((module) => {{\n{bundle.stdout}\nreturn (name) => module.exports[name]();\n}})({{}});\n"


def evaluated(module: str, expression: str, given: object, **references: object) -> Any:
    """The value of an expression with a module of the client as `m` and these data as `given`; `own(name)` has others.

    `references` are other answers of the API than the examples for `cards`, `rules`.
    """
    references = {"cards": example("get_cards"), "rules": example("get_rules")} | references
    data = f"const [references, given] = {json.dumps([references, given])};"
    output = f'const m = await own("{module}");\nconsole.log(JSON.stringify({expression}));'
    return computed(f"{bundled_modules()}{data}{PRELUDE}{output}")
