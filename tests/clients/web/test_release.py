"""A release of the web client: its bundle, digests in addresses, and the chain of requests of the first load."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from browser import clear_cache, requests
from firefox import Firefox
from flask import Flask
from flask.testing import FlaskClient
from web_clients import WebClient
from web_modules import CLIENT, bundled_modules

from regicide_api.pages.web import FILES, web

pytestmark = pytest.mark.costly

BROWSERS_OWN = (".webmanifest", ".svg", "/service-worker.js")
"""What the browser requests on its own, and the page does not wait for."""

MAX_REQUESTS = 9
"""Of the first load, until the lobby can be used."""

MAX_COMPRESSED_BYTES = 52 * 1024
"""Of the files of the first load, until the lobby can be used."""


@pytest.fixture
def pages() -> FlaskClient:
    """The pages without the API."""
    app = Flask(__name__)
    app.register_blueprint(web)
    return app.test_client()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of the client's files, which a test may change."""
    bundled_modules()  # skips the test without esbuild
    copy = shutil.copytree(CLIENT, tmp_path / "web", ignore=shutil.ignore_patterns("node_modules"))
    (copy / "node_modules").symlink_to(CLIENT / "node_modules")
    return Path(copy)


def build(source: Path, *options: str) -> int:
    """Bundle the client. Returns the exit code."""
    return subprocess.run(["node", "build.mjs", *options], cwd=source, check=False, capture_output=True).returncode


def addresses(page: str) -> list[str]:
    """The files of the release that a page names."""
    return sorted(set(re.findall(r'"(assets/[^"]+)"', page)))


def test_a_page_names_its_files_by_their_digests(pages: FlaskClient) -> None:
    """One style sheet, the script and what it imports, and two icons."""
    names = {re.sub(r"-[0-9A-Z]{8}\.", ".", address) for address in addresses(pages.get("/").text)}
    assert names == {f"assets/{name}" for name in ("all.css", "chunk.js", "icon-turn.svg", "icon.svg", "main.js")}


def test_a_released_file_is_kept_for_a_year(pages: FlaskClient) -> None:
    """Compressed, and without a request for a newer version."""
    for file in addresses(pages.get("/").text):
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


@pytest.mark.parametrize("path", ["main-AAAAAAAA.js", "0123456789abcdef/modules/main.ts", "../index.html"])
def test_a_file_of_another_release_is_not_found(pages: FlaskClient, path: str) -> None:
    """Rather than a file of this one: a page would mix two versions."""
    assert pages.get(f"/assets/{path}").status_code == 404


CHANGES = {
    "index.html": ("<title>", "<title>Another "),
    "modules/pages/game.ts": ("const ", "console.log();\nconst "),
    "styles/base.css": ("html {", "html { top: 0;"),
    "texts/ca.json": ("{", '{ "another": "",'),
}


def test_each_version_has_its_own_page_and_worker(source: Path) -> None:
    """Whichever file changes, and in whichever folder it is bundled; a stale bundle is found."""
    assert build(source, "--check") == 0
    seen = [(FILES / name).read_text() for name in ("index.html", "service-worker.js")]
    for name, (before, after) in CHANGES.items():
        (source / name).write_text((source / name).read_text().replace(before, after, 1))
        assert (build(source, "--check"), build(source), build(source, "--check")) == (1, 0, 0), name
        seen += [(source / "dist" / name).read_text() for name in ("index.html", "service-worker.js")]
    assert len({*seen}) == len(seen) == 10


def test_the_lobby_needs_few_bytes(pages: FlaskClient) -> None:
    """Its page, scripts, style sheet and texts, compressed: 52 KiB take 0.27 seconds at 1.6 Mbit/s."""
    page = pages.get("/")
    texts = max((FILES / "assets").glob("[a-z][a-z]-*.js"), key=lambda path: path.stat().st_size)
    needed = [page.data, texts.read_bytes(), *((FILES / name).read_bytes() for name in addresses(page.text))]
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
    before = asked[: next((n for n, url in enumerate(asked) if "/pages-" in url), len(asked))]
    assert len(before) <= MAX_REQUESTS, before


@pytest.mark.browser
def test_a_page_of_a_replaced_version_loads_again(ana: WebClient) -> None:
    """When it needs code that the server no longer has."""
    ana.open()
    ana.browser.execute_script("window.before = true")
    fails = 'm.loadCode(() => Promise.reject(new TypeError("Failed to fetch")))'
    ana.module("server/release.ts", f"void (globalThis.fetch = async () => new Response('')) ?? void {fails}")
    ana.until(lambda: not ana.browser.execute_script("return window.before"))


@pytest.mark.browser
def test_code_that_failed_to_load_is_requested_again_with_the_page(ana: WebClient) -> None:
    """At the second failure while the server answers: browsers may refuse the code until the page loads again."""
    ana.open()
    ana.browser.execute_script("window.before = true")
    fails = 'm.loadCode(() => Promise.reject(new TypeError("Failed to fetch")))'
    twice = f"(async () => [await {fails}.catch(({{ constructor }}) => constructor.name), void {fails}])()"
    assert ana.module("server/release.ts", twice)[0] == "Unreachable"
    ana.until(lambda: not ana.browser.execute_script("return window.before"))


@pytest.mark.browser
def test_a_language_without_texts_is_not_chosen(ana: WebClient) -> None:
    """The page says that the server does not respond; the second time it loads again, in the chosen language."""
    if isinstance(ana.browser, Firefox):
        pytest.skip("the test blocks a request by Chromium's protocol")
    ana.open()
    ana.browser.execute_cdp_cmd("Network.enable", {})
    ana.browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/es-*.js"]})
    choose = """window.before = true;
        const menu = document.getElementById("language");
        menu.value = "es";
        menu.dispatchEvent(new Event("change"));"""
    ana.browser.execute_script(choose)
    ana.find("#alerts [role=alert]")
    assert ana.browser.execute_script("return document.getElementById('language').value") == "en"
    ana.browser.execute_script(choose)
    ana.until(lambda: not ana.browser.execute_script("return window.before"))
    ana.browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    ana.open()
    ana.until(lambda: ana.attributes("html", "lang") == ["es"])
