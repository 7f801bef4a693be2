"""A release of the web client: joined modules, digests in addresses, and the chain of requests of the first load."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from browser import clear_cache, requests
from flask import Flask
from flask.testing import FlaskClient
from web_clients import WebClient

from regicide_api.pages.joined_modules import SHARED, Modules, ModuleSyntaxError
from regicide_api.pages.web import FILES, LOOK_INTERVAL_S, MAX_KEPT, Releases, read_release, web

pytestmark = pytest.mark.costly

BROWSERS_OWN = (".webmanifest", ".svg", "/service-worker.js")
"""What the browser requests on its own, and the page does not wait for."""

MAX_REQUESTS = 9
"""Of the first load, until the lobby can be used."""

MAX_COMPRESSED_BYTES = 64 * 1024
"""Of the files of the first load, until the lobby can be used."""


@pytest.fixture(scope="module")
def pages() -> FlaskClient:
    """The pages without the API."""
    app = Flask(__name__)
    app.register_blueprint(web)
    return app.test_client()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of the client's files, which a test may change."""
    copied = shutil.ignore_patterns("node_modules")
    return Path(shutil.copytree(FILES, tmp_path / "web", ignore=copied))


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """A function that returns how often folders were listed since its last call."""
    listings = [0]

    def counted(method: Callable[..., Iterator[Path]]) -> Callable[..., Iterator[Path]]:
        def listed(*arguments: Any, **options: Any) -> Iterator[Path]:
            listings[0] += 1
            return method(*arguments, **options)

        return listed

    for name in ("glob", "rglob"):
        monkeypatch.setattr(Path, name, counted(getattr(Path, name)))

    def taken() -> int:
        found, listings[0] = listings[0], 0
        return found

    return taken


def watching(source: Path) -> Releases:
    """The releases of a folder, of which each request comes an interval after the last one."""
    steps = count()
    return Releases(source, lambda: LOOK_INTERVAL_S * next(steps))


def addresses(pages: FlaskClient) -> list[str]:
    """The files that the page names."""
    return re.findall(r'<(?:script|link rel="stylesheet"|link rel="icon").*(?:src|href)="([^"]+)"', pages.get("/").text)


def test_the_page_names_one_script_and_one_style_sheet(pages: FlaskClient) -> None:
    """All in the folder of the release."""
    files = addresses(pages)
    folders = {re.match(r"assets/[0-9a-f]{16}/", file) is not None for file in files}
    assert (sorted(Path(file).name for file in files), folders) == (["all.css", "icon.svg", "main.js"], {True})


def test_a_released_file_is_kept_for_a_year(pages: FlaskClient) -> None:
    """Compressed, and without a request for a newer version."""
    for file in addresses(pages):
        with pages.get(f"/{file}", headers={"Accept-Encoding": "gzip"}) as response:
            assert response.status_code == 200
            assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert response.headers.get("Content-Encoding") == (None if file.endswith("svg") else "gzip")


@pytest.mark.parametrize("path", ["/", "/service-worker.js"])
def test_the_page_is_revalidated(pages: FlaskClient, path: str) -> None:
    """304 with its ETag; so is its service worker."""
    first = pages.get(path, headers={"Accept-Encoding": "gzip"})
    again = pages.get(path, headers={"If-None-Match": first.headers["ETag"], "Accept-Encoding": "gzip"})
    assert (first.headers["Cache-Control"], again.status_code) == ("no-cache", 304)


@pytest.mark.parametrize("path", ["0123456789abcdef/modules/main.js", "{digest}/modules/none.js", "{digest}/../web.py"])
def test_a_file_of_another_release_is_not_found(pages: FlaskClient, path: str) -> None:
    """Rather than a file of this one: a page would mix two versions."""
    digest = addresses(pages)[0].split("/")[1]
    assert pages.get(f"/assets/{path.format(digest=digest)}").status_code == 404


def test_the_digest_follows_the_contents(source: Path) -> None:
    """Of every file."""
    digests = {read_release(source).digest}
    for name in ("index.html", "modules/pages/game.js", "styles/base.css", "texts/ca.json"):
        file = source / name
        file.write_text(file.read_text() + "\n")
        digests.add(read_release(source).digest)
    assert len(digests) == 5


def test_earlier_releases_stay_for_open_pages(source: Path) -> None:
    """A few of them, while the process runs."""
    releases, seen = watching(source), []
    for size in range(MAX_KEPT + 1):
        (source / "styles" / "base.css").write_text("/**/" * size)
        seen.append(releases.current())
    assert [releases.of(release.digest) for release in seen] == [None, *seen[1:]]


def test_a_file_that_is_as_before_is_the_current_release_again(source: Path) -> None:
    """It does not leave with the earliest ones."""
    releases, seen, style = watching(source), [], source / "styles" / "base.css"
    for size in (1, 2, 1, 3):
        style.write_text("/**/" * size)
        seen.append(releases.current())
    assert seen[0] == seen[2] != seen[1]
    assert [releases.of(release.digest) for release in seen] == seen


@pytest.mark.parametrize("name", ["index.html", "modules/pages/game.js", "styles/base.css", "texts/ca.json"])
def test_a_changed_file_is_another_release(source: Path, name: str) -> None:
    """Also with the same size."""
    releases, file = watching(source), source / name
    before, text = releases.current().digest, file.read_text()
    changed = re.sub("t", "T", text, count=1)
    file.write_text(changed)
    os.utime(file, (1, 1))
    assert changed != text
    assert releases.current().digest != before


def test_a_new_process_serves_its_release_at_once(source: Path) -> None:
    """A page may have its address from another process."""
    release = read_release(source)
    assert Releases(source).of(release.digest) == release


def test_requests_of_a_second_look_at_the_files_once(source: Path, looks: Callable[[], int]) -> None:
    """Those with an unknown digest, too."""
    time_s = [0.0]
    releases = Releases(source, lambda: time_s[0])
    releases.current()
    assert looks() > 0
    time_s[0] = LOOK_INTERVAL_S / 2
    releases.current()
    assert releases.of("0123456789abcdef") is None
    assert looks() == 0
    time_s[0] = LOOK_INTERVAL_S
    assert releases.of("0123456789abcdef") is None
    one_look = looks()
    time_s[0] = 2 * LOOK_INTERVAL_S
    releases.current()
    assert looks() == one_look > 0


def test_every_text_of_the_page_is_in_its_release() -> None:
    """The texts are at the place that the module of the texts names."""
    release = read_release(FILES)
    assert release.page.decode().count(f'content="{release.folder}"') == 1
    assert 'new URL("./words/texts.js", import.meta.url)' in release.files["modules/main.js"].decode()
    assert {f"texts/{language}.json" for language in ("en", "es", "ca", "it")} <= set(release.files)


def test_a_page_needs_at_most_three_scripts() -> None:
    """The one of the page, its own and the shared one, which are requested together."""
    files = {name: content.decode() for name, content in read_release(FILES).files.items() if name.endswith(".js")}
    sources = {
        name: set(re.findall(r'^import .* from "\.+/(.*)";$', text, re.MULTILINE)) for name, text in files.items()
    }
    assert sources.pop("modules/main.js") == set()
    assert set().union(*sources.values()) <= {"main.js", SHARED}


SYNTAX = [
    ('import x from "./other.js";', "invalid line 'import x from"),
    ('export { x } from "./other.js";', "invalid line 'export { x }"),
    ('import { x } from "./none.js";', "expected the path of a module"),
    ('import * as x from "./main.js";', "expected modules without a cycle of imports"),
    ('const x = await import("./other.js");', "main.js: invalid line 'const x = await import("),
    ("export const a = 1,\n  b = 2;", "main.js: invalid line 'export const a = 1,': expected one constant"),
    ("export const a = [1, 2], b = (1, 2);", "expected one constant for each export"),
    ('import { x } from "./other.js";', "main.js: invalid line 'import { x } from"),
    ('import { y as z,\n  x as y,\n} from "./other.js";', "expected names that other.js exports, not x"),
    ("await start();", "main.js: invalid line 'await start();': expected await in an async function alone"),
    ("for (const x of y) {\n  await x;\n}", "expected await in an async function alone"),
    ('function f() {\n  return import("./other.js");\n}', """main.js: invalid line 'return import("./other.js");'"""),
]

VALID = [
    "export const a = [1, 2];\nexport const b = (x, y) => ({ x, y });",
    'export const a = { b: "x, y;", c: f(1, /,/) };',
    "const f = async () => {\n  await g();\n};\nconst [a, b] = [1, 2];",
    "// await it\nconst x = 1, y = 2;",
    'const [load, NAME] = [() => import("./other.js"), "x"];\n/** @type {import("./other.js").X} */',
]


@pytest.mark.parametrize(("line", "message"), SYNTAX)
def test_another_syntax_is_refused(line: str, message: str) -> None:
    """With the module and the line."""
    with pytest.raises(ModuleSyntaxError, match=re.escape(message)):
        Modules({"main.js": line, "other.js": "export const y = 1;\n"}, "main.js").files()


@pytest.mark.parametrize("text", VALID)
def test_similar_forms_are_valid(text: str) -> None:
    """Lists, patterns, comments and strings."""
    assert "main.js" in Modules({"main.js": text, "other.js": ""}, "main.js").files()


def test_two_files_of_one_name_are_refused() -> None:
    """The name in the joined file."""
    with pytest.raises(ModuleSyntaxError, match=re.escape("ui_dom.js: invalid line '$ui_dom': expected another name")):
        Modules({"main.js": "", "ui/dom.js": "", "ui_dom.js": ""}, "main.js")


def test_joined_modules_keep_their_order_and_names() -> None:
    """A module runs after those that it imports, which pages share."""
    modules = {
        "main.js": 'import { a } from "./a.js";\nconst pages = [() => import("./p.js"), () => import("./q.js")];\n',
        "a.js": "export const a = 1;\n",
        "p.js": 'import { a as one } from "./a.js";\nimport * as s from "./s.js";\nexport function p() {}\n',
        "q.js": 'import { b } from "./s.js";\nexport class Q {}\n',
        "s.js": "/** Both. */\nexport const b = 2;\n",
    }
    files = Modules(modules, "main.js").files()
    assert set(files) == {"main.js", "p.js", "q.js", "shared.js"}
    assert files["main.js"].index("const $a =") < files["main.js"].index("const { a } = $a;")
    assert 'Promise.all([import("./p.js"), import("./shared.js")]).then(([file]) => file.$p)' in files["main.js"]
    assert files["p.js"].startswith('import { $a } from "./main.js";\nimport { $s } from "./shared.js";\n')
    assert "const { a: one } = $a;\nconst s = $s;\nfunction p() {}" in files["p.js"]
    assert (
        files["shared.js"] == "// s.js\nconst $s = (() => {\nconst b = 2;\n\nreturn { b };\n})();\n\nexport { $s };\n"
    )


def test_the_lobby_needs_few_bytes() -> None:
    """Its page, script, style sheet and texts, compressed: 64 KiB take a third of a second at 1.6 Mbit/s."""
    release = read_release(FILES)
    texts = max((release.files[name] for name in release.files if name.startswith("texts/")), key=len)
    needed = (release.page, release.files["modules/main.js"], release.files["styles/all.css"], texts)
    assert sum(len(gzip.compress(file)) for file in needed) <= MAX_COMPRESSED_BYTES


@pytest.mark.browser
def test_the_lobby_needs_few_requests(ana: WebClient) -> None:
    """Each before the lobby can be used counts, also those that run at the same time."""
    clear_cache(ana.browser)
    ana.browser.get("about:blank")
    requests(ana.browser)
    ana.open()
    ana.find("#start")
    asked = [url for url in requests(ana.browser) if url.startswith(ana.server) and not url.endswith(BROWSERS_OWN)]
    before = asked[: next((n for n, url in enumerate(asked) if "/pages/" in url), len(asked))]
    assert len(before) <= MAX_REQUESTS, before


@pytest.mark.browser
def test_a_page_of_a_replaced_version_loads_again(ana: WebClient) -> None:
    """When it needs code that the server no longer has."""
    ana.open()
    ana.browser.execute_script("window.before = true")
    fails = 'm.loadCode(() => Promise.reject(new TypeError("Failed to fetch")))'
    replace = "document.querySelector('meta[name=regicide-release]').content"
    assert ana.browser.execute_script(f"return {replace}").startswith("assets/")
    ana.module("server/release.js", f"void (globalThis.fetch = async () => new Response('')) ?? void {fails}")
    ana.until(lambda: not ana.browser.execute_script("return window.before"))


@pytest.mark.browser
def test_code_that_failed_to_load_is_requested_again_with_the_page(ana: WebClient) -> None:
    """At the second failure while the server answers: browsers may refuse the code until the page loads again."""
    ana.open()
    ana.browser.execute_script("window.before = true")
    fails = 'm.loadCode(() => Promise.reject(new TypeError("Failed to fetch")))'
    twice = f"(async () => [await {fails}.catch(({{ constructor }}) => constructor.name), void {fails}])()"
    assert ana.module("server/release.js", twice)[0] == "Unreachable"
    ana.until(lambda: not ana.browser.execute_script("return window.before"))


NO_TEXTS = """(async () => {
    const send = window.fetch;
    window.fetch = (url, init) =>
        String(url).endsWith("/es.json") ? Promise.resolve(new Response("", { status: 404 })) : send(url, init);
    window.before = true;
    const menu = document.getElementById("language");
    menu.value = "es";
    menu.dispatchEvent(new Event("change"));
})()"""


@pytest.mark.browser
def test_a_language_without_texts_is_not_chosen(ana: WebClient) -> None:
    """The page says that the server does not respond; the second time it loads again, in the chosen language."""
    ana.needs_page_scripts()
    ana.open()
    ana.browser.execute_script(NO_TEXTS)
    ana.find("#alerts [role=alert]")
    assert ana.browser.execute_script("return document.getElementById('language').value") == "en"
    ana.browser.execute_script(NO_TEXTS)
    ana.until(lambda: not ana.browser.execute_script("return window.before"))
    ana.until(lambda: ana.attributes("html", "lang") == ["es"])
